import type { Command, Option } from 'commander'

/** An option as completion knows it. */
export interface DescribedOption {
  readonly flag: string
  readonly what: string
  readonly takesValue: boolean
  /** The values that it takes; empty: any. */
  readonly choices: readonly string[]
}

/** A command as completion knows it: `keys create` is one of its own. */
export interface DescribedCommand {
  /** The words that name it; empty: the program itself. */
  readonly path: readonly string[]
  readonly what: string
  readonly options: readonly DescribedOption[]
  readonly commands: readonly { readonly name: string; readonly what: string }[]
}

/** Returns the program and all of its commands, the program first. */
export function describedCommands(root: Command): DescribedCommand[] {
  return described(root, [])
}

function described(command: Command, path: readonly string[]): DescribedCommand[] {
  const below = command.createHelp().visibleCommands(command)
  const options = command.createHelp().visibleOptions(command)
  return [
    {
      ...{ path, what: firstLine(command.description()), options: options.map(optionOf) },
      commands: below.map((one) => ({ name: one.name(), what: firstLine(one.description()) })),
    },
    ...below.filter((one) => one.name() !== 'help').flatMap((one) => described(one, [...path, one.name()])),
  ]
}

function optionOf(option: Option): DescribedOption {
  return {
    flag: option.long ?? option.flags,
    what: firstLine(option.description),
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  }
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''

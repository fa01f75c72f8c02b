import { quotedForFish as quoted } from './words.ts'
import type { DescribedCommand, DescribedOption } from './described.ts'

/** Returns what fish loads to complete the program's commands and options, with what they do, and their values; else files. */
export function fishCompletion(commands: readonly DescribedCommand[]): string {
  return [
    '# Completion of turngraph for fish. Load it with: turngraph completion fish | source',
    ...commands.flatMap((command) => [
      ...namesOf(command),
      ...command.options.map((option) => optionOf(command, option)),
    ]),
  ]
    .join('\n')
    .concat('\n')
}

function namesOf({ path, commands }: DescribedCommand): string[] {
  const names = commands.map(({ name }) => name).join(' ')
  const condition =
    path.length === 0 ? '__fish_use_subcommand' : `${within(path)}; and not __fish_seen_subcommand_from ${names}`
  return commands.map(
    ({ name, what }) => `complete -c turngraph -f -n ${quoted(condition)} -a ${name} -d ${quoted(what)}`,
  )
}

function optionOf({ path }: DescribedCommand, { flag, what, takesValue, choices }: DescribedOption): string {
  const condition = path.length === 0 ? '__fish_use_subcommand' : within(path)
  const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : ''
  return `complete -c turngraph -n ${quoted(condition)} -l ${flag.replace(/^--/, '')}${value} -d ${quoted(what)}`
}

const within = (path: readonly string[]): string =>
  path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')

import type { Command, Option } from 'commander'
import { urlVariable } from '../client/serverVariables.ts'
import type { Environment } from './terminal.ts'

/**
 * Lets options stand in front of the command, as `git`, `docker` and `kubectl` do: `turngraph --url … list`. The command takes them as its own;
 * where it has one of that name itself, the one behind it counts. A command that takes `--url` and is given neither that nor `--tenant` works on
 * the server that the environment names.
 */
export function takeGlobalOptions(root: Command, options: readonly Option[], env: Environment = {}): void {
  for (const option of options) root.addOption(option)
  root.enablePositionalOptions()
  root.hook('preAction', (_, command) => {
    for (const option of options) handOver(root, command, option)
    refuseConflicts(command, options)
    takeServerOf(env, command)
  })
}

function handOver(root: Command, command: Command, option: Option): void {
  const name = option.attributeName()
  if (root.getOptionValueSource(name) !== 'cli' || command.getOptionValueSource(name) === 'cli') return
  if (!command.options.some((own) => own.attributeName() === name))
    command.error(`error: '${command.name()}' has no option '${option.long ?? name}'`, {
      code: 'commander.unknownOption',
    })
  command.setOptionValueWithSource(name, root.getOptionValue(name), 'cli')
}

/** Commander looks for conflicts before an option in front has reached its command. */
function refuseConflicts(command: Command, options: readonly Option[]): void {
  const setOptions = options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
  const names = new Set(setOptions.map((option) => option.attributeName()))
  if (names.has('url') && names.has('tenant'))
    command.error("error: option '--tenant <name>' cannot be used with option '--url <url>'", {
      code: 'commander.conflictingOption',
    })
}

function takeServerOf(env: Environment, command: Command): void {
  const named = env[urlVariable]
  const option = command.options.find((own) => own.attributeName() === 'url')
  const isChosen = ['url', 'tenant'].some((name) => command.getOptionValueSource(name) === 'cli')
  if (!named || !option || isChosen) return
  command.setOptionValueWithSource('url', serverNamed(named, command, option), 'env')
}

/** Returns the address as the option reads it; ends the command where it is none. */
function serverNamed(text: string, command: Command, option: Option): unknown {
  try {
    return (option.parseArg as ((text: string, before: unknown) => unknown) | undefined)?.(text, undefined) ?? text
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    return command.error(`error: ${urlVariable} is "${text}". ${why}`, { code: 'commander.invalidArgument' })
  }
}

import type { Command, Option } from 'commander'

/**
 * Lets options stand in front of the command, as `git`, `docker` and `kubectl` do: `turngraph --url … list`. The command takes them as its own;
 * where it has one of that name itself, the one behind it counts.
 */
export function takeGlobalOptions(root: Command, options: readonly Option[]): void {
  for (const option of options) root.addOption(option)
  root.enablePositionalOptions()
  root.hook('preAction', (_, command) => {
    for (const option of options) handOver(root, command, option)
    refuseConflicts(command, options)
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

import { Command, Help, InvalidArgumentError, Option } from 'commander'
import { takeGlobalOptions } from './globalOptions.ts'
import { version } from '../runtime/version.ts'
import { outputTo } from './output.ts'
import { spelled } from './text.ts'
import type { Terminal } from './terminal.ts'

/** What a command is added to: the program, where it runs, and what gets its exit status. */
export interface Program {
  readonly root: Command
  readonly terminal: Terminal
  readonly ended: (status: number) => void
}

/** Returns the program without its commands. It throws where commander would end the process. */
export function createProgram(terminal: Terminal): Command {
  const [stdout, stderr] = [outputTo(terminal.stdout), outputTo(terminal.stderr)]
  const root = new Command('turngraph')
    .description('A version graph for AI conversations.')
    .version(version(), '--version', 'print the version')
    .helpOption('--help', 'show the options')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', settings)
    .exitOverride()
    .configureHelp({ visibleOptions: ownFirst })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'turngraph: ')),
    })
  takeGlobalOptions(root, commonOptions(), terminal.env)
  return root
}

const settings = `
Commands work on the store that the environment names (DATA, STORE, STORE_USER,
STORE_PASSWORD, STORE_DATABASE). With --url, or with TURNGRAPH_URL set and
without --tenant, they work on a running server, and send it TURNGRAPH_KEY as
the key.
The exit status is 0 when all went well, 1 when not, 2 when the command line is wrong.`

/** Returns a command's options as help lists them: its own before those that all commands have. */
function ownFirst(this: Help, command: Command): Option[] {
  const isCommon = (option: Option) => commonNames.has(option.attributeName())
  const options = Help.prototype.visibleOptions.call(this, command)
  return command.parent === null ? options : [...options.filter((one) => !isCommon(one)), ...options.filter(isCommon)]
}

/** Adds a command with the options that all have, and an example. */
export function addCommand(root: Command, nameAndArguments: string, what: string, example: string): Command {
  const command = root.command(nameAndArguments).description(what)
  for (const option of commonOptions()) command.addOption(option)
  return command.addHelpText('after', exampleText(example))
}

/** Returns the end of a help that shows an example. */
export const exampleText = (example: string): string => `\nExample:\n${example.replace(/^/gm, '  ')}`

/** The options that all commands have; they may stand in front of the command too. */
function commonOptions(): Option[] {
  return [
    new Option('--json', 'print one JSON document, for programs'),
    urlOption(),
    new Option('--tenant <name>', 'work on that tenant of the store (default: default)').conflicts('url'),
    new Option('--no-color', 'write without colours, as NO_COLOR=1 does'),
  ]
}

const commonNames: ReadonlySet<string> = new Set(['json', 'url', 'tenant', 'color', 'help'])

/** Returns the option that names a running server. */
export function urlOption(): Option {
  return new Option('--url <url>', 'work on the running server there').argParser(serverUrl)
}

/** Returns an option that takes one of some names, in any case and with `-` or `_`, as the command line spells them. */
export function choiceOf(flags: string, what: string, names: readonly string[]): Option {
  const option = new Option(flags, what).choices(names.map(spelled))
  const { parseArg } = option
  return option.argParser((text: string, before: unknown) => parseArg?.(spelled(text), before))
}

function serverUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new InvalidArgumentError('Give an address like http://127.0.0.1:4000.')
  return url
}

/** Returns what reads a whole number from 1 to `most`. */
export function wholeNumber(most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (number < 1 || number > most) throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`)
    return number
  }
}

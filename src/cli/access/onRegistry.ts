import type { Command } from 'commander'
import { failureOf } from '../../client/failures.ts'
import type { OpenRegistry } from './registry.ts'
import { outputTo } from '../output.ts'
import { exampleText, type Program } from '../program.ts'

/** The output of a command about tenants or keys: a document for programs, and text for people. */
interface RegistryAnswer {
  readonly document: unknown
  readonly text: string
}

/** Adds a command about tenants or keys, with what all of them have. */
export function addRegistryCommand(group: Command, nameAndArguments: string, what: string, example: string): Command {
  return group
    .command(nameAndArguments)
    .description(what)
    .helpOption('--help', 'show the options')
    .option('--json', 'print one JSON document, for programs')
    .addHelpText('after', exampleText(example))
}

/** Works on the registry of the store that the environment names, and prints the outcome. */
export async function onRegistry(
  { terminal, ended }: Program,
  options: { readonly json?: true },
  work: (registry: OpenRegistry) => Promise<RegistryAnswer>,
): Promise<void> {
  const [stdout, stderr] = [outputTo(terminal.stdout), outputTo(terminal.stderr)]
  const print = (document: unknown) => stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  try {
    // A store is not opened before a command is understood.
    const { openRegistry } = await import('./registry.ts')
    const registry = await openRegistry(terminal.env)
    const { document, text } = await work(registry).finally(() => registry.close())
    await (options.json ? print(document) : stdout.write(text))
    ended(0)
  } catch (thrown) {
    const failure = failureOf(thrown)
    await stderr.write(`turngraph: ${failure.message}\n`)
    if (options.json) await print({ error: failure })
    ended(1)
  }
}

import { connect } from '../../client/client.ts'
import { readConfig } from '../../config/config.ts'
import { modelOf } from './acpModel.ts'
import { graphOptions } from '../openGraph.ts'
import { outputTo } from '../output.ts'
import { failureOf } from '../../client/failures.ts'
import { deferredClient } from '../../client/deferredClient.ts'
import { version } from '../../runtime/version.ts'
import { urlOption, type Program } from '../program.ts'
import { keepStdoutForTheProtocol } from './protocolOnly.ts'

/** Adds `acp`: the agent side of the Agent Client Protocol on stdin and stdout, until the editor goes away. */
export function addAcp({ root, terminal, ended }: Program): void {
  root
    .command('acp [command...]')
    .description(
      'serve an editor by the Agent Client Protocol, on stdin and stdout; with a command, that agent answers',
    )
    .addOption(urlOption())
    .addHelpText(
      'after',
      `
Examples:
  RESPONDER_URL=https://host/v1 RESPONDER_MODEL=small DATA=./talks turngraph acp
  turngraph acp -- some-agent --acp`,
    )
    .action(async (command: readonly string[], { url }: { readonly url?: URL }) => {
      try {
        await serve(terminal.env, url ?? null, command)
        ended(0)
      } catch (thrown) {
        await outputTo(terminal.stderr).write(`turngraph: ${failureOf(thrown).message}\n`)
        ended(1)
      }
    })
}

async function serve(env: Program['terminal']['env'], url: URL | null, command: readonly string[]): Promise<void> {
  keepStdoutForTheProtocol()
  // The model is asked from here, also where a server has the graph: its key never leaves this machine.
  const model = modelOf(readConfig(env))
  const by = command.length > 0 ? (await import('./otherAgent.ts')).otherAgent(command, env) : model
  const leaving = new AbortController()
  // An editor is answered while the store is still being opened; where that fails, there is nothing to serve.
  const opening = connect(graphOptions(env, url))
  opening.catch(() => {
    leaving.abort()
  })
  const graph = deferredClient(opening)
  const { serveAcp } = await import('../../adapters/acp/serve.ts')
  const leave = () => {
    leaving.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  const { stdin: input, stdout: output } = process
  await serveAcp({ graph, by, version: version(), input, output, signal: leaving.signal })
  // It would be read forever.
  input.destroy()
  await (await opening).close()
}

import { Option } from 'commander'
import { connect } from '../../client/client.ts'
import { TurngraphError } from '../../client/turngraphError.ts'
import { deferredClient } from '../../client/deferredClient.ts'
import { version } from '../../runtime/version.ts'
import { graphOptions } from '../openGraph.ts'
import { outputTo } from '../output.ts'
import { urlOption, wholeNumber, type Program } from '../program.ts'
import { keepStdoutForTheProtocol } from './protocolOnly.ts'
import type { Terminal } from '../terminal.ts'

interface McpOptions {
  readonly url?: URL
  readonly http?: true
  readonly port: number
  readonly tools: 'core' | 'all'
  readonly readOnly?: boolean
}

/** Adds `mcp`: the Model Context Protocol on stdin and stdout, or by HTTP, until the host goes away. */
export function addMcp({ root, terminal, ended }: Program): void {
  root
    .command('mcp')
    .description('serve the Model Context Protocol to an agent, on stdin and stdout')
    .addOption(urlOption())
    .addOption(new Option('--tools <set>', 'which tools to offer').choices(['core', 'all']).default('core'))
    .option('--read-only', 'offer no tools that write')
    .option('--http', 'serve HTTP on this machine instead, at /mcp')
    .option('--port <number>', 'the port of --http', wholeNumber(65_535), 4001)
    .addHelpText('after', '\nExample:\n  DATA=./talks turngraph mcp')
    .action(async (options: McpOptions) => ended(await serveMcp(terminal, options)))
}

async function serveMcp(terminal: Terminal, { url, http, port, tools, readOnly = false }: McpOptions): Promise<number> {
  const stderr = outputTo(terminal.stderr)
  keepStdoutForTheProtocol()
  const tell = (text: string) => void stderr.write(`turngraph: ${text}\n`)
  const onFault = (thrown: unknown) => tell(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
  const options = { tools, readOnly, version: version(), onFault }
  try {
    const opening = connect(graphOptions(terminal.env, url ?? null))
    const client = deferredClient(opening)
    try {
      const served = http
        ? (await import('../../adapters/mcp/listen.ts')).listenMcp(client, port, options, tell)
        : (await import('../../adapters/mcp/stdio.ts')).serveMcpStdio(client, streamsOf(terminal), options)
      // Where the store cannot be opened there is nothing to serve.
      await Promise.race([served, opening.then(() => served)])
    } finally {
      await client.close()
    }
    return 0
  } catch (thrown) {
    tell(thrown instanceof TurngraphError ? thrown.message : String(thrown))
    return 1
  }
}

function streamsOf({ stdin = process.stdin, stdout }: Terminal) {
  return { stdin, stdout }
}

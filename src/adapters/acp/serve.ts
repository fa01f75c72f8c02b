import { Readable, Writable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ndJsonStream, RequestError, type AgentContext } from '@agentclientprotocol/sdk/unstable'
import { createAgent } from './agent.ts'
import { Conversations } from './conversations.ts'
import type { Graph } from './graph.ts'
import { lineGuard, longestLine } from './lineGuard.ts'
import type { Model, NoModel } from './model.ts'
import { Sessions } from './sessions.ts'

/** What an agent is served with. */
export interface Served {
  readonly graph: Graph
  readonly model: Model | NoModel
  readonly version: string
  readonly input: Readable
  readonly output: Writable
  /** Ends it as the client's leaving does. */
  readonly signal: AbortSignal
}

/** Serves one client over a pair of streams, until it goes away and all that came of its prompts is stored. */
export async function serveAcp({ graph, model, version, input, output, signal }: Served): Promise<void> {
  // Who does not read any more is away: what is written to it fails, and that ends the connection.
  output.on('error', () => undefined)
  let sessions: Sessions | null = null
  const app = createAgent(version, (client) => {
    sessions = new Sessions(new Conversations(graph), model, showTo(client))
    return sessions
  })
  const connection = app.connect(streamOf(input, output))
  const leave = () => connection.close()
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  await connection.closed
  signal.removeEventListener('abort', leave)
  await (sessions as Sessions | null)?.open.end()
}

/** What cannot be shown any more is stored all the same. */
function showTo(client: () => AgentContext): ConstructorParameters<typeof Sessions>[2] {
  return async (sessionId, update) => {
    await client()
      .notify('session/update', { sessionId, update })
      .catch(() => undefined)
  }
}

function streamOf(input: Readable, output: Writable) {
  const guard = lineGuard(longestLine, (bytes) => void output.write(tooLong(bytes)))
  const lines = (Readable.toWeb(input) as ReadableStream<Uint8Array>).pipeThrough(guard)
  const maxMessageBytes = longestLine + 1
  return ndJsonStream(Writable.toWeb(output), lines, { maxMessageBytes })
}

function tooLong(bytes: number): string {
  const facts = { code: 'LIMIT_EXCEEDED', limit: longestLine, bytes }
  const { error } = RequestError.invalidRequest(facts, 'The line is too long.').toResult() as { error: object }
  return `${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`
}

import { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { ReadableStream } from 'node:stream/web'
import { ndJsonStream, RequestError, type AgentContext } from '@agentclientprotocol/sdk/unstable'
import { createAgent } from './agent.ts'
import { ModelAnswering } from './answering.ts'
import { Conversations } from './conversations.ts'
import type { Graph } from './graph.ts'
import { lineGuard, longestLine } from './lineGuard.ts'
import type { Model, NoModel } from './model.ts'
import { Sessions } from './sessions.ts'
import type { Downstream } from './wrapped/downstream.ts'
import { WrappedAnswering } from './wrapped/wrappedAnswering.ts'

/** What an agent is served with. */
export interface Served {
  readonly graph: Graph
  /** Who answers: a model, or another agent. */
  readonly by: Model | NoModel | Downstream
  readonly version: string
  readonly input: Readable
  readonly output: Writable
  /** Ends it as the client's leaving does. */
  readonly signal: AbortSignal
  /** How long another agent may go on once the client is gone, in milliseconds. */
  readonly graceMs?: number
}

/** Serves one client over a pair of streams, until it goes away and all that came of its prompts is stored. */
export async function serveAcp(served: Served): Promise<void> {
  const { graph, by, version, input, output, signal, graceMs = 2_000 } = served
  // Who does not read any more is away: what is written to it fails, and that ends the connection.
  output.on('error', () => undefined)
  let connected: AgentContext | null = null
  const client = () => {
    if (connected === null) throw new Error('No client is connected.')
    return connected
  }
  const conversations = new Conversations(graph)
  const wrapped = 'connect' in by ? new WrappedAnswering(conversations, by, client) : null
  const answering = wrapped ?? new ModelAnswering(conversations, by as Model | NoModel, version)
  // What cannot be shown any more is stored all the same.
  const sessions = new Sessions(conversations, answering, async (sessionId, update) => {
    await client()
      .notify('session/update', { sessionId, update })
      .catch(() => undefined)
  })
  const app = createAgent(sessions, answering).onConnect((connection) => {
    connected = connection.client
  })
  wrapped?.passOn(app)
  const connection = app.connect(streamOf(input, output))
  const leave = () => {
    connection.close()
  }
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  await connection.closed
  signal.removeEventListener('abort', leave)
  const stored = sessions.open.end().then(() => conversations.runs.endAllOwed())
  // What another agent says to being cancelled belongs to what came; one that does not stop is ended.
  if (wrapped) await overOrLate(stored, graceMs)
  await Promise.all([stored, wrapped?.end()])
}

/** Resolves when something is over, or has taken too long. */
async function overOrLate(over: Promise<void>, milliseconds: number): Promise<void> {
  const late = new AbortController()
  await Promise.race([over, pause(milliseconds, undefined, { signal: late.signal }).catch(() => undefined)])
  late.abort()
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

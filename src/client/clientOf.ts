import { resultOf, type Answer } from './answer.ts'
import { conversationsOf } from './conversations/conversationsOf.ts'
import type { Ask, FollowOnce, Graph } from './conversations/graph.ts'
import type { ConnectedGraph, GraphFiles, QueryOptions } from './graphClient.ts'
import { documentText } from './documentText.ts'
import { isSafeToRepeat, retried, repeated } from './repeat.ts'
import { TurngraphError } from './turngraphError.ts'

/** Sends one operation. */
export type Send = (document: string, variables: object, signal: AbortSignal | undefined) => Promise<Answer>

/** Returns the client that asks by `send`. */
export function clientOf(send: Send, close: () => Promise<void>): Pick<ConnectedGraph, 'query' | 'close'> {
  let closed: Promise<void> | null = null
  return {
    async query<R>(document: unknown, ...args: [variables?: object, options?: QueryOptions]): Promise<R> {
      const [variables = {}, { signal } = {}] = args
      if (closed) throw closedAlready()
      const text = documentText(document)
      const ask = async () => resultOf(await send(text, variables, signal)) as R
      return isSafeToRepeat(text, variables) ? repeated(ask, signal) : ask()
    },
    close: () => (closed ??= close()),
  }
}

/** What a connected graph is made of. */
export interface GraphParts {
  readonly send: Send
  readonly follow: FollowOnce
  readonly files: GraphFiles
  readonly close: () => Promise<void>
}

/** Returns operations, files and conversations as one client, which does none of it once it is closed. */
export function connectedGraph({ send, follow, files, close }: GraphParts): ConnectedGraph {
  const ending = new AbortController()
  const closed = ending.signal
  const client = clientOf(send, close)
  const ifOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed.aborted) throw closedAlready()
    return work()
  }
  const ask: Ask = (document, variables, { signal } = {}) =>
    ifOpen(() => retried(async () => resultOf(await send(document, variables, signal)) as never, signal))
  const graph: Graph = { ask, follow, closed }
  return {
    ...client,
    conversations: conversationsOf(graph),
    import: (file, options) => ifOpen(() => files.import(file, options)),
    export: (conversationId, options) => ifOpen(() => files.export(conversationId, options)),
    extract: (options) => ifOpen(() => files.extract(options)),
    attach: (bytes, options) => ifOpen(() => files.attach(bytes, options)),
    attachment: (id) => ifOpen(() => files.attachment(id)),
    close() {
      ending.abort(closedAlready())
      return client.close()
    },
  }
}

function closedAlready(): TurngraphError {
  return new TurngraphError('CLOSED', 'The client is closed.')
}

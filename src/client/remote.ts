import type { Answer } from './answer.ts'
import { connectedGraph, type Send } from './clientOf.ts'
import type { FollowOnce } from './conversations/graph.ts'
import type { ConnectedGraph, RemoteOptions } from './graphClient.ts'
import { remoteFiles } from './remoteFiles.ts'
import { parsed, refusalOf, retryAfterOf, serverAt, unreachable, type Server } from './server.ts'
import { streamedAnswers } from './streamedAnswers.ts'

/** Returns the client of a running server: `fetch` alone, so it works in browsers. */
export function connectRemote(options: RemoteOptions): ConnectedGraph {
  const server = serverAt(options)
  const send: Send = async (query, variables, signal) => {
    const init = { ...requestInit(query, variables), ...(signal && { signal }) }
    return answerOf(server, 'graphql', await server.ask('graphql', init), signal)
  }
  const follow: FollowOnce = (query, variables, signal) => followed(server, requestInit(query, variables), signal)
  return connectedGraph({ send, follow, files: remoteFiles(server), close: () => Promise.resolve() })
}

const requestInit = (query: string, variables: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables }),
})

async function answerOf(server: Server, path: string, response: Response, signal?: AbortSignal): Promise<Answer> {
  const text = await response.text().catch(unreachable(server, path, signal))
  const answer: Answer | null = parsed(text)
  if (answer !== null && ('data' in answer || 'errors' in answer))
    return { ...answer, retryAfterMs: retryAfterOf(response) }
  throw refusalOf(server, path, response, text)
}

/** Subscriptions come as server-sent events; one that is refused at once is answered as any operation. */
async function* followed(
  server: Server,
  init: ReturnType<typeof requestInit>,
  signal: AbortSignal,
): AsyncGenerator<Answer> {
  const path = 'graphql/stream'
  const headers = { ...init.headers, accept: 'text/event-stream' }
  const response = await server.ask(path, { ...init, headers, signal })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (!isStream || !response.body) yield answerOf(server, path, response, signal)
  else
    for await (const answer of streamedAnswers(response.body, unreachable(server, path, signal))) {
      server.forgetSeen()
      yield answer
    }
}

import { clientOf, withFiles, type Answer, type Send } from './clientOf.ts'
import type { ConnectedGraph, RemoteOptions } from './graphClient.ts'
import { remoteFiles } from './remoteFiles.ts'
import { parsed, refusalOf, serverAt, unreachable, type Server } from './server.ts'

/** Returns the client of a running server: `fetch` alone, so it works in browsers. */
export function connectRemote(options: RemoteOptions): ConnectedGraph {
  const server = serverAt(options)
  const send: Send = async (query, variables, signal) => {
    const body = JSON.stringify({ query, variables })
    const headers = { 'content-type': 'application/json' }
    const response = await server.ask('graphql', { method: 'POST', headers, body, ...(signal && { signal }) })
    return answerOf(server, response, signal)
  }
  return withFiles(
    clientOf(send, () => Promise.resolve()),
    remoteFiles(server),
  )
}

async function answerOf(server: Server, response: Response, signal: AbortSignal | undefined): Promise<Answer> {
  const text = await response.text().catch(unreachable(server, 'graphql', signal))
  const answer = parsed(text) as Answer | null
  if (answer !== null && ('data' in answer || 'errors' in answer)) return answer
  throw refusalOf(server, 'graphql', response.status, text)
}

import { agent, methods, type AgentApp } from '@agentclientprotocol/sdk/unstable'
import type { Answering } from './answering.ts'
import { parseForkRequest } from './forkRequest.ts'
import type { Sessions } from './sessions.ts'

/** Returns the agent whose sessions are conversations of the graph. */
export function createAgent(sessions: Sessions, answering: Answering): AgentApp {
  const { session } = methods.agent
  return (
    agent({ name: 'turngraph' })
      .onRequest(methods.agent.initialize, ({ params }) => answering.initialize(params))
      .onRequest(session.new, ({ params }) => sessions.create(params))
      .onRequest(session.load, ({ params }) => sessions.load(params))
      .onRequest(session.resume, ({ params }) => sessions.resume(params))
      .onRequest(session.list, ({ params }) => sessions.list(params.cwd ?? null, params.cursor ?? null))
      // The SDK's own parser drops the point.
      .onRequest(session.fork, parseForkRequest, ({ params }) => sessions.fork(params))
      .onRequest(session.prompt, ({ params, signal }) => sessions.prompt(params, signal))
      .onRequest(session.close, async ({ params }) => {
        await sessions.close(params.sessionId)
        return {}
      })
      .onRequest(session.delete, async ({ params }) => {
        await sessions.delete(params.sessionId)
        return {}
      })
      .onNotification(session.cancel, ({ params }) => {
        sessions.open.cancel(params.sessionId)
      })
  )
}

import {
  agent,
  methods,
  PROTOCOL_VERSION,
  type AgentApp,
  type AgentContext,
  type InitializeResponse,
} from '@agentclientprotocol/sdk/unstable'
import { parseForkRequest } from './forkRequest.ts'
import type { Sessions } from './sessions.ts'

/** What this agent can do. The point of a fork has no place in the schema yet: it is told as the proposal has it. */
const capabilities = {
  loadSession: true,
  promptCapabilities: { image: true, audio: true, embeddedContext: true },
  sessionCapabilities: {
    list: {},
    resume: {},
    close: {},
    delete: {},
    additionalDirectories: {},
    fork: { atMessageId: true, _meta: { turngraph: { messageId: 'inclusive', before: true } } },
  },
}

/** Returns the agent whose sessions are conversations of the graph; `sessionsOf` makes them for the client that connects. */
export function createAgent(version: string, sessionsOf: (client: () => AgentContext) => Sessions): AgentApp {
  let connected: AgentContext | null = null
  const sessions = sessionsOf(() => {
    if (connected === null) throw new Error('No client is connected.')
    return connected
  })
  const { session } = methods.agent
  return (
    agent({ name: 'turngraph' })
      .onConnect(({ client }) => {
        connected = client
      })
      .onRequest(methods.agent.initialize, () => initialized(version))
      .onRequest(session.new, async ({ params }) => ({ sessionId: await sessions.create(params) }))
      .onRequest(session.load, async ({ params }) => {
        await sessions.load(params)
        return {}
      })
      .onRequest(session.resume, async ({ params }) => {
        await sessions.resume(params)
        return {}
      })
      .onRequest(session.list, ({ params }) => sessions.list(params.cwd ?? null, params.cursor ?? null))
      // The SDK's own parser drops the point.
      .onRequest(session.fork, parseForkRequest, async ({ params }) => ({ sessionId: await sessions.fork(params) }))
      .onRequest(session.prompt, ({ params, signal }) => sessions.prompt(params, signal))
      .onRequest(session.close, async ({ params }) => {
        await sessions.close(params.sessionId)
        return {}
      })
      .onRequest(session.delete, async ({ params }) => {
        await sessions.delete(params.sessionId)
        return {}
      })
      .onNotification(session.cancel, ({ params }) => sessions.open.cancel(params.sessionId))
  )
}

function initialized(version: string): InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: capabilities,
    agentInfo: { name: 'turngraph', title: 'turngraph', version },
    authMethods: [],
  }
}

import { client, type AnyMessage, type ClientConnection, type Stream } from '@agentclientprotocol/sdk/unstable'
import { objectOf, type Facts } from '../graph.ts'

/** Another agent, to which its own connection leads. */
export interface Downstream {
  /** Connects; what the agent shows comes in order, and before the answer that it belongs to. */
  connect(agentNotification: AgentNotification): DownstreamConnection
}
export interface DownstreamConnection {
  request(method: string, params: unknown): Promise<Facts>
  notify(method: string, params: unknown): Promise<void>
  /** Ends the agent. */
  close(): Promise<void>
}

/** What an agent says by itself. */
export interface AgentNotification {
  readonly onUpdate: (params: Facts) => void
  readonly onRequest: (method: string, params: unknown) => Promise<unknown>
  readonly onNotification: (method: string, params: unknown) => Promise<void>
}

/** Returns the agent at the other end of a stream; `end` waits until it is gone. */
export function downstreamOf(stream: Stream, end: () => Promise<void>): Downstream {
  return {
    connect({ onUpdate, onRequest, onNotification }) {
      const connection = client({ name: 'turngraph' })
        .onRequest('*', ({ method, params }) => onRequest(method, params))
        .onNotification('*', ({ method, params }) => onNotification(method, params))
        .connect({ writable: stream.writable, readable: stream.readable.pipeThrough(updatesOut(onUpdate)) })
      return connectionOf(connection, end)
    },
  }
}

/** The SDK hands updates to whom they concern at once with the answers behind them: here they are taken out before. */
function updatesOut(onUpdate: (params: Facts) => void): TransformStream<AnyMessage, AnyMessage> {
  return new TransformStream({
    transform(message, rest) {
      const params = 'method' in message && message.method === 'session/update' ? objectOf(message.params) : null
      if (params) onUpdate(params)
      else rest.enqueue(message)
    },
  })
}

function connectionOf(connection: ClientConnection, end: () => Promise<void>): DownstreamConnection {
  return {
    request: async (method, params) => (await connection.agent.request<Facts | null>(method, params)) ?? {},
    notify: (method, params) => connection.agent.notify(method, params),
    async close() {
      connection.close()
      await end()
    },
  }
}

import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { GraphQLFault } from '../../graphql/support/api.ts'

/** What a server says to one operation. */
export interface Message {
  readonly id: string
  readonly type: 'next' | 'error' | 'complete'
  readonly payload?: { readonly data?: unknown; readonly errors?: readonly GraphQLFault[] } & readonly GraphQLFault[]
}

/** A client of graphql-ws's protocol that sends what it is told to, and reads only when it is let. */
export interface SocketClient {
  readonly socket: WebSocket
  /** What came, in its order. */
  readonly messages: readonly Message[]
  send(id: string, query: string, variables?: object): void
  complete(id: string): void
  /** Resolves once so many messages of a type came. */
  reach(type: Message['type'], count: number): Promise<readonly Message[]>
  close(): Promise<void>
}

/** Opens a socket that the server has acknowledged. */
export async function openSocket(url: string): Promise<SocketClient> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send('{"type":"connection_init"}')
  await once(socket, 'message')
  const messages: Message[] = []
  const heard = new Set<() => void>()
  socket.on('message', (text: Buffer) => {
    messages.push(JSON.parse(text.toString()) as Message)
    for (const hear of heard) hear()
  })
  const of = (type: Message['type']) => messages.filter((message) => message.type === type)
  return {
    socket,
    messages,
    send: (id, query, variables = {}) => {
      socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query, variables } }))
    },
    complete: (id) => {
      socket.send(JSON.stringify({ id, type: 'complete' }))
    },
    async reach(type, count) {
      await new Promise<void>((resolve) => {
        const hear = () => {
          if (of(type).length >= count) resolve()
        }
        heard.add(hear)
        hear()
      })
      return of(type)
    },
    async close() {
      if (socket.readyState === socket.CLOSED) return
      const closed = once(socket, 'close')
      socket.terminate()
      await closed
    },
  }
}

import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Subscribers that cost little: they share the machine with the server that they measure. */
export interface Followers {
  /** Resolves when every one of them was told of one more event. */
  told(): Promise<void>
  close(): void
}

/** What one subscriber asks. */
export interface Question {
  readonly query: string
  readonly variables: object
}

/** Opens so many sockets with so many subscribers on all of them, and answers when all of them were asked for. */
export async function openFollowers(
  url: string,
  sockets: number,
  subscribers: number,
  questionOf: (n: number) => Question,
): Promise<Followers> {
  let missing = subscribers
  let wake = () => {}
  let wrong: Error | null = null
  const hear = (text: string) => {
    if (!text.includes('"type":"next"') || text.includes('"errors"'))
      wrong ??= new Error(`The server says ${text.slice(0, 500)}`)
    if (--missing === 0 || wrong) wake()
  }
  const open: WebSocket[] = []
  for (let at = 0; at < sockets; at++) open.push(await connect(url, hear))
  for (let n = 0; n < subscribers; n++)
    open[n % sockets]?.send(JSON.stringify({ id: String(n), type: 'subscribe', payload: questionOf(n) }))
  return {
    async told() {
      if (missing > 0 && !wrong) await new Promise<void>((resolve) => (wake = resolve))
      if (wrong) throw wrong
      missing = subscribers
    },
    close: () => {
      for (const socket of open) socket.terminate()
    },
  }
}

async function connect(url: string, hear: (text: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send('{"type":"connection_init"}')
  await once(socket, 'message')
  socket.on('message', (message: Buffer) => hear(message.toString()))
  return socket
}

import type { WebSocket } from 'ws'

/** How often a sign of life is asked for, and how often it may stay away. */
const beatMs = 12_000
const mostMissed = 2

/** Asks all sockets for signs of life, and cuts off those that give none. Returns what ends it. */
export function heartbeat(sockets: ReadonlySet<WebSocket>): () => void {
  const missed = new WeakMap<WebSocket, number>()
  const beat = () => {
    for (const socket of sockets) {
      const count = missed.get(socket)
      if (count === undefined) socket.on('pong', () => missed.set(socket, 0))
      if (count !== undefined && count >= mostMissed) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.ping()
      missed.set(socket, (count ?? 0) + 1)
    }
  }
  const timer = setInterval(beat, beatMs).unref()
  return () => clearInterval(timer)
}

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes answers that wait behind another one once their connection is closed: Node does not tell them, and what waits for their end,
 * their places and their checks among it, would be held forever.
 */
export function closeWaiting(server: Server): void {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>()
  const waitingOn = (socket: Socket): Set<ServerResponse> => {
    const all = waiting.get(socket) ?? new Set<ServerResponse>()
    if (waiting.has(socket)) return all
    waiting.set(socket, all)
    socket.once('close', () => {
      for (const one of all) if (one.socket === null && !one.destroyed) one.destroy().emit('close')
    })
    return all
  }
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    if (response.socket !== null) return
    const all = waitingOn(socket)
    all.add(response)
    response.once('close', () => all.delete(response))
  })
}

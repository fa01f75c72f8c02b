import type { ServerResponse } from 'node:http'

/** How long a client may leave what was sent to it unread. */
const stalledMs = 30_000

/** Returns what writes to a client and resolves once that has left, or the client has; one that takes nothing for long is cut off. */
export function writerTo(raw: ServerResponse): (text: string) => Promise<void> {
  return async (text) => {
    if (!raw.writable || raw.destroyed) return
    const stalled = setTimeout(() => raw.destroy(), stalledMs).unref()
    await new Promise<void>((resolve) => {
      const done = () => {
        raw.off('close', done)
        resolve()
      }
      // Of what is written when the socket has gone and the answer does not know it yet, Node says nothing more.
      raw.once('close', done)
      raw.write(text, done)
    })
    clearTimeout(stalled)
  }
}

import type { Writable } from 'node:stream'

/** A stream that a command writes to. Whoever reads it may go at any time, as `| head` does. */
export interface Output {
  /** Writes all of it; answers whether anybody still reads. */
  write(piece: string | Uint8Array): Promise<boolean>
}

/** Returns an output over a stream. A reader that has gone is no error; anything else that is wrong with it is. */
export function outputTo(stream: Writable): Output {
  let isRead = true
  // What is wrong reaches the one who wrote; without a listener it would end the process as well.
  stream.on('error', () => undefined)
  return {
    write: (piece) => {
      if (!isRead || piece.length === 0) return Promise.resolve(isRead)
      return new Promise((done, failed) => {
        stream.write(piece, (error) => {
          isRead = !error
          if (error && !hasGone(error)) failed(error)
          else done(isRead)
        })
      })
    },
  }
}

const goneCodes = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])

function hasGone(error: Error): boolean {
  return goneCodes.has((error as NodeJS.ErrnoException).code)
}

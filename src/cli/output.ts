import type { Writable } from 'node:stream'
import { plainText } from '../domain/messages/plainText.ts'
import { rendered, type StyledPiece } from './styled.ts'

/** A stream that a command writes to; a terminal, or what a program reads. */
export type Stream = Writable & { readonly isTTY?: boolean }

/** Where a command writes. The reader may go at any time, as `| head` does. */
export interface Output {
  /** Writes all of it; answers whether the reader is still there. Text goes out as plain text, bytes as they are unless a terminal shows them. */
  write(piece: string | Uint8Array | readonly StyledPiece[]): Promise<boolean>
}

/** Returns an output over a stream. A reader that has gone is no error; anything else that is wrong with it is. */
export function outputTo(stream: Stream, colours = false): Output {
  let isRead = true
  const decoder = new TextDecoder()
  const harmless = (piece: string | Uint8Array | readonly StyledPiece[]): string | Uint8Array => {
    if (!(piece instanceof Uint8Array) && typeof piece !== 'string') return rendered(piece, colours)
    if (typeof piece === 'string') return plainText(piece)
    return stream.isTTY === true ? plainText(decoder.decode(piece, { stream: true })) : piece
  }
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore)
  return {
    write: (piece) => {
      if (!isRead || piece.length === 0) return Promise.resolve(isRead)
      return new Promise((done, failed) => {
        stream.write(harmless(piece), (error) => {
          isRead = !error
          if (error && !hasGone(error)) failed(error)
          else done(isRead)
        })
      })
    },
  }
}

/** What is wrong with a stream reaches the one who wrote; without a listener it would end the process as well. */
const ignore = () => undefined

const goneCodes = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])

function hasGone(error: Error): boolean {
  return goneCodes.has((error as NodeJS.ErrnoException).code)
}

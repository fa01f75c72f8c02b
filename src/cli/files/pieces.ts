import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/**
 * Writes beside the file and puts it in place when it is whole; none of fewer than `least` bytes: `{}` says nothing. Returns
 * how many bytes it has.
 */
export async function toFile(pieces: AsyncIterable<Uint8Array>, output: string, least = -1): Promise<number> {
  const part = `${output}.${process.pid}.part`
  try {
    const file = createWriteStream(part)
    await pipeline(pieces, file)
    const isEmpty = file.bytesWritten <= least
    await (isEmpty ? rm(part) : rename(part, output))
    return isEmpty ? 0 : file.bytesWritten
  } catch (thrown) {
    await rm(part, { force: true })
    const isOfPart = (thrown as NodeJS.ErrnoException).path === part
    throw isOfPart ? Object.assign(thrown as Error, { path: output }) : thrown
  }
}

/** Returns the pieces as one text. */
export async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

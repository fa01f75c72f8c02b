import { rename, rm } from 'node:fs/promises'
import { writePart } from './wholeFile.ts'

/**
 * Writes beside the file and puts it in place when it is whole; none of fewer than `least` bytes: `{}` says nothing. Returns
 * how many bytes it has.
 */
export async function toFile(pieces: AsyncIterable<Uint8Array>, output: string, least = -1): Promise<number> {
  const part = await writePart(pieces, output)
  const isEmpty = part.bytes <= least
  try {
    await (isEmpty ? rm(part.path) : rename(part.path, output))
    return isEmpty ? 0 : part.bytes
  } catch (thrown) {
    await rm(part.path, { force: true })
    throw Object.assign(thrown as Error, { path: output })
  }
}

/** Returns the pieces as one text. */
export async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../../../domain/refusals.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { withRoom } from '../../../storage/storeFull.ts'
import { fileSource } from './fileSource.ts'

/** Does something with a stream as a file, which is removed afterwards; refuses more than `limit` bytes. */
export async function withSpooled<R>(
  bytes: AsyncIterable<Uint8Array>,
  name: string | null,
  limit: number,
  use: (file: ImportSource) => Promise<R>,
): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), 'turngraph-import-'))
  try {
    const path = join(folder, 'file')
    await withRoom('a file that is imported', () => pipeline(bytes, limited(limit), createWriteStream(path)))
    return await use(fileSource(path, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function limited(limit: number) {
  return async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let total = 0
    for await (const piece of bytes) {
      total += piece.byteLength
      if (total > limit) throw new Refusal('LIMIT_EXCEEDED', { limit }, `The file has more than ${limit} bytes.`)
      yield piece
    }
  }
}

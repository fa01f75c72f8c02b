import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../../../domain/refusals.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { withTemporaryRoom } from '../../../storage/storeFull.ts'
import { fileSource } from '../../fileSource.ts'

/** The room for a file while it is imported. */
export interface SpoolRoom {
  /** The most bytes that it may have. */
  readonly limit: number
  /** Takes room for so many more, and returns what gives it back; throws where there is none. */
  readonly take?: (bytes: number) => () => void
}

/** Does something with a stream as a file, which is removed afterwards; refuses what has no room. */
export async function withSpooled<R>(
  bytes: AsyncIterable<Uint8Array>,
  name: string | null,
  room: SpoolRoom,
  use: (file: ImportSource, bytes: number) => Promise<R>,
): Promise<R> {
  const taken: (() => void)[] = []
  const spooled = { bytes: 0, folder: null as string | null }
  try {
    const path = await withTemporaryRoom(
      'a file that is imported',
      () => spooled.bytes,
      async () => {
        spooled.folder = await mkdtemp(join(tmpdir(), 'turngraph-import-'))
        const file = join(spooled.folder, 'file')
        await pipeline(bytes, limited(room, taken, spooled), createWriteStream(file))
        return file
      },
    )
    return await use(fileSource(path, name), (await stat(path)).size)
  } finally {
    if (spooled.folder !== null) await rm(spooled.folder, { recursive: true, force: true })
    for (const leave of taken) leave()
  }
}

/** Refuses a file whose length says beforehand that there is no room; null: the request did not say it. */
export function refuseTooLong({ limit }: SpoolRoom, length: number | null): void {
  if (length !== null && length > limit) throw tooLong(limit)
}

function tooLong(limit: number): Refusal {
  return new Refusal('LIMIT_EXCEEDED', { limit }, `The file has more than ${limit} bytes.`)
}

function limited({ limit, take }: SpoolRoom, taken: (() => void)[], spooled: { bytes: number }) {
  return async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      spooled.bytes += piece.byteLength
      if (spooled.bytes > limit) throw tooLong(limit)
      if (take) taken.push(take(piece.byteLength))
      yield piece
    }
  }
}

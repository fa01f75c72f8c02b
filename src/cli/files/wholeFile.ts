import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Writes a file that others may not read: beside its place, put there when it is whole and on the disk. Returns its bytes. */
export async function writeWhole(pieces: AsyncIterable<Uint8Array>, path: string): Promise<number> {
  const part = `${path}.${process.pid}.part`
  try {
    const file = createWriteStream(part, { mode: 0o600, flush: true })
    await pipeline(pieces, file)
    await rename(part, path)
    return file.bytesWritten
  } catch (thrown) {
    await rm(part, { force: true })
    const isOfPart = (thrown as NodeJS.ErrnoException).path === part
    throw isOfPart ? Object.assign(thrown as Error, { path }) : thrown
  }
}

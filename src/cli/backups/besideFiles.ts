import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandFailed } from '../../client/failures.ts'
import { makeFolder } from '../../runtime/makeFolder.ts'
import { writeWhole } from '../files/wholeFile.ts'
import { counted } from '../text.ts'

/** Returns the folder beside a backup in which attachments' bytes lie. */
export const besideOf = (file: string): string => `${file}.attachments`

/** What a backup puts beside its file. */
export interface BesideFiles {
  take(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Refuses a disk that had no room for one of them, by what all need: to be called once all were taken. */
  refuseFull(): void
  /** Takes away again what was not there before. */
  drop(): Promise<void>
  /** Reads all of them, and returns the ids of those whose bytes are not what they are named by. */
  damaged(): Promise<string[]>
}

/** Returns what puts attachments beside a backup; once the disk is full it counts the rest, to say how much is needed. */
export function besideFiles(file: string): BesideFiles {
  const folder = besideOf(file)
  const [ids, written] = [new Set<string>(), new Set<string>()]
  let [all, isFull] = [0, false]
  return {
    async take(id, bytes) {
      const path = join(folder, id)
      const there = await stat(path).catch(() => null)
      // Bytes of an id are always the same: what is there is not written again.
      if (there === null && !isFull)
        try {
          makeFolder(folder, 0o700)
          all += await writeWhole(bytes, path)
          written.add(path)
        } catch (thrown) {
          all += neededOf(thrown)
          isFull = true
        }
      else if (there === null) for await (const piece of bytes) all += piece.length
      ids.add(id)
    },
    refuseFull() {
      if (!isFull) return
      const message = `"${folder}" does not fit on the disk: attachments need ${counted(all, 'byte', 'bytes')} there. Nothing was kept.`
      throw new CommandFailed('FILE_UNUSABLE', message, { path: folder, reason: 'ENOSPC', bytes: all })
    },
    async drop() {
      for (const path of written) await rm(path, { force: true })
      // One that holds anything else stays.
      if (written.size > 0 || isFull) await rmdir(folder).catch(() => undefined)
    },
    async damaged() {
      const damaged: string[] = []
      for (const id of ids) if ((await hashOf(join(folder, id))) !== id) damaged.push(id)
      return damaged
    },
  }
}

/** Returns how many bytes found no room; throws what is another fault. */
function neededOf(thrown: unknown): number {
  const { details } = thrown instanceof CommandFailed ? thrown : { details: null }
  const { reason, bytes } = (details ?? {}) as { readonly reason?: unknown; readonly bytes?: unknown }
  if (reason !== 'ENOSPC' || typeof bytes !== 'number') throw thrown
  return bytes
}

async function hashOf(path: string): Promise<string | null> {
  if (!existsSync(path)) return null
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

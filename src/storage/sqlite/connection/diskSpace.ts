import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StoreFull } from '../../storeFull.ts'

/** Whether the disk takes what is written, as far as it is known. */
export interface Room {
  /** Passes on what comes of a write, and keeps in mind whether there was room for it. */
  during<T>(write: Promise<T>): Promise<T>
  /** Says whether there may be none: the last write found none, or hardly any is left. */
  isDoubtful(): Promise<boolean>
}

export interface RoomLogger {
  error(details: object, message: string): void
  info(details: object, message: string): void
}

/** What a few turns need; a disk with less is asked by a write. */
const fewBytes = 1024 * 1024

/** Returns what is known of the disk that holds the file; a change of it is logged, not each write. */
export function roomFor(path: string, logger: RoomLogger | null): Room {
  let isFull = false
  const report = (full: boolean): void => {
    if (full && !isFull) logger?.error({ path }, 'The disk of the store is full: nothing is written until it has room')
    if (!full && isFull) logger?.info({ path }, 'The disk of the store has room again')
    isFull = full
  }
  return {
    async during(write) {
      try {
        const done = await write
        report(false)
        return done
      } catch (thrown) {
        if (thrown instanceof StoreFull) report(true)
        throw thrown
      }
    },
    async isDoubtful() {
      if (isFull) return true
      const disk = await statfs(dirname(path)).catch(() => null)
      return disk !== null && disk.bavail * disk.bsize < fewBytes
    },
  }
}

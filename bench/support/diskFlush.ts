import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** What a commit of one turn writes to its log. */
const bytes = Buffer.alloc(32 * 1024, 7)

/** A file on the disk of the stores, to which is written as a log is. */
export interface DiskFlush {
  /** Writes and flushes: no durable write takes less on this disk. */
  readonly once: () => void
  close(): void
}

/** Returns the disk's own flush. The file is written over from its beginning, as a log is once it has its size. */
export function diskFlushIn(folder: string): DiskFlush {
  const file = openSync(join(folder, 'flushed'), 'w')
  writeSync(file, Buffer.alloc(laps * bytes.length))
  let next = 0
  return {
    once: () => {
      writeSync(file, bytes, 0, bytes.length, (next++ % laps) * bytes.length)
      fdatasyncSync(file)
    },
    close: () => closeSync(file),
  }
}
const laps = 64

import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A real file system of a few megabytes. */
export interface SmallDisk {
  readonly folder: string
  /** Takes all room that is left. */
  fill(): void
  /** Gives it back. */
  empty(): void
  remove(): void
}

/** Returns such a disk; null where this user may mount none. */
export function smallDisk(bytes: number): SmallDisk | null {
  if (process.platform !== 'linux') return null
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  if (status !== 0) {
    rmSync(folder, { recursive: true })
    return null
  }
  const remove = () => {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => fillUp(filler),
    empty: () => rmSync(filler, { force: true }),
    remove,
  }
}

function fillUp(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown
  } finally {
    closeSync(file)
  }
}

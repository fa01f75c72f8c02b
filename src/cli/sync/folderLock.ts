import { createHash } from 'node:crypto'
import { link, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir, uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandFailed } from '../../client/failures.ts'
import { lives } from '../../watch/liveSessions.ts'
import { startOf } from './processStart.ts'

/** How often it is looked whether another sync has ended, in milliseconds. */
const lookMs = 100
/** What clocks of files and of processes may differ by, in milliseconds. */
const slackMs = 2_000

/**
 * Does something with a folder while no other sync of this machine does: two that write the same turns at once would write them
 * twice. One that was killed holds nobody up. `onWait` is told once that another one is under way.
 */
export async function alone<T>(folder: string, work: () => Promise<T>, onWait: () => unknown): Promise<T> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32)
  const lock = join(tmpdir(), `turngraph-sync-${name}.lock`)
  const own = `${lock}.${process.pid}.${Math.random().toString(36).slice(2)}`
  await writeFile(own, String(process.pid), { mode: 0o644 })
  try {
    for (let isWaiting = false; !(await taken(own, lock)); isWaiting = true) {
      if (!isWaiting) onWait()
      await pause(lookMs)
    }
  } finally {
    await rm(own, { force: true })
  }
  return work().finally(() => rm(lock, { force: true }))
}

/** Takes the lock; one of a process that is gone is taken away for the next try. */
async function taken(own: string, lock: string): Promise<boolean> {
  try {
    await link(own, lock)
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  }
  const holder = await holderOf(lock)
  if (holder !== null && (await isGone(lock, holder))) await takeAway(lock, holder)
  return false
}

/** Takes a lock away, unless another one is there by now. */
async function takeAway(lock: string, holder: number): Promise<void> {
  const aside = `${lock}.${process.pid}.aside`
  await rename(lock, aside).catch((thrown: unknown) => {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return
    const message = `"${lock}" was left by a sync of another user, which has ended: remove it.`
    throw new CommandFailed('FILE_BUSY', message, { path: lock })
  })
  const before = await holderOf(aside)
  if (before !== null && before !== holder) await link(aside, lock).catch(() => undefined)
  await rm(aside, { force: true })
}

async function holderOf(lock: string): Promise<number | null> {
  return Number(await readFile(lock, 'utf8').catch(() => '')) || null
}

/** In a container every process has the same number: an older lock is of the one before. */
async function isGone(lock: string, holder: number): Promise<boolean> {
  const madeMs = (await stat(lock).catch(() => null))?.mtimeMs ?? Infinity
  // Numbers are given again when a machine starts.
  if (madeMs < Date.now() - uptime() * 1000 - 1000) return true
  // And before that, too: a process that began after the lock was made is another one.
  if (holder !== process.pid) return !lives(holder) || ((await startOf(holder)) ?? 0) > madeMs + slackMs
  return madeMs < Date.now() - process.uptime() * 1000 - 1000
}

import { unwatchFile, watchFile } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import type { AsyncSubscription, Event } from '@parcel/watcher'
import { CommandFailed } from '../client/failures.ts'
import { statusIn } from './walk.ts'

/** What follows files on the disk, until it is closed. */
export interface FileChanges {
  /** Whether it had better start again: folders that were made since are followed each for itself. */
  readonly isScattered: boolean
  close(): Promise<void>
}

/** Who hears of changes. */
export interface ChangeListener {
  /** Something at a path was made, written, moved or removed. */
  changed(path: string): void
  /** There is a new folder, perhaps with files that no event has named. */
  foldered(path: string): void
  /** Something cannot be followed. */
  failed(thrown: unknown): void
}

/** How often a file that was named itself is looked at, in milliseconds. */
const lookMs = 500

/** Follows a file, or a folder with all below it; resolves once nothing that changes is missed. */
export async function followChanges(path: string, listener: ChangeListener): Promise<FileChanges> {
  return (await stat(path)).isDirectory() ? new FollowedFolder(listener).begin(path) : followFile(path, listener)
}

function followFile(path: string, listener: ChangeListener): FileChanges {
  const look = () => listener.changed(path)
  watchFile(path, { interval: lookMs }, look)
  return {
    isScattered: false,
    close() {
      unwatchFile(path, look)
      return Promise.resolve()
    },
  }
}

/**
 * A folder with all below it. Of folders that are made one inside the other at once, Linux tells the outermost alone: so each new
 * folder is followed for itself.
 */
class FollowedFolder implements FileChanges {
  private readonly listener: ChangeListener
  private readonly subscriptions: AsyncSubscription[] = []
  private isClosed = false

  constructor(listener: ChangeListener) {
    this.listener = listener
  }

  async begin(path: string): Promise<FileChanges> {
    await this.follow(path)
    return this
  }

  get isScattered(): boolean {
    return this.subscriptions.length > 1
  }

  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all(this.subscriptions.splice(0).map((one) => one.unsubscribe()))
  }

  private async follow(path: string): Promise<void> {
    // It is a binary, which commands that follow nothing do without.
    const { default: watcher } = await import('@parcel/watcher')
    // Linux follows no link, and macOS names what lies behind one.
    const real = await realpath(path)
    const one = await watcher.subscribe(real, (error, events) => this.heard({ path, real }, error, events), { ignore })
    if (this.isClosed) await one.unsubscribe()
    else this.subscriptions.push(one)
  }

  private heard({ path, real }: Followed, error: Error | null, events: readonly Event[]): void {
    if (this.isClosed) return
    if (error !== null) this.listener.failed(cannotFollow(path, error))
    for (const event of events) {
      const changed = event.path.startsWith(real) ? path + event.path.slice(real.length) : event.path
      this.listener.changed(changed)
      if (event.type === 'create') void this.made(path, changed)
    }
  }

  private async made(place: string, path: string): Promise<void> {
    try {
      if ((await statusIn(place, path))?.isDirectory() !== true) return
      if (process.platform === 'linux') await this.follow(path)
      this.listener.foldered(path)
    } catch {
      // It is gone again.
    }
  }
}

/** A folder as it was named, and where it is. */
interface Followed {
  readonly path: string
  readonly real: string
}

/** What programs keep for themselves: no transcript lies there. */
const ignore = ['**/node_modules', '**/.git']

/** Limits of Linux by what it says of them. */
const limits = [
  { message: /no space/i, advice: ' Raise fs.inotify.max_user_watches (sysctl).' },
  { message: /too many open files/i, advice: ' Raise fs.inotify.max_user_instances (sysctl).' },
]

/** Returns the failure of a folder that cannot be followed; where a limit is reached, what raises it. */
export function cannotFollow(path: string, cause: unknown): CommandFailed {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const advice = limits.find(({ message }) => message.test(reason))?.advice ?? ''
  return new CommandFailed('NOT_FOLLOWED', `"${path}" cannot be followed: ${reason}.${advice}`, { path, reason })
}

import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Recognised } from '../app/imports/sources/inOrder.ts'
import { recognised } from '../app/imports/sources/recognisedFile.ts'
import { failureOf, isMissingFile, type Failure } from '../client/failures.ts'
import type { Imported } from '../client/graphClient.ts'
import type { Machine } from '../formats/knownFolders.ts'
import { createBell } from './bell.ts'
import { scanMemory } from './collectGarbage.ts'
import { cannotFollow, followChanges, type FileChanges } from './fileChanges.ts'
import { importSession, type ImportFile, type SessionImport } from './importSession.ts'
import { followedOn, type WatchedPlace } from './places.ts'
import { sessionQueue } from './sessionQueue.ts'
import { createTroubles } from './troubles.ts'
import { filesAt, fileStateAt, openIn, type FileState } from './walk.ts'

/** Who hears what the watcher does. */
export interface WatchListener {
  /** So many files of all that the first scan has found are done. */
  readonly scanned?: (done: number, of: number) => void
  /** What is new of a file is stored, if anything was. */
  readonly imported?: (path: string, imported: Imported, modifiedMs: number) => void
  /** A file could not be read, or was refused: said once until that changes. */
  readonly failed?: (failure: Failure) => void
}

export interface WatchOptions extends WatchListener {
  readonly places: readonly WatchedPlace[]
  readonly machine: Machine
  readonly importFile: ImportFile
  /** How often everything is scanned again, for changes without an event, in milliseconds. */
  readonly sweepMs?: number
  /** How long nothing must be written before half an answer is taken as it is, in milliseconds. */
  readonly answerMs?: number
}

/** Sessions that are followed. */
export interface Watching {
  /** Resolves once all that was there at the start is stored. */
  readonly settled: Promise<void>
  /** Ends it; what is being stored is stored to its end. */
  close(): Promise<void>
}

/** Files that were just written are imported at once, so many of them together, beside what the scan has found. */
const writtenAtOnce = 2
/** Agents write lines that belong together one right after the other: so long after the first they are read, in milliseconds. */
const gatherMs = 250
/** The least time between two imports of one file, in milliseconds. */
const restMs = 150
/** Moments that are over are forgotten once there are more. */
const mostRests = 100
const usualSweepMs = 5 * 60_000

/**
 * Follows files and folders of sessions: imports what is there, the newest first, then what is written. It only reads; what
 * is truncated, moved or removed on the disk stays stored.
 */
export function watchSessions(options: WatchOptions): Watching {
  const watcher = new SessionWatcher(options)
  return { settled: watcher.settled, close: () => watcher.close() }
}

class SessionWatcher {
  readonly settled: Promise<void>
  private readonly options: WatchOptions
  /** The files and folders that are followed. */
  private readonly named: readonly string[]
  private readonly isFollowed: (path: string) => boolean
  private readonly queue = sessionQueue()
  private readonly troubles
  private readonly bell = createBell()
  /** Files that are done, as they stood then. */
  private readonly stamps = new Map<string, string>()
  /** Moments before which files are not to be taken again. */
  private readonly rests = new Map<string, number>()
  private readonly followed = new Map<string, { readonly inode: number; readonly changes: FileChanges }>()
  private readonly running = new Set<string>()
  private readonly working: Promise<void>
  private sweeping: NodeJS.Timeout | null = null
  private isClosed = false
  private settle: () => void = () => undefined

  constructor(options: WatchOptions) {
    const followed = followedOn(options.machine)
    this.named = options.places.map(({ path }) => path)
    const named = new Set(this.named)
    this.options = options
    // A file that is named itself is always tried.
    this.isFollowed = (path) => named.has(path) || followed(path)
    this.troubles = createTroubles((failure) => options.failed?.(failure))
    this.settled = new Promise((done) => (this.settle = done))
    this.working = this.work()
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.bell.ring()
    if (this.sweeping) clearTimeout(this.sweeping)
    await this.working
    await Promise.all([...this.followed.values()].map(({ changes }) => changes.close()))
    this.settle()
  }

  private async work(): Promise<void> {
    await this.sweep()
    const written = Array.from({ length: writtenAtOnce }, () => this.takeWritten())
    await Promise.all([this.takeFound(), ...written])
  }

  /** Follows what is there by now, and looks at all files. */
  private async sweep(): Promise<void> {
    const results: FileState[] = []
    for (const { path } of this.options.places) {
      if (this.isClosed) return
      await this.follow(path)
      results.push(...(await this.newAt(path, path)))
    }
    this.queue.add(results)
    this.bell.ring()
    const { sweepMs = usualSweepMs } = this.options
    if (!this.isClosed) this.sweeping = setTimeout(() => void this.sweep(), sweepMs)
  }

  private async newAt(path: string, place: string): Promise<FileState[]> {
    const results: FileState[] = []
    for await (const fileState of filesAt(path, this.isFollowed, this.cannotRead, place))
      if (this.stamps.get(fileState.path) !== fileState.stamp) results.push(fileState)
    return results
  }

  /** Follows what is at a path by now, whatever was there before. */
  private async follow(path: string): Promise<void> {
    const inode = (await fileStateAt(path).catch(() => null))?.inode
    const before = this.followed.get(path)
    if (before?.inode === inode && before?.changes.isScattered !== true) return
    this.followed.delete(path)
    await before?.changes.close()
    if (inode === undefined) return
    const failed = (thrown: unknown) => this.cannotRead(path, thrown)
    const { changed } = this
    const foldered = (folder: string) => this.foldered(folder, path)
    try {
      this.followed.set(path, { inode, changes: await followChanges(path, { changed, foldered, failed }) })
    } catch (thrown) {
      this.cannotRead(path, cannotFollow(path, thrown))
    }
  }

  private readonly cannotRead = (path: string, thrown: unknown): void => {
    if (this.isClosed) return
    const { path: at = path } = thrown as NodeJS.ErrnoException
    this.troubles.unreadable(at, failureOf(thrown))
  }

  private foldered(folder: string, place: string): void {
    void this.newAt(folder, place).then((results) => results.forEach(({ path }) => this.changed(path)))
  }

  private readonly changed = (path: string): void => {
    if (this.isClosed || !this.isFollowed(path)) return
    const notBefore = Math.max(this.troubles.notBefore(path), this.rests.get(path) ?? 0)
    this.queue.addWritten(path, Math.max(Date.now() + gatherMs, notBefore))
    this.bell.ring()
  }

  private async takeWritten(): Promise<void> {
    const isFree = (path: string) => !this.running.has(path)
    while (!this.isClosed) {
      const path = await this.nextOr(() => this.queue.nextWritten(Date.now(), isFree))
      if (path === null) await this.rung(this.queue.nextMoment(isFree) ?? Infinity)
      else await this.takeAlone(path)
    }
  }

  private async takeFound(): Promise<void> {
    const of = this.queue.foundCount
    const memory = scanMemory()
    for (let done = 0; !this.isClosed;) {
      this.options.scanned?.(Math.min(done, of), of)
      const path = await this.nextOr(() => this.queue.nextFound())
      if (path === null) {
        await memory.ended()
        this.settle()
        await this.rung(Infinity)
      } else {
        if (!this.running.has(path)) await this.takeAlone(path)
        done++
        await memory.imported()
      }
    }
  }

  /** After the last ring, at the end, nothing waits for another one. */
  private async rung(until: number): Promise<void> {
    if (!this.isClosed) await this.bell.wait(until)
  }

  /** Nothing is next while the store or the server is away. */
  private async nextOr(next: () => string | null): Promise<string | null> {
    while (!this.isClosed && Date.now() < this.troubles.pausedUntil) await this.bell.wait(this.troubles.pausedUntil)
    return this.isClosed ? null : next()
  }

  /** Takes a file that no other task takes meanwhile. */
  private async takeAlone(path: string): Promise<void> {
    this.running.add(path)
    const began = Date.now()
    try {
      await this.take(path)
    } catch (thrown) {
      if (!isMissingFile(thrown)) this.cannotRead(path, thrown)
    }
    this.running.delete(path)
    this.rest(path, Date.now() - began)
    this.bell.ring()
  }

  /** A long session that grows all the time leaves room for others. */
  private rest(path: string, tookMs: number): void {
    const now = Date.now()
    if (this.rests.size >= mostRests) for (const [one, until] of this.rests) if (until <= now) this.rests.delete(one)
    this.rests.set(path, now + Math.max(restMs, tookMs))
  }

  private async take(path: string): Promise<void> {
    const fileState = await fileStateAt(path, this.named)
    if (fileState?.isFile !== true) {
      this.stamps.delete(path)
      return
    }
    const { stamp } = fileState
    if (this.stamps.get(path) === stamp) return
    await access(path, constants.R_OK)
    const marks = await recognised(path, (one) => openIn(fileState.place, one))
    if (marks?.copiedAt != null && this.queue.haveSources) {
      this.queue.putOff(path, marks.copiedAt)
      return
    }
    try {
      const { imported, restAt } = await this.importOf(fileState, marks)
      if (restAt === null) this.stamps.set(path, stamp)
      else this.queue.addWritten(path, restAt)
      this.troubles.done(path)
      if (imported !== null) this.options.imported?.(path, imported, fileState.modifiedMs)
    } catch (thrown) {
      this.refused(path, stamp, thrown)
    }
  }

  private async importOf(fileState: FileState, marks: Recognised | null): Promise<SessionImport> {
    if (marks === null) return { imported: null, restAt: null }
    return importSession(fileState, marks.format, this.options.importFile, this.options.answerMs)
  }

  private refused(path: string, stamp: string, thrown: unknown): void {
    const failure = failureOf(thrown)
    if (failure.code === 'FILE_UNUSABLE') throw thrown
    const { message } = failure
    const ofFile = { ...failure, message: message.includes(path) ? message : `${path}: ${message}` }
    const isOfAll = this.troubles.refused(path, failure, ofFile)
    if (isOfAll) this.queue.addWritten(path, this.troubles.pausedUntil)
    else this.stamps.set(path, stamp)
  }
}

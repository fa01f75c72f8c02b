/** What is to be imported next. */

/** A session's file that waits for its import. */
export interface QueuedSession {
  readonly path: string
  /** When it was written last. */
  readonly modifiedMs: number
}

/** Files that wait: those that were just written, and those that a scan has found, the newest first. */
export interface SessionQueue {
  /** Adds what a scan has found; what waits already since an earlier scan is not there twice. */
  add(results: readonly QueuedSession[]): void
  /** Adds a file that was just written; it is not to be taken before that moment, or an earlier one that was said before. */
  addWritten(path: string, notBefore: number): void
  /** Puts a copy of other sessions behind all that may be its source, the oldest copy first. */
  putOff(path: string, copiedAt: string): void
  /** Returns a file that was just written, whose moment has come and which is free; null when there is none. */
  nextWritten(now: number, isFree: (path: string) => boolean): string | null
  /** Returns the next of those that a scan has found; null when there is none. */
  nextFound(): string | null
  /** When the next of those that were just written and are free may be taken; null when there is none. */
  nextMoment(isFree: (path: string) => boolean): number | null
  /** How many wait that a scan has found. */
  readonly foundCount: number
  /** Whether any wait that may be another one's source. */
  readonly haveSources: boolean
}

/** Returns a queue in which nothing waits. */
export function sessionQueue(): SessionQueue {
  const written = new Map<string, number>()
  let results: string[] = []
  let areSorted = true
  const copies: { readonly path: string; readonly copiedAt: string }[] = []
  return {
    add(more) {
      const waiting = new Set([...results, ...copies.map(({ path }) => path)])
      // The next one is taken from the end.
      results = [...newestFirst(more.filter(({ path }) => !waiting.has(path))).reverse(), ...results]
    },
    addWritten(path, notBefore) {
      written.set(path, Math.min(notBefore, written.get(path) ?? notBefore))
    },
    putOff(path, copiedAt) {
      copies.push({ path, copiedAt })
      areSorted = false
    },
    nextWritten(now, isFree) {
      for (const [path, notBefore] of written)
        if (notBefore <= now && isFree(path)) {
          written.delete(path)
          return path
        }
      return null
    },
    nextFound() {
      const next = results.pop()
      if (next !== undefined) return next
      if (!areSorted) copies.sort((a, b) => (a.copiedAt > b.copiedAt ? -1 : 1))
      areSorted = true
      return copies.pop()?.path ?? null
    },
    nextMoment(isFree) {
      const moments = [...written].filter(([path]) => isFree(path)).map(([, notBefore]) => notBefore)
      return moments.length === 0 ? null : moments.reduce((a, b) => Math.min(a, b))
    },
    get foundCount() {
      return results.length + copies.length
    },
    get haveSources() {
      return results.length > 0
    },
  }
}

/** The newest session first, the files of its sub-agents behind it. */
function newestFirst(files: readonly QueuedSession[]): string[] {
  const newest = new Map<string, number>()
  const sessions = files.map(({ path }) => sessionOf(path))
  for (const [at, { modifiedMs }] of files.entries()) {
    const session = sessions[at] as string
    newest.set(session, Math.max(newest.get(session) ?? 0, modifiedMs))
  }
  const placed = files.map(({ path }, at) => {
    const session = sessions[at] as string
    return { path, session, at: newest.get(session) ?? 0 }
  })
  placed.sort((a, b) => {
    if (a.session !== b.session) return b.at - a.at || (a.session < b.session ? -1 : 1)
    return a.path.length - b.path.length || (a.path < b.path ? -1 : 1)
  })
  return placed.map(({ path }) => path)
}

/** What the files of a session and of its sub-agents have in common. */
function sessionOf(path: string): string {
  return path.replace(/[\\/]subagents[\\/].*$/, '').replace(/\.jsonl?$/, '')
}

/**
 * What a request's reads must contain, in a store of several servers: the bookmarks of its own statements, and those that it came
 * with. A follower that has applied what they stand for may answer its reads.
 */
export class Causality {
  readonly #bookmarks = new Set<string>()
  #mayFollow = false
  #decides = false

  /** Whether a follower may answer. */
  get mayFollow(): boolean {
    return this.#mayFollow && !this.#decides
  }

  /** Takes what the client has seen, all of it: from now on followers may answer. */
  admit(bookmarks: readonly string[]): void {
    for (const bookmark of bookmarks) this.#bookmarks.add(bookmark)
    this.#mayFollow = true
  }

  /** From now on the leader alone answers: what is read decides on a write. */
  readFromLeader(): void {
    this.#decides = true
  }

  bookmarks(): readonly string[] {
    return [...this.#bookmarks]
  }

  /** Records the bookmarks of a statement that covered those before it. */
  record(before: readonly string[], after: readonly string[]): void {
    if (after.length === 0) return
    for (const bookmark of before) this.#bookmarks.delete(bookmark)
    for (const bookmark of after) this.#bookmarks.add(bookmark)
  }
}

/** A store of which followers may be read as well. */
export interface Followers {
  /** Returns what `call` returns; its reads may go to a follower that has what was seen, and what they see is noted there. */
  within<T>(causality: Causality, call: () => T): T
}

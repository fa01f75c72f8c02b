import { fieldsOf, message, tagOf, tags, type Upstream } from './bolt.ts'
import { decode, mapOf, type Packed, type PackedMap } from './packStream.ts'
import { pause } from '../waitFor.ts'

/** A statement that the leader has answered, and what is repeated of it. */
export interface Statement {
  readonly query: string
  readonly parameters: PackedMap
  readonly isSchema: boolean
}

interface Commit {
  readonly number: number
  readonly bookmark: string
  readonly statements: readonly Statement[]
  readonly since: number
}

/** Answers come nearly in the order of the commits: on a busy machine an earlier one may be late by so many milliseconds. */
const SETTLE = 25
/** A lag that is changed counts after so many milliseconds, also for what waits. */
const PATIENCE = 20

/** Repeats what the leader has committed, in its order and one after the other, as late as is wanted. */
export class Replica {
  readonly #database: Upstream
  readonly #pending: Commit[] = []
  readonly #waiters = new Set<() => void>()
  #newest = 0
  #applied = ''
  #isPaused = false
  #isBusy = false
  #fault: unknown = null
  lag = 0

  constructor(database: Upstream) {
    this.#database = database
  }

  /** The bookmark of what was repeated last; empty before. */
  get applied(): string {
    return this.#applied
  }

  add(bookmark: string, statements: readonly Statement[]): void {
    const number = numberOf(bookmark)
    this.#newest = Math.max(this.#newest, number)
    const place = this.#pending.findLastIndex((other) => other.number <= number)
    this.#pending.splice(place + 1, 0, { number, bookmark, statements, since: performance.now() })
    void this.#work()
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    for (const wake of this.#waiters) wake()
    void this.#work()
  }

  /** Resolves when a reader has all that these bookmarks stand for, and is not halted. */
  async covers(bookmarks: readonly string[]): Promise<void> {
    const wanted = Math.max(0, ...bookmarks.map(numberOf))
    if (wanted > this.#newest) await pause(SETTLE, 'commits arrive out of order')
    await this.#until(() => !this.#isPaused && this.#pending.every(({ number }) => number > wanted))
  }

  /** Resolves when all is repeated; rejects when something could not be. */
  async settled(): Promise<void> {
    await pause(SETTLE, 'commits arrive out of order')
    await this.#until(() => this.#pending.length === 0)
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.#fault) throw this.#fault as Error
      await new Promise<void>((resolve) => this.#waiters.add(resolve))
    }
    if (this.#fault) throw this.#fault as Error
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      for (let commit = await this.#nextDue(); commit; commit = await this.#nextDue()) {
        await this.#apply(commit)
        this.#pending.splice(this.#pending.indexOf(commit), 1)
        this.#applied = commit.bookmark
        this.#wake()
      }
    } catch (error) {
      this.#fault = error
      this.#wake()
    } finally {
      this.#isBusy = false
    }
  }

  /** The first commit once it is due; null where there is none, or nothing is to be applied now. */
  async #nextDue(): Promise<Commit | null> {
    for (;;) {
      const [first] = this.#pending
      if (!first || this.#isPaused || this.#fault) return null
      const left = first.since + Math.max(SETTLE, this.lag) - performance.now()
      // What has arrived while the process was busy is read first.
      await (left > 0
        ? pause(Math.min(left, PATIENCE), 'it lags')
        : new Promise((resolve) => setImmediate(() => setImmediate(resolve))))
      if (left <= 0) return this.#pending[0] ?? null
    }
  }

  async #apply({ statements }: Commit): Promise<void> {
    const isOne = statements.length === 1
    if (!isOne) await this.#ask(message(tags.begin, {}))
    for (const { query, parameters, isSchema } of statements) {
      await this.#run(query, parameters)
      if (isSchema) await this.#run('CALL db.awaitIndexes(300)', {})
    }
    if (!isOne) await this.#ask(message(tags.commit))
  }

  async #run(query: string, parameters: PackedMap): Promise<void> {
    await this.#ask(message(tags.run, query, parameters, {}))
    await this.#ask(message(tags.pull, { n: -1n }))
  }

  async #ask(question: Buffer): Promise<void> {
    const last = (await this.#database.ask(question)).at(-1)
    if (last && tagOf(last) === tags.success) return
    const why = last ? mapOf(fieldsOf(last)[0])['message'] : null
    throw new Error(`The replica differs from the leader: ${JSON.stringify(why)}`)
  }

  #wake(): void {
    const waiters = [...this.#waiters]
    this.#waiters.clear()
    for (const wake of waiters) wake()
  }
}

/** The list with the 16 bytes of the database's id stands before the number. */
const databaseId = 19

/** Returns the number of the commit that a bookmark of a database stands for; 0 for anything else. */
export function numberOf(bookmark: string): number {
  const [, packed] = /^FB:(.+)$/.exec(bookmark) ?? []
  if (packed === undefined) return 0
  const number = decode(Buffer.from(packed, 'base64').subarray(databaseId))
  return typeof number === 'bigint' ? Number(number) : 0
}

/**
 * Returns what is repeated of a statement. Of one that answers for each of its rows whether it was written, the rows
 * that were: the replica might take what the leader has refused. Null where that is nothing.
 */
export function repeatedOf(
  statement: Statement,
  columns: readonly Packed[],
  records: readonly (readonly Packed[])[],
): Statement | null {
  const input = mapOf(statement.parameters['q'])
  const [index, kind] = [columns.indexOf('index'), columns.indexOf('kind')]
  const rows = input['rows']
  if (!Array.isArray(rows) || index < 0 || kind < 0) return statement
  const written = records.filter((record) => record[kind] === 'written').map((record) => Number(record[index]))
  if (written.length === 0) return null
  const left = written.sort((a, b) => a - b).map((place) => (rows as readonly Packed[])[place] ?? null)
  return { ...statement, parameters: { ...statement.parameters, q: { ...input, rows: left } } }
}

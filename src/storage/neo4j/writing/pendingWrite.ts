import type { Tenant } from '../../../domain/model.ts'
import type { Changes } from '../../../domain/changes.ts'
import { StoreUnavailable, type WriteOutcome } from '../../graphStore.ts'
import type { Causality } from '../../causality.ts'
import { recordBookmarks } from '../connection/followers.ts'
import type { Queued } from './writeQueue.ts'
import { writeRow, type WriteRow } from './writeRow.ts'

/** Milliseconds more for each thing that a write holds: a batch of an import has thousands, and no person waits for it. */
const timeOfEach = 20

/** A write on its way: settled by its outcome, by a fault, or by the end of its time, whichever comes first. */
export class PendingWrite implements Queued {
  readonly row: WriteRow
  readonly keys: readonly string[]
  readonly weight: number
  /** When its time is over, on the clock of `performance.now()`. */
  readonly end: number
  readonly outcome: Promise<WriteOutcome>
  /** Under way just now. */
  isSent = false
  /** It was under way when the connection broke: perhaps it was applied. */
  isInDoubt = false
  isSettled = false
  /** Why it was not answered yet. */
  cause: unknown
  #resolve!: (outcome: WriteOutcome) => void
  #reject!: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  readonly #causality: Causality | null
  readonly #seenBefore: readonly string[]

  constructor(
    tenant: Tenant,
    changes: Changes,
    timeout: number,
    onOverdue: (write: PendingWrite) => void,
    causality: Causality | null = null,
  ) {
    this.#causality = causality
    this.#seenBefore = causality?.bookmarks() ?? []
    this.row = writeRow(tenant, changes)
    this.keys = this.row.keys.map((key) => JSON.stringify([tenant, key]))
    this.weight = this.row.weight
    const wholeTime = timeout + this.weight * timeOfEach
    this.end = performance.now() + wholeTime
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#timer = setTimeout(() => {
      onOverdue(this)
      const uncertain = this.isSent || this.isInDoubt
      this.fail(new StoreUnavailable('Neo4j did not take the write in time.', { uncertain, cause: this.cause }))
    }, wholeTime)
  }

  /** `records`: the whole answer, which says what the statement has seen. */
  succeed(outcome: WriteOutcome, records: object): void {
    this.#settle()
    recordBookmarks(this.#causality, this.#seenBefore, records)
    this.#resolve(outcome)
  }

  fail(error: unknown): void {
    this.#settle()
    this.#reject(error)
  }

  #settle(): void {
    this.isSettled = true
    clearTimeout(this.#timer)
  }
}

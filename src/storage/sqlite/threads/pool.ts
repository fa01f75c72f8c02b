import { TenantGone, ReadTooLarge, StoreLost, StoreOutdated, StoreUnavailable } from '../../graphStore.ts'
import { StoreFull } from '../../storeFull.ts'
import type { ThreadAnswer, RequestBatch, BatchAnswer, ThreadFailure } from './messages.ts'
import type { WorkerThread } from './thread.ts'

export interface PoolOptions<Q> {
  readonly start: (onAnswers: (answers: BatchAnswer<unknown>) => void, onDeath: (error: Error) => void) => WorkerThread
  /** At most; the first is there from the beginning, the others once it has more than it does. */
  readonly threads: number
  /** How heavy the requests of one batch may be together. */
  readonly batchWeight: number
  readonly weightOf: (request: Q) => number
  /** Whose a request is: owners take turns. */
  readonly ownerOf?: (request: Q) => string
  readonly onDeath: (error: Error) => void
}

/** Threads that answer requests. */
export interface Pool<Q> {
  /** Rejects when its threads cannot work. */
  readonly started: Promise<unknown>
  ask(request: Q): Promise<unknown>
  /** Answers what was asked, then stops the threads. */
  close(): Promise<void>
}

interface Pending<Q> {
  readonly request: Q
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}
interface Slot<Q> {
  thread: WorkerThread
  readonly batches: Pending<Q>[][]
  /** Whether it is given requests: one that is started later has none before it works. */
  ready: boolean
  answered: boolean
  stopped: boolean
}

/** Batches that a thread has at a time: one that it works on, one to go on with. */
const inFlight = 2

/**
 * Returns a pool. What is asked while its threads are busy goes to them as one message, without a timer: so messages
 * cost little, and the writer commits in groups.
 */
export function startPool<Q>(options: PoolOptions<Q>): Pool<Q> {
  return new ThreadPool(options)
}

class ThreadPool<Q> implements Pool<Q> {
  readonly started: Promise<unknown>
  private readonly options: PoolOptions<Q>
  private readonly queue: FairQueue<Pending<Q>>
  private readonly slots: Slot<Q>[]
  private isScheduled = false
  private closing: (() => void) | null = null

  constructor(options: PoolOptions<Q>) {
    this.options = options
    this.queue = fairQueue<Pending<Q>>(({ request }) => options.ownerOf?.(request) ?? '')
    const first = this.fill({ batches: [], ready: true, answered: false, stopped: false })
    this.slots = [first]
    this.started = first.thread.started
  }

  ask(request: Q): Promise<unknown> {
    if (this.closing !== null) return Promise.reject(new StoreUnavailable('The store is closed.', { isLasting: true }))
    return new Promise((resolve, reject) => {
      this.queue.push({ request, resolve, reject })
      if (this.isScheduled) return
      this.isScheduled = true
      queueMicrotask(() => {
        this.isScheduled = false
        this.flush()
      })
    })
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.closing = resolve
      this.flush()
    })
    await Promise.all(this.slots.filter((slot) => !slot.stopped).map((slot) => slot.thread.close()))
  }

  private fill(slot: Omit<Slot<Q>, 'thread'>): Slot<Q> {
    const filled = slot as Slot<Q>
    filled.thread = this.options.start(
      (answers) => this.finish(filled, answers),
      (error) => this.replace(filled, error),
    )
    return filled
  }

  /** Starting one takes longer than most requests: what waits now is not kept for it. */
  private grow(): void {
    const slot = this.fill({ batches: [], ready: false, answered: false, stopped: false })
    this.slots.push(slot)
    void slot.thread.started.then(
      () => {
        slot.ready = true
        this.flush()
      },
      () => undefined,
    )
  }

  private flush(): void {
    const { queue, slots } = this
    const alive = slots.filter((slot) => slot.ready && !slot.stopped)
    if (alive.length === 0) {
      fail(all(queue), new StoreUnavailable('The threads of the store have stopped.', { isLasting: true }))
    }
    for (let load = 0; load < inFlight; load++) {
      for (const slot of alive)
        if (slot.batches.length === load && queue.length > 0) send(slot, this.nextBatch(alive.length))
      if (queue.length > 0 && this.closing === null && slots.length < this.options.threads) this.grow()
    }
    if (this.closing !== null && queue.length === 0 && slots.every((slot) => slot.batches.length === 0)) this.closing()
  }

  /** As much as a batch may hold, but no more than this thread's share. */
  private nextBatch(sharers: number): Pending<Q>[] {
    const { batchWeight, weightOf } = this.options
    const share = Math.ceil(this.queue.length / sharers)
    const batch: Pending<Q>[] = []
    for (let weight = 0; batch.length < share && (batch.length === 0 || weight < batchWeight);) {
      const pending = this.queue.shift()
      if (pending === undefined) break
      weight += weightOf(pending.request)
      batch.push(pending)
    }
    return batch
  }

  private finish(slot: Slot<Q>, { answers }: BatchAnswer<unknown>): void {
    slot.answered = true
    const batch = slot.batches.shift() ?? []
    this.flush()
    batch.forEach((pending, k) => settle(pending, answers[k]))
  }

  /** A thread died: what it had may have been done. One that never worked is not tried again. */
  private replace(slot: Slot<Q>, error: Error): void {
    if (slot.answered || !slot.ready) this.options.onDeath(error)
    const lost = slot.batches.splice(0).flat()
    if (slot.answered && this.closing === null) {
      slot.answered = false
      this.fill(slot)
    } else slot.stopped = true
    fail(lost, new StoreUnavailable('A thread of the store has died.', { cause: error, uncertain: true }))
    this.flush()
  }
}

function send<Q>(slot: Slot<Q>, batch: Pending<Q>[]): void {
  slot.batches.push(batch)
  const message: RequestBatch<Q> = { requests: batch.map(({ request }) => request) }
  slot.thread.post(message)
}

function all<T>(queue: FairQueue<T>): T[] {
  const items: T[] = []
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item)
  return items
}

function settle(pending: Pending<unknown>, answer: ThreadAnswer<unknown> | undefined): void {
  if (answer === undefined)
    pending.reject(new StoreUnavailable('A thread of the store gave no answer.', { uncertain: true }))
  else if ('value' in answer) pending.resolve(answer.value)
  else pending.reject(errorOf(answer.failure))
}

function errorOf({ message, kind, uncertain }: ThreadFailure): Error {
  if (kind === 'full') return new StoreFull('The disk of the store is full. Nothing was written.', { cause: message })
  if (kind === 'large') return new ReadTooLarge(message)
  if (kind === 'gone') return new TenantGone(message)
  if (kind === 'lost') return new StoreLost(message, { uncertain })
  if (kind === 'outdated') return new StoreOutdated(message)
  return kind === 'unavailable' ? new StoreUnavailable(message, { uncertain }) : new Error(message)
}

function fail(lost: readonly Pending<unknown>[], error: Error): void {
  for (const pending of lost) pending.reject(error)
}

/** What waits: of each owner in the order in which it came, the owners taking turns. */
interface FairQueue<T> {
  readonly length: number
  push(item: T): void
  /** Takes the next one; undefined when nothing waits. */
  shift(): T | undefined
}

/** What one owner has waiting, from `next` on. */
interface TenantQueue<T> {
  readonly items: (T | undefined)[]
  next: number
}

/** What was taken leaves the line after so many. */
const compactAt = 1_000

/** Returns a queue in which no caller waits longer because another has asked for much. */
function fairQueue<T>(ownerOf: (item: T) => string): FairQueue<T> {
  const lines = new Map<string, TenantQueue<T>>()
  let length = 0
  return {
    get length() {
      return length
    },
    push(item) {
      const owner = ownerOf(item)
      const line = lines.get(owner)
      length++
      if (line) line.items.push(item)
      else lines.set(owner, { items: [item], next: 0 })
    },
    shift() {
      for (const [owner, line] of lines) {
        length--
        const item = line.items[line.next]
        line.items[line.next++] = undefined
        if (line.next === compactAt) {
          line.items.splice(0, compactAt)
          line.next = 0
        }
        const isEmpty = line.next === line.items.length
        if (isEmpty) lines.delete(owner)
        else if (lines.size > 1) {
          // Its next one comes after one of each other.
          lines.delete(owner)
          lines.set(owner, line)
        }
        return item
      }
      return undefined
    },
  }
}

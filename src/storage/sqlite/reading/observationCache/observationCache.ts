import { LRUCache } from 'lru-cache'
import type { Message, Observation } from '../../../../domain/model.ts'
import type { RangeRequest } from '../readRequest.ts'
import { seenBefore } from './seenBefore.ts'

/** Observations that were read, in the memory of this process. */
export interface ObservationCache {
  /** What is remembered of each tenant, of whichever epoch. */
  readonly tenants: ReadonlyMap<string, TenantObservations>
  /** What is remembered of a tenant's observations as they are in an epoch; what was of another one is forgotten. */
  at(tenant: string, epoch: number): TenantObservations
  forget(tenant: string): void
  /** About how many bytes are held. */
  readonly bytes: number
}

/** Observations of one tenant, all as they are in one epoch. */
export interface TenantObservations {
  readonly epoch: number
  observation(id: string): Observation | undefined
  /** All nodes of a range; undefined unless each of them is remembered. */
  range(range: RangeRequest): Observation[] | undefined
  /** Remembers an observation that is read for the second time. */
  add(observation: Observation, bytes: () => number): void
  /** Remembers all nodes of a range that is read for the second time: nothing comes into it any more. */
  addRange(range: RangeRequest, nodes: readonly Observation[], bytes: () => readonly number[]): void
  /** Returns the message of a row, as it was made before where the row was the same then. */
  message(id: string, text: string, made: () => Message): Message
}

/** A message with the row that it was made of. */
interface ReadMessage {
  readonly text: string
  readonly message: Message
}

/** An observation by its id; the ids of a range, and a message, by a name that no id is like. */
type Entry = Observation | readonly string[] | ReadMessage

/** What a range of a page or list takes, about. */
const bytesOfName = 8_192
/** What an id and its place in the memory take. */
const bytesOfId = 120
/** What the objects of a message take beside its text. */
const bytesOfMessage = 500
/** One thing may take this part of the whole. */
const largestPart = 8
/** Room is made for this part of the whole. */
const roomPart = 16

/** Returns a memory of so many bytes. Of a tenant what was not used for longest goes first, of tenants those that hold more than their share. */
export function createObservationCache(mostBytes: number): ObservationCache {
  return new Cache(mostBytes)
}

class Cache implements ObservationCache {
  bytes = 0
  readonly mostBytes: number
  readonly isSecond: (tenant: string, name: string) => boolean
  readonly tenants = new Map<string, Remembered>()

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes
    this.isSecond = seenBefore(mostBytes / bytesOfName)
  }

  at(tenant: string, epoch: number): Remembered {
    const known = this.tenants.get(tenant)
    if (known?.epoch === epoch) return known
    this.forget(tenant)
    const made = new Remembered(this, tenant, epoch)
    if (this.mostBytes > 0) this.tenants.set(tenant, made)
    return made
  }

  forget(tenant: string): void {
    this.tenants.get(tenant)?.empty()
    this.tenants.delete(tenant)
  }

  grown(bytes: number): void {
    this.bytes += bytes
    if (this.bytes > this.mostBytes) this.makeRoom()
  }

  private makeRoom(): void {
    const sizes = [...this.tenants.values()].map(({ size }) => size)
    const share = fairShare(sizes, this.mostBytes * (1 - 1 / roomPart))
    for (const [tenant, held] of this.tenants) {
      held.shrinkTo(share)
      if (held.size === 0) this.tenants.delete(tenant)
    }
  }
}

class Remembered implements TenantObservations {
  readonly epoch: number
  private readonly cache: Cache
  private readonly tenant: string
  private entries: LRUCache<string, Entry> | null = null

  constructor(cache: Cache, tenant: string, epoch: number) {
    this.cache = cache
    this.tenant = tenant
    this.epoch = epoch
  }

  get size(): number {
    return this.entries?.calculatedSize ?? 0
  }

  observation(id: string): Observation | undefined {
    return this.entries?.get(id) as Observation | undefined
  }

  range(range: RangeRequest): Observation[] | undefined {
    const ids = this.entries?.get(nameOf(range)) as readonly string[] | undefined
    if (ids === undefined) return undefined
    const nodes: Observation[] = []
    for (const id of ids) {
      const node = this.observation(id)
      if (node === undefined) return undefined
      nodes.push(node)
    }
    return nodes
  }

  add(observation: Observation, bytes: () => number): void {
    if (this.cache.isSecond(this.tenant, observation.id)) this.put(observation.id, observation, bytes())
  }

  addRange(range: RangeRequest, nodes: readonly Observation[], bytes: () => readonly number[]): void {
    const name = nameOf(range)
    if (!this.cache.isSecond(this.tenant, name)) return
    const each = bytes()
    const all = each.reduce((sum, one) => sum + one, nodes.length * bytesOfId)
    if (all > this.cache.mostBytes / largestPart) return
    for (const [k, node] of nodes.entries()) this.put(node.id, node, each[k] ?? 0)
    this.put(
      name,
      nodes.map(({ id }) => id),
      nodes.length * bytesOfId,
    )
  }

  message(id: string, text: string, made: () => Message): Message {
    const name = `\nmessage ${id}`
    const known = this.entries?.get(name) as ReadMessage | undefined
    if (known?.text === text) return known.message
    const message = made()
    this.put(name, { text, message }, bytesOfMessage + 2 * bytesOfText(text))
    return message
  }

  /** Those used last remain. */
  shrinkTo(bytes: number): void {
    const before = this.size
    while (this.size > bytes) this.entries?.pop()
    this.cache.bytes += this.size - before
  }

  empty(): void {
    this.shrinkTo(0)
    this.entries = null
  }

  private put(name: string, entry: Entry, bytes: number): void {
    const { mostBytes } = this.cache
    if (bytes + bytesOfId > mostBytes / largestPart || this.cache.tenants.get(this.tenant) !== this) return
    this.entries ??= new LRUCache({ maxSize: mostBytes })
    const before = this.size
    this.entries.set(name, entry, { size: bytes + bytesOfId })
    this.cache.grown(this.size - before)
  }
}

/** No id has a line break. */
const nameOf = ([axis, segmentId, from, to]: RangeRequest): string => `\nrange ${axis} ${from} ${to} ${segmentId}`

/** Returns how much each may have so that all have `most` together, where who has less has all of it. */
export function fairShare(sizes: readonly number[], most: number): number {
  const sorted = [...sizes].sort((a, b) => a - b)
  let left = most
  for (const [k, size] of sorted.entries()) {
    const share = left / (sorted.length - k)
    if (size > share) return share
    left -= size
  }
  return Infinity
}

/** Returns about how many bytes a text takes in memory, which is two for each character of one that is not plain. */
export function bytesOfText(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length
}

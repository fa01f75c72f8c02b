import type { Conversation, Event, KeyRecord, Mark, Observation, Tenant } from '../domain/model.ts'
import type { Entity } from '../domain/records/entity.ts'

/** What can be walked from end to end. */
export interface Walked {
  readonly conversations: Conversation
  readonly observations: Observation
  /** Those of no conversation too. */
  readonly events: Event
  readonly looseEvents: Event
  readonly keys: KeyRecord
  readonly importMarks: Mark
  readonly entities: Entity
}
export type WalkedKind = keyof Walked

/** A page, and where the next one begins; null: this was the last one. */
export interface WalkPage<K extends WalkedKind> {
  readonly items: readonly Walked[K][]
  readonly next: string | null
}

/** Where a page begins, and how much it brings. */
export interface WalkPart {
  readonly after: string | null
  readonly limit: number
  readonly from?: string | undefined
}

/** Going through all that a tenant has of a kind, however much it is. */
export interface Walks {
  /**
   * One page in an order that nothing changes: who goes on to the end meets all that was there when it began, each once.
   * `after` is the `next` of the page before; the first one begins behind `from`, an id, a key or a name, where one is given. A page may have fewer
   * than `limit` items, also when more follow.
   */
  walk<K extends WalkedKind>(tenant: Tenant, kind: K, page: WalkPart): Promise<WalkPage<K>>
  /** Idempotency keys whose records name one of these (`keyNames`), each once, found by an index. */
  keysNaming(tenant: Tenant, names: readonly string[]): Promise<KeyRecord[]>
}

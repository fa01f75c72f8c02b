/**
 * A tenant's whole store in memory: the tree, and what hangs on it. What a store must answer is asked of it by the plain models
 * (tree/plainTree.ts, records/plainRecords.ts); every act also leaves the Changes that tell a store of it.
 */
import type { Changes, Expected } from '../../src/domain/changes.ts'
import { instantOf } from '../../src/domain/instants.ts'
import type { Event, Instant, Message, NewEvent, Observation } from '../../src/domain/model.ts'
import { changes } from './changes.ts'
import { randomFrom } from './random.ts'
import { emptyRecords, putRecords, type WrittenRecords } from './records/written.ts'
import { emptyTree, putGrown, type GrownTree } from './tree/growth.ts'

export interface World extends GrownTree, WrittenRecords {
  readonly messages: Map<string, Message>
  readonly events: Event[]
  /** One for each act, in order. */
  readonly changes: Changes[]
  readonly id: () => string
  /** Returns an id of an observation or an event. */
  readonly idOf: (kind: 'o' | 'e') => string
  readonly now: () => Instant
}

/** Returns an empty world. Ids are in no order; `ids` are taken before others are made. `ties` acts in a row have the same time. */
export function createWorld({
  seed = 1,
  ties = 1,
  ids = [],
}: { seed?: number; ties?: number; ids?: string[] } = {}): World {
  const random = randomFrom(seed)
  const id = () => Array.from({ length: 4 }, () => random.below(0x10000).toString(16).padStart(4, '0')).join('-')
  let acts = 0
  return {
    ...emptyTree<Observation>(),
    ...emptyRecords(),
    messages: new Map(),
    events: [],
    changes: [],
    id,
    idOf: (kind) => ids.shift() ?? `${kind}-${id()}`,
    now: () => instantOf(1_780_000_000_000_000_000n + BigInt(Math.floor(acts++ / ties)) * 1_001n),
  }
}

/** Returns the value under a key that must be there. */
export function known<T>(values: ReadonlyMap<string, T>, key: string): T {
  const value = values.get(key)
  if (value === undefined) throw new Error(`The world has no "${key}".`)
  return value
}

/** Returns a value as the next version of what is there under its key, which the write then expects. */
export function nextVersion<T extends { readonly version: number }>(
  there: ReadonlyMap<string, T>,
  key: string,
  value: T,
): Expected<T> {
  const expected = there.get(key)?.version ?? null
  return { expected, value: { ...value, version: (expected ?? 0) + 1 } }
}

/** Does one act: puts what it writes into the world, and its Changes at the end of the list. Each event is the next of its ledger. */
export function write(world: World, events: readonly [NewEvent, ...NewEvent[]], given: Partial<Changes>): void {
  const written: Changes = { ...changes(events[0], given), events }
  world.changes.push(written)
  putGrown(world, { ...written, conversations: written.conversations.map(({ value }) => value) })
  for (const { value } of written.messages) world.messages.set(value.id, value)
  putRecords(world, written)
  for (const it of events) world.events.push({ ...it, seq: nextSeq(world, it.conversationId) })
}

const nextSeq = ({ events }: World, id: string | null) =>
  id === null ? null : events.filter((it) => it.conversationId === id).length + 1

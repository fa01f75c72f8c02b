/** Checkpoints as LangGraph reads them. */
import {
  maxChannelVersion,
  TASKS,
  type Checkpoint,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  type SerializerProtocol,
} from '@langchain/langgraph-checkpoint'
import type { StateRecord } from '../../client/client.ts'
import { decodeCheckpoint, metadataOf, type StoredCheckpoint } from './checkpoint.ts'
import { idPrefix, kinds, writesPrefix } from './names.ts'
import type { Reference } from './parts.ts'
import { ofCheckpoint } from './missingPart.ts'
import { PartReader } from './readParts.ts'
import type { GraphThread } from './thread.ts'
import { inOrder, type StoredWrite } from './writes.ts'

/** A checkpoint and its namespace. */
export interface Placed {
  readonly namespace: string
  readonly stored: StoredCheckpoint
}

/** Reads checkpoints of one thread with their values and writes; what they share is read once. */
export class CheckpointReader {
  readonly #thread: GraphThread
  readonly #serde: SerializerProtocol
  readonly #parts: PartReader

  constructor(thread: GraphThread, serde: SerializerProtocol) {
    this.#thread = thread
    this.#serde = serde
    this.#parts = new PartReader(thread, serde)
  }

  /** Returns checkpoints as they are stored, in the order given. */
  async tuples(all: readonly Placed[]): Promise<CheckpointTuple[]> {
    const old = await this.#oldParents(all)
    const writes = await this.#writes([...all, ...old])
    const references = [
      ...all.flatMap(({ stored }) => Object.values(stored.values).map(([, value]) => value)),
      ...[...writes.values()].flatMap((each) => each.map(({ value }) => value)),
    ]
    await this.#parts.prepare(references)
    const tuples: CheckpointTuple[] = []
    for (const placed of all)
      try {
        tuples.push(await this.#tuple(placed, writes, all.length === 1))
      } catch (thrown) {
        throw ofCheckpoint(this.#thread.id, placed.stored.id, thrown)
      }
    return tuples
  }

  async #tuple({ namespace, stored }: Placed, writes: WritesByPlace, isOnly: boolean): Promise<CheckpointTuple> {
    const values = new Map<string, unknown>()
    for (const [channel, [, value]] of Object.entries(stored.values))
      values.set(channel, await this.#parts.value(value, isOnly))
    const checkpoint = await decodeCheckpoint(this.#serde, stored, Object.fromEntries(values))
    const configOf = (id: string) => ({
      configurable: { thread_id: this.#thread.id, checkpoint_ns: namespace, checkpoint_id: id },
    })
    const { parentId } = stored
    if (checkpoint.v < 4 && parentId !== null)
      await this.#addSends(checkpoint, writes.get(placeName(parentId, namespace)) ?? [])
    return {
      config: configOf(stored.id),
      checkpoint,
      metadata: await metadataOf(this.#serde, stored),
      pendingWrites: await this.#pending(writes.get(placeName(stored.id, namespace)) ?? []),
      ...(parentId !== null && { parentConfig: configOf(parentId) }),
    }
  }

  #value(reference: Reference): Promise<unknown> {
    return this.#parts.value(reference)
  }

  #pending(writes: readonly StoredWrite[]): Promise<CheckpointPendingWrite[]> {
    return Promise.all(
      writes.map(async ({ task, channel, value }): Promise<CheckpointPendingWrite> => [
        task,
        channel,
        await this.#value(value),
      ]),
    )
  }

  /** Before version 4 what tasks send was no value of a checkpoint: it is among what was written for its parent. */
  async #addSends(checkpoint: Checkpoint, ofParent: readonly StoredWrite[]): Promise<void> {
    const sends = ofParent.filter(({ channel }) => channel === TASKS)
    const versions = Object.values(checkpoint.channel_versions)
    Object.assign(checkpoint.channel_values, {
      [TASKS]: await Promise.all(sends.map(({ value }) => this.#value(value))),
    })
    Object.assign(checkpoint.channel_versions, { [TASKS]: versions.length > 0 ? maxChannelVersion(...versions) : 1 })
  }

  async #oldParents(all: readonly Placed[]): Promise<Place[]> {
    const parents: Place[] = []
    for (const { namespace, stored } of all) {
      if (stored.parentId === null) continue
      const { v } = await decodeCheckpoint(this.#serde, stored, {})
      if (v < 4) parents.push({ namespace, stored: { id: stored.parentId } })
    }
    return parents
  }

  /** Returns all that was written for checkpoints, by their places, in the order in which it is applied. */
  async #writes(places: readonly Place[]): Promise<WritesByPlace> {
    const wanted = new Map(places.map(({ namespace, stored: { id } }) => [placeName(id, namespace), { id, namespace }]))
    const results = new Map<string, StateRecord[]>([...wanted.keys()].map((name) => [name, []]))
    const prefixes = new Map([...wanted].map(([name, { id, namespace }]) => [writesPrefix(id, namespace), name]))
    for await (const record of this.#writeRecords([...wanted.values()])) {
      const name = prefixes.get(record.key.slice(0, record.key.indexOf('/', record.key.indexOf('/') + 1) + 1))
      if (name !== undefined) results.get(name)?.push(record)
    }
    return new Map([...results].map(([name, records]) => [name, inOrder(records)]))
  }

  /** Those of one place by its prefix; of several, all between the first and the last of them: lists follow each other. */
  async *#writeRecords(places: readonly { readonly id: string; readonly namespace: string }[]) {
    const { records } = this.#thread.conversation
    const [only, ...others] = places
    if (only === undefined) return
    if (others.length === 0) {
      const keyPrefix = writesPrefix(only.id, only.namespace)
      yield* records.list({ kind: kinds.write, keyPrefix, first: pageOfWrites })
      return
    }
    const prefixes = places.map(({ id }) => idPrefix(id)).sort(byBytes)
    const first = prefixes[0] as string
    const behind = `${(prefixes.at(-1) as string).slice(0, -1)}0`
    const order = { order: 'DESCENDING', first: pageOfWrites } as const
    for await (const record of records.list({ kind: kinds.write, beforeKey: behind, ...order })) {
      if (byBytes(record.key, first) < 0) return
      yield record
    }
  }
}

interface Place {
  readonly namespace: string
  readonly stored: { readonly id: string }
}
type WritesByPlace = ReadonlyMap<string, readonly StoredWrite[]>

const pageOfWrites = 200
const placeName = (id: string, namespace: string): string => JSON.stringify([id, namespace])
/** Keys of writes are ASCII. */
const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

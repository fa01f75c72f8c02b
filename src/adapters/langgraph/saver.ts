import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  getCheckpointId,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
  type SerializerProtocol,
} from '@langchain/langgraph-checkpoint'
import { connect, type ConnectedGraph, type ConnectOptions, type StateRecordInput } from '../../client/client.ts'
import {
  checkpointOf,
  encodeCheckpoint,
  metadataOf,
  planChannels,
  type CheckpointBody,
  type StoredCheckpoint,
} from './checkpoint.ts'
import { deleteThread } from './deleteThread.ts'
import { forkThread } from './fork.ts'
import { listCheckpoints } from './listing.ts'
import { checkpointKind, namespaceOf } from './names.ts'
import { split, type Split } from './parts.ts'
import { messagesOf, nothing, project, refusalOf, type Messages } from './projection.ts'
import { CheckpointReader, type Placed } from './reading.ts'
import { PartReader } from './readParts.ts'
import { GraphThread } from './thread.ts'
import { writeRecords } from './writes.ts'
import { asJson, isSame } from '../turns/json.ts'
import { own } from '../../runtime/own.ts'

/** Where checkpoints are kept: by a server, in this process, or by a client that is connected already. */
export type SaverConnection = ConnectOptions | { readonly client: ConnectedGraph }

export interface SaverOptions {
  /** The channel whose messages are turns of the conversation: `messages` when left out; false: none. */
  readonly messages?: string | false | undefined
  readonly serde?: SerializerProtocol | undefined
}

/** How many threads the saver remembers with the names of their parts, and of how many it remembers the elements of their lists too. */
const [rememberedThreads, rememberedLists] = [100, 4]

/**
 * A checkpointer of LangGraph. A thread is the conversation of the same id; its checkpoints are state records of it, and its
 * messages are its turns.
 */
export class TurngraphSaver extends BaseCheckpointSaver {
  /** The client that they are kept by: for forks, diffs and what else a conversation has. */
  readonly client: ConnectedGraph
  readonly #messages: string | false
  readonly #isOwn: boolean
  readonly #threads = new Map<string, GraphThread>()

  constructor(client: ConnectedGraph, options: SaverOptions = {}, isOwn = false) {
    super(options.serde)
    this.client = client
    this.#messages = options.messages ?? 'messages'
    this.#isOwn = isOwn
  }

  /** Connects to a server, or opens a store in this process. */
  static async connect(connection: SaverConnection = {}, options: SaverOptions = {}): Promise<TurngraphSaver> {
    if ('client' in connection) return new TurngraphSaver(connection.client, options)
    return new TurngraphSaver(await connect(connection), options, true)
  }

  /** Connects to the server of that address; any other text is the folder of a store. */
  static fromConnString(address: string, options: SaverOptions = {}): Promise<TurngraphSaver> {
    return TurngraphSaver.connect(/^https?:\/\//.test(address) ? { url: address } : { data: address }, options)
  }

  /** Closes the client, unless it was given. */
  async end(): Promise<void> {
    if (this.#isOwn) await this.client.close()
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const threadId = threadOf(config)
    if (threadId === undefined) return undefined
    const [namespace, id] = [namespaceIn(config) ?? '', getCheckpointId(config)]
    const placed = await this.#find(threadId, namespace, id === '' ? undefined : id)
    if (placed === null) return undefined
    return (await new CheckpointReader(this.#thread(threadId), this.serde).tuples([placed]))[0]
  }

  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { limit = Infinity, before, filter = {} } = options
    if (limit <= 0) return
    const range = {
      threadId: threadOf(config),
      namespace: namespaceIn(config),
      ...nonEmpty('checkpointId', getCheckpointId(config)),
      ...nonEmpty('before', before === undefined ? '' : getCheckpointId(before)),
    }
    const readers = new Map<string, CheckpointReader>()
    const isWanted = async ({ stored }: Placed) => {
      const details: Readonly<Record<string, unknown>> = { ...(await metadataOf(this.serde, stored)) }
      return Object.entries(filter).every(([name, value]) => isValue(own(details, name), value))
    }
    let remaining = limit
    const size = Math.min(limit, 100)
    for await (const batch of batches(listCheckpoints(this.client, range, size), size))
      for (const [threadId, run] of runs(batch)) {
        const reader = readers.get(threadId) ?? new CheckpointReader(this.#thread(threadId), this.serde)
        readers.set(threadId, reader)
        const wanted = await Promise.all(run.map(isWanted))
        for (const tuple of await reader.tuples(run.filter((_, i) => wanted[i]))) {
          yield tuple
          if (--remaining <= 0) return
        }
      }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const threadId = mustHave(threadOf(config), 'thread_id', 'put checkpoint')
    const namespace = namespaceIn(config) ?? ''
    const parentId = getCheckpointId(config) || null
    const thread = this.#thread(threadId)
    await thread.retrying(async () => {
      const known = parentId === null ? null : thread.lastPut(namespace, parentId)
      const parent =
        known ?? (parentId === null ? null : (await this.#find(threadId, namespace, parentId))?.stored) ?? null
      await this.#write(thread, { namespace, parentId, parent }, checkpoint, metadata, newVersions)
    })
    return { configurable: { thread_id: threadId, checkpoint_ns: namespace, checkpoint_id: checkpoint.id } }
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = '',
  ): Promise<void> {
    const threadId = mustHave(threadOf(config), 'thread_id', 'put writes')
    const checkpointId = mustHave(getCheckpointId(config) || undefined, 'checkpoint_id', 'put writes')
    const place = { checkpointId, namespace: namespaceIn(config) ?? '' }
    const thread = this.#thread(threadId)
    await thread.retrying(async () => {
      const { salt } = await thread.salt()
      const { parts, records } = await writeRecords(this.serde, salt, place, { id: taskId, path: taskPath }, writes)
      if (records.length > 0) await thread.write(thread.lacking(parts), records)
    })
  }

  /** Deletes a thread's checkpoints and hides its conversation; what its forks need of it goes over to them. */
  override async deleteThread(threadId: string): Promise<void> {
    await deleteThread(this.client, this.#thread(threadId), this.serde)
    this.#threads.delete(threadId)
  }

  /** Begins another thread at a checkpoint: a fork of the conversation, which shares its past. Copies nothing of its values. */
  async fork(config: RunnableConfig, threadId: string): Promise<RunnableConfig> {
    const source = mustHave(threadOf(config), 'thread_id', 'fork')
    const placed = await this.#find(source, '', getCheckpointId(config) || undefined)
    if (placed === null) throw new Error(`Failed to fork: thread "${source}" has no such checkpoint.`)
    await forkThread(this.client, this.#thread(source), placed.stored, threadId)
    return { configurable: { thread_id: threadId, checkpoint_ns: '', checkpoint_id: placed.stored.id } }
  }

  async #write(
    thread: GraphThread,
    { namespace, parentId, parent }: { namespace: string; parentId: string | null; parent: StoredCheckpoint | null },
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<void> {
    const { salt } = await thread.salt()
    const { stored, unchanged: retained } = planChannels(checkpoint, newVersions, parent)
    const values = new Map(Object.entries(retained))
    const parts: StateRecordInput[] = []
    let messages: Messages | null = null
    for (const [channel, version, value] of stored) {
      const place = `${namespace}/${channel}`
      const result = await split(this.serde, salt, value, thread.listOf(place))
      if (result.list !== undefined) thread.rememberList(place, result.list)
      if (parent !== null) await this.#knowParts(thread, parent, channel, result)
      values.set(channel, [version, result.reference])
      parts.push(...result.parts)
      if (namespace === '' && channel === this.#messages) messages = messagesOf(checkpoint.id, value, result)
    }
    const kind = checkpointKind(namespace)
    const unmoved = this.#messages !== false && Object.hasOwn(retained, this.#messages) ? parent?.place : undefined
    const body: CheckpointBody = {
      ...(namespaceOf(kind) === null && { namespace }),
      ...(await encodeCheckpoint(this.serde, checkpoint, metadata)),
      values: Object.fromEntries(values),
      ...(unmoved !== undefined && { place: unmoved }),
    }
    const record = (value: CheckpointBody) => ({
      kind,
      key: checkpoint.id,
      ...(parentId !== null && { parentKey: parentId }),
      value,
    })
    let failed: string | null = null
    try {
      const { turns, records, place } = messages === null ? nothing : await project(thread, messages)
      // Those that go with a turn are written with it.
      const withTurns = new Set(records.map(({ kind: of, key }) => `${of} ${key}`))
      const others = thread.lacking(parts).filter(({ kind: of, key }) => !withTurns.has(`${of} ${key}`))
      const whole = { ...body, ...(place !== undefined && { place }) }
      await thread.write(others, [...records, record(whole)], turns)
      thread.knowAll(parts)
      thread.rememberPut(namespace, { ...whole, id: checkpoint.id, parentId })
    } catch (thrown) {
      if (messages === null) throw thrown
      failed = refusalOf(thrown)
    }
    // The tree refuses the turns: the checkpoint is stored without them, and says so.
    if (failed === null) return
    const alone = { ...body, projection: { failed } }
    await thread.write(thread.lacking(parts), [record(alone)])
    thread.rememberPut(namespace, { ...alone, id: checkpoint.id, parentId })
  }

  /** In a process that has not seen the thread yet, the parts of the parent's value are known to be there. */
  async #knowParts(thread: GraphThread, parent: StoredCheckpoint, channel: string, { parts }: Split): Promise<void> {
    const reference = own(parent.values, channel)?.[1]
    if (reference === undefined || !('part' in reference) || thread.lacking(parts).length < firstSight) return
    await new PartReader(thread, this.serde).know(reference)
  }

  async #find(threadId: string, namespace: string, checkpointId: string | undefined): Promise<Placed | null> {
    const kind = checkpointKind(namespace)
    const { records } = this.#thread(threadId).conversation
    if (checkpointId !== undefined) {
      const record = await records.get(kind, checkpointId)
      return record && { namespace, stored: checkpointOf(record) }
    }
    const [newest] = (await records.list({ kind, order: 'DESCENDING', first: 1 }).page()).items
    return newest === undefined ? null : { namespace, stored: checkpointOf(newest) }
  }

  #thread(id: string): GraphThread {
    const known = this.#threads.get(id) ?? new GraphThread(this.client, id)
    // The one that was used last is forgotten last.
    this.#threads.delete(id)
    this.#threads.set(id, known)
    const ids = [...this.#threads.keys()]
    const [oldest] = ids
    if (ids.length > rememberedThreads && oldest !== undefined) this.#threads.delete(oldest)
    this.#threads.get(ids.at(-rememberedLists - 1) ?? '')?.forgetLists()
    return known
  }
}

/** With so many parts that are not known to be there it is worth a look at those of the parent. */
const firstSight = 64

const threadOf = ({ configurable }: RunnableConfig): string | undefined => {
  const id: unknown = configurable?.['thread_id']
  return typeof id === 'number' ? String(id) : (id as string | undefined)
}
const namespaceIn = ({ configurable }: RunnableConfig): string | undefined =>
  configurable?.['checkpoint_ns'] as string | undefined

function mustHave(value: string | undefined, name: string, task: string): string {
  if (value !== undefined) return value
  throw new Error(`Failed to ${task}: the config has no "${name}" among its "configurable".`)
}

const nonEmpty = <Name extends string>(name: Name, value: string): { readonly [N in Name]?: string } =>
  (value === '' ? {} : { [name]: value }) as { readonly [N in Name]?: string }

/** Yields items in batches, the first of them short. */
async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  let length = Math.min(size, 10)
  for await (const item of items) {
    if (batch.push(item) < length) continue
    yield batch
    ;[batch, length] = [[], size]
  }
  if (batch.length > 0) yield batch
}

/** Says whether metadata have what a filter asks for: objects are compared by what is in them, as JSON has it. */
const isValue = (value: unknown, wanted: unknown): boolean =>
  wanted === undefined ? value === undefined : isSame(value, asJson(wanted, ['filter']))

/** Returns those of one thread after each other together. */
function runs<T extends { readonly threadId: string }>(batch: readonly T[]): (readonly [string, T[]])[] {
  const results: (readonly [string, T[]])[] = []
  for (const item of batch) {
    const last = results.at(-1)
    if (last?.[0] === item.threadId) last[1].push(item)
    else results.push([item.threadId, [item]])
  }
  return results
}

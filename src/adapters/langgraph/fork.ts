/** Threads that begin at a checkpoint of another. */
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import type { ConnectedGraph, StateRecordInput } from '../../client/client.ts'
import { checkpointOf, type StoredCheckpoint } from './checkpoint.ts'
import { checkpoints, kinds, writesPrefix } from './names.ts'
import { PartReader } from './readParts.ts'
import { GraphThread } from './thread.ts'
import { inOrder } from './writes.ts'

/**
 * Begins a thread at a checkpoint of another one: the conversation is forked at its last message, and has records of the
 * checkpoint, of what waits to be done with it, and of where its parts are.
 */
export async function forkThread(
  client: ConnectedGraph,
  source: GraphThread,
  stored: StoredCheckpoint,
  threadId: string,
): Promise<void> {
  const { id, parentId: _source, ...body } = stored
  const [{ salt }, observationId, waiting] = await Promise.all([
    source.salt(),
    placeOf(source, stored),
    source.conversation.records.list({ kind: kinds.write, keyPrefix: writesPrefix(id, '') }).all(),
  ])
  const records: StateRecordInput[] = [
    { kind: kinds.thread, key: 'salt', value: { salt, source: source.id } },
    ...waiting.map(({ kind, key, value }) => ({ kind, key, value })),
    { kind: checkpoints, key: id, value: body },
  ]
  const first = observationId === null ? 0 : atOnce
  if (observationId !== null)
    await source.conversation.fork({ at: { observationId }, id: threadId, records: records.slice(0, first) })
  else {
    await client.conversations.create({ id: threadId })
    // The conversation does not know of it: it has no turn to be forked at.
    await source.conversation.records.put({ kind: kinds.fork, key: threadId, value: stored.id }, repeatable)
  }
  const fork = client.conversations.open(threadId)
  for (let from = first; from < records.length; from += atOnce)
    await fork.records.put(records.slice(from, from + atOnce), repeatable)
}

/** Such a write says the same when it is done twice. */
const repeatable = { idempotencyKey: null } as const
/** The most records of one request. */
const atOnce = 1000

/** Returns the place of the last message of a checkpoint; null where its messages are no turns. */
async function placeOf(source: GraphThread, { place }: StoredCheckpoint): Promise<string | null> {
  if (place === undefined) return null
  const known = source.observationAt(place)
  if (known !== null) return known
  const [record] = await source.places([place])
  return record?.observation?.id ?? null
}

/** Gives a fork the parts that it has of its source, which is about to go. */
export async function adoptParts(client: ConnectedGraph, threadId: string, serde: SerializerProtocol): Promise<void> {
  const thread = new GraphThread(client, threadId)
  const { source } = await thread.salt()
  if (source === null) return
  const reader = new PartReader(thread, serde)
  const places = new Set<string>()
  for (const kind of await thread.conversation.records.kinds(checkpoints))
    for await (const record of thread.conversation.records.list({ kind })) {
      const { values, place } = checkpointOf(record)
      if (place !== undefined) places.add(place)
      await reader.prepare(Object.values(values).map(([, value]) => value))
    }
  const writes = await thread.conversation.records.list({ kind: kinds.write }).all()
  await reader.prepare(inOrder(writes).map(({ value }) => value))
  await thread.write([...reader.all(), ...(await turnsAt(thread, [...places]))], [])
}

async function turnsAt(thread: GraphThread, places: readonly string[]): Promise<StateRecordInput[]> {
  return (await thread.places(places)).map(({ kind, key, value, observation }) => ({
    ...{ kind, key, value, ifExists: 'KEEP' },
    ...(observation !== null && { observationId: observation.id }),
  }))
}

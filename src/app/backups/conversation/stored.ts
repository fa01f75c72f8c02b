import type { ContentKind, Contents } from '../../../domain/contents.ts'
import { textOf } from '../../../formats/ndjson/values.ts'
import type { Scope } from '../../scope.ts'

type StoredRows<K extends ContentKind> = Promise<readonly (Contents[K] | null)[]>
type Reader<K extends ContentKind> = (scope: Scope, values: readonly Contents[K][]) => StoredRows<K>
/** What a conversation's file may hold. */
export type ConversationKind = Exclude<ContentKind, 'guard' | 'idempotencyKey' | 'erasure'>

const idsOf = (values: readonly { readonly id: string }[]): string[] => values.map(({ id }) => id)

const readers: { readonly [K in ConversationKind]: Reader<K> } = {
  attachment: ({ store }, values) => store.attachments(idsOf(values)),
  entityType: ({ store }, values) => store.entityTypes(values.map(({ type }) => type)),
  conversation: storedConversations,
  message: ({ store }, values) => store.messages(idsOf(values)),
  observation: ({ store }, values) => store.observations(idsOf(values)),
  junction: ({ store }, values) => store.junctions(values),
  run: ({ store }, values) => store.runs(values),
  event: ({ store }, values) => store.events(idsOf(values)),
  rawChunk: storedChunks,
  entity: ({ store }, values) => store.entities(idsOf(values)),
  fact: ({ store }, values) => store.facts(idsOf(values)),
  annotations: ({ store }, values) => store.annotations(idsOf(values)),
  stateRecord: ({ store }, values) => store.stateRecords(values),
  relationship: ({ store }, values) => store.relationships(idsOf(values)),
  importMark: ({ store }, values) => store.importMarks(values.map(({ name }) => name)),
}

/** Says whether a kind may stand in a conversation's file: keys, counters and erasures are of the whole store. */
export function isOfConversation(kind: ContentKind): kind is ConversationKind {
  return Object.hasOwn(readers, kind)
}

/** A stored value, and its line's text. */
export interface StoredConversationRows<K extends ConversationKind> {
  readonly value: Contents[K]
  readonly text: string
}

/** Returns what the store holds under the names of values; null where there is nothing. */
export async function storedOf<K extends ConversationKind>(
  scope: Scope,
  kind: K,
  values: readonly Contents[K][],
): Promise<(StoredConversationRows<K> | null)[]> {
  const results = await (readers[kind] as unknown as Reader<K>)(scope, values)
  return results.map((value) => (value == null ? null : { value, text: textOf(kind, value) }))
}

/** Returns conversations with the ends of their ledgers. */
export async function storedConversations(
  { store }: Scope,
  values: readonly { readonly id: string }[],
): StoredRows<'conversation'> {
  const conversations = await store.conversations(idsOf(values))
  const ends = await store.lists(
    values.map(({ id }) => ({ list: 'events' as const, owner: id, after: null, limit: 1 })),
  )
  return conversations.map((one, i) => one && { ...one, lastSeq: ends[i]?.[0]?.seq ?? 0 })
}

async function storedChunks({ store }: Scope, values: readonly Contents['rawChunk'][]): StoredRows<'rawChunk'> {
  const positions = new Map<string, string[]>()
  const results: (Contents['rawChunk'] | null)[] = []
  for (const { conversationId: id, source, firstLine } of values) {
    const sources = positions.get(id) ?? (await store.rawSources(id)).map((one) => one.source)
    positions.set(id, sources)
    const [chunk] = sources.includes(source) ? await store.rawChunks(id, source, firstLine, 1) : []
    results.push(chunk?.firstLine === firstLine ? { ...chunk, position: sources.indexOf(source) + 1 } : null)
  }
  return results
}

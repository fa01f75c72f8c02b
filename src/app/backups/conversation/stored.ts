import type { ContentKind, Contents } from '../../../domain/contents.ts'
import { textOf } from '../../../formats/ndjson/values.ts'
import type { Scope } from '../../scope.ts'

type Found<K extends ContentKind> = Promise<readonly (Contents[K] | null)[]>
type Reader<K extends ContentKind> = (scope: Scope, values: readonly Contents[K][]) => Found<K>
/** What a conversation's file may hold. */
export type ConversationKind = Exclude<ContentKind, 'guard' | 'idempotencyKey'>

const idsOf = (values: readonly { readonly id: string }[]): string[] => values.map(({ id }) => id)

const readers: { readonly [K in ConversationKind]: Reader<K> } = {
  attachment: ({ store, tenant }, values) => store.attachments(tenant, idsOf(values)),
  entityType: ({ store, tenant }, values) => store.entityTypes(tenant, values.map(({ type }) => type)), // prettier-ignore
  conversation: storedConversations,
  message: ({ store, tenant }, values) => store.messages(tenant, idsOf(values)),
  observation: ({ store, tenant }, values) => store.observations(tenant, idsOf(values)),
  junction: ({ store, tenant }, values) => store.junctions(tenant, values),
  run: ({ store, tenant }, values) => store.runs(tenant, values),
  event: ({ store, tenant }, values) => store.events(tenant, idsOf(values)),
  rawChunk: storedChunks,
  entity: ({ store, tenant }, values) => store.entities(tenant, idsOf(values)),
  fact: ({ store, tenant }, values) => store.facts(tenant, idsOf(values)),
  annotations: ({ store, tenant }, values) => store.annotations(tenant, idsOf(values)),
  relationship: ({ store, tenant }, values) => store.relationships(tenant, idsOf(values)),
  importMark: ({ store, tenant }, values) => store.importMarks(tenant, values.map(({ name }) => name)), // prettier-ignore
}

/** Says whether a kind may stand in a conversation's file: keys and counters are of the whole store. */
export function isOfConversation(kind: ContentKind): kind is ConversationKind {
  return Object.hasOwn(readers, kind)
}

/** A stored value, and its line's text. */
export interface Stored<K extends ConversationKind> {
  readonly value: Contents[K]
  readonly text: string
}

/** Returns what the store holds under the names of values; null where there is nothing. */
export async function storedOf<K extends ConversationKind>(
  scope: Scope,
  kind: K,
  values: readonly Contents[K][],
): Promise<(Stored<K> | null)[]> {
  const found = await (readers[kind] as unknown as Reader<K>)(scope, values)
  return found.map((value) => (value == null ? null : { value, text: textOf(kind, value) }))
}

async function storedConversations(
  { store, tenant }: Scope,
  values: readonly Contents['conversation'][],
): Found<'conversation'> {
  const found = await store.conversations(tenant, idsOf(values))
  const ends = await store.lists(
    tenant,
    values.map(({ id }) => ({ list: 'events' as const, owner: id, after: null, limit: 1 })),
  )
  return found.map((one, i) => one && { ...one, lastSeq: ends[i]?.[0]?.seq ?? 0 })
}

async function storedChunks({ store, tenant }: Scope, values: readonly Contents['rawChunk'][]): Found<'rawChunk'> {
  const positions = new Map<string, string[]>()
  const found: (Contents['rawChunk'] | null)[] = []
  for (const { conversationId: id, source, firstLine } of values) {
    const sources = positions.get(id) ?? (await store.rawSources(tenant, id)).map((one) => one.source)
    positions.set(id, sources)
    const [chunk] = sources.includes(source) ? await store.rawChunks(tenant, id, source, firstLine, 1) : []
    found.push(chunk?.firstLine === firstLine ? { ...chunk, position: sources.indexOf(source) + 1 } : null)
  }
  return found
}

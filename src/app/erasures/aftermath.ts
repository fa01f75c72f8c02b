import { noRecords, type Changes } from '../../domain/changes.ts'
import type { Erasure } from '../../domain/erasure/erasure.ts'
import { names } from '../../domain/erasure/names.ts'
import { noRewrites, type Rewrites } from '../../domain/erasure/rewrites.ts'
import type { Conversation, ConversationId, Json, NewEvent } from '../../domain/model.ts'
import { importStates, marksOfSource, resumedSessions } from '../../domain/records/importMarks.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import { withHead, withoutDerived } from '../../domain/tree/growth.ts'
import type { WalkPage } from '../../storage/graphStore.ts'
import { treeNode } from '../read/paths.ts'
import { splitBatch } from '../read/loaders.ts'
import { textAt } from '../read/titles/titleAndPreview.ts'
import type { Scope } from '../scope.ts'
import { newEvent } from '../write/draft/additions.ts'
import { commitSettled } from '../write/lanes/commit.ts'
import type { Embedding } from './things/attachmentNames.ts'
import type { EmptiedThings } from './things/entities.ts'

const atOnce = 500

/** Writes rewrites of what belongs to no conversation's turns, some rows at a time. */
export async function writeRewrites(scope: Scope, erasure: Erasure, rewrites: Partial<Rewrites>): Promise<void> {
  const kinds = Object.entries(rewrites) as [keyof Rewrites, readonly unknown[]][]
  for (const [kind, rows] of kinds)
    for (let from = 0; from < rows.length; from += atOnce) {
      const some = { ...noRewrites, [kind]: rows.slice(from, from + atOnce) } as Rewrites
      const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
      await scope.store.write({ ...changesOfNothing(event), rewrites: some })
    }
}

/** Returns changes that are an event of the ledger alone. */
export function changesOfNothing(event: NewEvent): Changes {
  const tree = { conversations: [], messages: [], observations: [], segments: [], junctions: [] }
  return { events: [event], ...tree, key: null, rawChunks: [], importMarks: [], ...noRecords }
}

/** What an erasure has emptied, by names that other records may hold. */
export interface Emptied {
  /** Of observations, messages, entities, facts, and conversations that are erased whole. */
  readonly ids: ReadonlySet<string>
  readonly entityIds: readonly string[]
  /** Attachments that were asked for. */
  readonly attachmentIds: readonly string[]
  /** Conversations and the sources of their raw lines in which lines were emptied. */
  readonly sources: ReadonlySet<string>
  readonly runs: ReadonlySet<string>
  readonly conversationIds: ReadonlySet<ConversationId>
}

/** Returns what has been emptied, of what is left of it. */
export async function emptiedBy(
  scope: Scope,
  { observationIds, plan }: Erasure,
  { entityIds, factIds, embeddings }: EmptiedThings & { readonly embeddings: readonly Embedding[] },
): Promise<Emptied> {
  const [ids, sources, runs, conversationIds] = [new Set(observationIds), new Set<string>(), new Set<string>(), new Set<string>()] // prettier-ignore
  for (let from = 0; from < observationIds.length; from += atOnce)
    for (const one of await splitBatch(observationIds.slice(from, from + atOnce), (some) =>
      scope.store.observations(some),
    )) {
      // prettier-ignore
      if (!one) continue
      conversationIds.add(one.conversationId)
      if (one.messageId !== null && one.copyOf === null) ids.add(one.messageId)
      if (one.runId !== null) runs.add(JSON.stringify([one.conversationId, one.runId]))
      const origin = rawOrigin(one)
      if (origin) sources.add(JSON.stringify([origin.conversationId, origin.source]))
    }
  for (const id of plan?.conversationIds ?? []) {
    conversationIds.add(id)
    for (const { source } of await scope.store.rawSources(id)) sources.add(JSON.stringify([id, source]))
  }
  for (const id of [...entityIds, ...factIds]) ids.add(id)
  for (const { source, conversationId } of embeddings) {
    conversationIds.add(conversationId)
    if (source !== null) sources.add(source)
  }
  return { ids, entityIds, attachmentIds: plan?.askedAttachmentIds ?? [], sources, runs, conversationIds }
}

/** Frees idempotency keys whose records name what was erased: their marks were made of what was said. */
export async function freeKeys(scope: Scope, erasure: Erasure, { ids }: Emptied): Promise<void> {
  const whole = new Set(erasure.plan?.conversationIds ?? [])
  const keys: string[] = []
  for await (const page of walkAll(scope, 'keys'))
    for (const { key, operation, result } of page)
      if (operation !== 'erase' && names(result, (text) => ids.has(text) || whole.has(text))) keys.push(key)
  await writeRewrites(scope, erasure, { keys })
}

/** Takes away the marks of imports that hold digests of what was erased, and titles of conversations that were. */
export async function dropMarks(scope: Scope, erasure: Erasure, { ids, sources }: Emptied): Promise<void> {
  const names = new Set([...sources].flatMap((source) => marksOfSource(...(JSON.parse(source) as [string, string]))))
  const whole = new Set(erasure.plan?.conversationIds ?? [])
  for (const id of whole) names.add(importStates.nameOf(id))
  const markNames: string[] = []
  const isSession = (name: string) => name.startsWith(resumedSessions.nameOf(''))
  for await (const page of walkAll(scope, 'importMarks'))
    for (const { name, value } of page)
      if (names.has(name) || (isSession(name) && namesAny(value, ids, whole))) markNames.push(name)
  await writeRewrites(scope, erasure, { importMarks: markNames })
}

/** Says whether a value names one of these ids, or one of these conversations. */
export const namesAny = (value: Json, ids: ReadonlySet<string>, whole: ReadonlySet<string>) =>
  names(value, (text) => ids.has(text) || whole.has(text))

/** Yields all that a tenant has of a kind, page by page. */
export async function* walkAll<K extends 'keys' | 'importMarks'>(scope: Scope, kind: K) {
  for (let after: string | null = null; ;) {
    const page: WalkPage<K> = await scope.store.walk(kind, { after, limit: 1000 })
    yield page.items
    after = page.next
    if (after === null) return
  }
}

/**
 * Derives titles and previews anew, of the conversations that held what was erased and of their forks. One whose head is
 * erased has a new version in any case, by which each process that remembers its head reads it again.
 */
export async function deriveTexts(scope: Scope, erasure: Erasure, around: Iterable<Conversation>): Promise<void> {
  for (const { id } of around)
    await commitSettled(scope, [id], async ([laneState]) => {
      scope.reads.clear()
      const frontier = laneState?.frontier
      if (!frontier) return { changes: null, after: new Map(), result: null }
      const { conversation } = frontier
      // What is remembered of a fork's head may be of before: no row of the fork was changed.
      const head = frontier.head && treeNode(await scope.reads.observation(frontier.head.id))
      const value = withoutDerived(withHead(conversation, head, await textAt(scope.reads, conversation, head)))
      const isSame = value.derivedTitle === conversation.derivedTitle && value.preview === conversation.preview
      if (isSame && head?.erased?.by !== erasure.id) return { changes: null, after: new Map(), result: null }
      const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
      const conversations = [{ expected: conversation.version, value: { ...value, version: conversation.version + 1 } }]
      return { changes: { ...changesOfNothing(event), conversations }, after: new Map(), result: null }
    })
}

import { noRecords, type Changes } from '../../domain/changes.ts'
import type { Erasure } from '../../domain/erasure/erasure.ts'
import { names } from '../../domain/erasure/names.ts'
import { noRewrites, type Rewrites } from '../../domain/erasure/rewrites.ts'
import type { Conversation, ConversationId, ForkPoint, Json, Mark, NewEvent, Place } from '../../domain/model.ts'
import { importStates, marksOfSource, resumedSessions } from '../../domain/records/importMarks.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import { forkNamed, isForkName } from '../../domain/prompts/title.ts'
import { withHead, withoutDerived } from '../../domain/tree/growth.ts'
import type { WalkPage, WalkPart } from '../../storage/graphStore.ts'

import { asTreeNode } from '../read/paths.ts'
import { splitBatch } from '../read/loaders.ts'
import { textAt } from '../read/titles/titleAndPreview.ts'
import type { Scope } from '../scope.ts'
import { newEvent } from '../write/draft/additions.ts'
import { commitSettled } from '../write/lanes/commit.ts'
import { forksOf, HeldPoints } from './holding.ts'
import type { Embedding } from './things/attachmentNames.ts'
import type { EmptiedThings } from './things/entities.ts'

const atOnce = 500
const derivedAtOnce = 200

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
  /** Some of it was copies: lines of forks that were made with copies name what these are of. */
  readonly hasCopies: boolean
  /** Where the observations of the tree stand. */
  readonly places: readonly Pick<Place, 'segmentId' | 'depth'>[]
}

/** Returns what has been emptied, of what is left of it. */
export async function emptiedBy(
  scope: Scope,
  { observationIds, plan }: Erasure,
  { entityIds, factIds, embeddings }: EmptiedThings & { readonly embeddings: readonly Embedding[] },
): Promise<Emptied> {
  const [ids, sources, runs, conversationIds] = [
    new Set(observationIds),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ]
  const places: Emptied['places'][number][] = []
  let hasCopies = false
  for (let from = 0; from < observationIds.length; from += atOnce)
    for (const one of await splitBatch(observationIds.slice(from, from + atOnce), (some) =>
      scope.store.observations(some),
    )) {
      // prettier-ignore
      if (!one) continue
      conversationIds.add(one.conversationId)
      hasCopies ||= one.copyOf !== null
      if (one.place) places.push({ segmentId: one.place.segmentId, depth: one.place.depth })
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
  return {
    ids,
    entityIds,
    attachmentIds: plan?.askedAttachmentIds ?? [],
    sources,
    runs,
    conversationIds,
    hasCopies,
    places,
  }
}

/** Frees idempotency keys whose records name what was erased: their marks were made of what was said. */
export async function freeKeys(scope: Scope, erasure: Erasure, { ids }: Emptied): Promise<void> {
  const whole = new Set(erasure.plan?.conversationIds ?? [])
  const keys: string[] = []
  const all = [...new Set([...ids, ...whole])]
  for (let from = 0; from < all.length; from += atOnce)
    for (const { key, operation } of await scope.store.keysNaming(all.slice(from, from + atOnce)))
      if (operation !== 'erase') keys.push(key)
  await writeRewrites(scope, erasure, { keys: [...new Set(keys)] })
}

/** Takes away the marks of imports that hold digests of what was erased, and titles of conversations that were. */
export async function dropMarks(scope: Scope, erasure: Erasure, { ids, sources }: Emptied): Promise<void> {
  const names = new Set([...sources].flatMap((source) => marksOfSource(...(JSON.parse(source) as [string, string]))))
  const whole = new Set(erasure.plan?.conversationIds ?? [])
  for (const id of whole) names.add(importStates.nameOf(id))
  for await (const { name, value } of resumedMarks(scope)) if (namesAny(value, ids, whole)) names.add(name)
  await writeRewrites(scope, erasure, { importMarks: [...names] })
}

/** Yields the marks of sessions that `resume` wrote: of all marks they lie side by side. */
export async function* resumedMarks(scope: Scope): AsyncGenerator<Mark> {
  const prefix = resumedSessions.nameOf('')
  for await (const page of walkAll(scope, 'importMarks', { from: prefix, limit: 100 }))
    for (const mark of page) {
      if (!mark.name.startsWith(prefix)) return
      yield mark
    }
}

/** Says whether a value names one of these ids, or one of these conversations. */
export const namesAny = (value: Json, ids: ReadonlySet<string>, whole: ReadonlySet<string>) =>
  names(value, (text) => ids.has(text) || whole.has(text))

/** Yields all that a tenant has of a kind, page by page, from a name on where one is given. */
export async function* walkAll(scope: Scope, kind: 'importMarks', { from, limit = 1000 }: Partial<WalkPart> = {}) {
  for (let after: string | null = null; ;) {
    const page: WalkPage<'importMarks'> = await scope.store.walk(kind, { after, limit, from })
    yield page.items
    after = page.next
    if (after === null) return
  }
}

/** Forks that begin at what was erased, and the conversations from which they were made. */
export interface ForksAt {
  readonly forks: ReadonlySet<ConversationId>
  readonly sources: ReadonlySet<ConversationId>
}

/**
 * Derives titles and previews again, of the conversations that held what was erased, of the forks that hold it, and of those that are called by
 * such a title. One whose head is erased has a new version in any case, by which each process that remembers its head reads it again. Returns
 * which of the forks that it met begin at what was erased: one may be made from a fork that has this from another conversation.
 */
export async function deriveTexts(scope: Scope, erasure: Erasure, emptied: Emptied): Promise<ForksAt> {
  const held = new HeldPoints(scope, emptied.places)
  const [begun, sources] = [new Set<ConversationId>(), new Set<ConversationId>()]
  const seen = new Set(emptied.conversationIds)
  for (let open = [...seen]; open.length > 0;) {
    const titles = await deriveSome(scope, erasure, open)
    const next: ConversationId[] = []
    for await (const [source, forks] of forksOf(scope, open)) {
      const holding = new Set(await held.among(forks))
      for (const fork of forks) {
        if (fork.observationId !== null && emptied.ids.has(fork.observationId)) {
          begun.add(fork.id)
          sources.add(source)
        }
        if (seen.has(fork.id) || !(holding.has(fork) || isMisnamed(fork, titles.get(source)))) continue
        seen.add(fork.id)
        next.push(fork.id)
      }
    }
    open = next
  }
  return { forks: begun, sources }
}

/** A fork is called by its source's title until it has one of its own, also where it left before what was erased. */
function isMisnamed({ derivedTitle }: ForkPoint, title: string | undefined): boolean {
  return title !== undefined && isForkName(derivedTitle) && derivedTitle !== forkNamed(title)
}

/** Derives those of some conversations and returns what each is called then. */
async function deriveSome(
  scope: Scope,
  erasure: Erasure,
  ids: readonly ConversationId[],
): Promise<ReadonlyMap<ConversationId, string>> {
  const titles = new Map<ConversationId, string>()
  for (let from = 0; from < ids.length; from += derivedAtOnce) {
    scope.reads.clear()
    const some = ids.slice(from, from + derivedAtOnce)
    const conversations = await splitBatch(some, (part) => scope.store.conversations(part))
    const derived = conversations.map(async (one) => one && { one, value: await derivedOf(scope, erasure, one) })
    for (const it of await Promise.all(derived)) {
      if (it === null) continue
      const { one, value } = it
      titles.set(one.id, (value ?? one).title ?? (value ?? one).derivedTitle)
      if (value !== null) await deriveOne(scope, erasure, one.id)
    }
  }
  return titles
}

/** Returns a conversation with its texts as they are now; null where nothing of it changes. */
async function derivedOf(scope: Scope, erasure: Erasure, conversation: Conversation): Promise<Conversation | null> {
  const { headId } = conversation
  const head = headId === null ? null : asTreeNode(await scope.reads.observation(headId))
  const value = withoutDerived(withHead(conversation, head, await textAt(scope.reads, conversation, head)))
  const isSame = value.derivedTitle === conversation.derivedTitle && value.preview === conversation.preview
  return isSame && head?.erased?.by !== erasure.id ? null : value
}

function deriveOne(scope: Scope, erasure: Erasure, id: ConversationId) {
  return commitSettled(scope, [id], async ([laneState]) => {
    scope.reads.clear()
    const conversation = laneState?.frontier?.conversation
    // What is remembered of a fork's head may be of before: no row of the fork was changed.
    const value = conversation && (await derivedOf(scope, erasure, conversation))
    if (!conversation || !value) return { changes: null, after: new Map(), result: null }
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
    const conversations = [{ expected: conversation.version, value: { ...value, version: conversation.version + 1 } }]
    return { changes: { ...changesOfNothing(event), conversations }, after: new Map(), result: null }
  })
}

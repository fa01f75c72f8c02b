import { attachmentIds } from '../../domain/records/attachment.ts'
import { artifactKey, artifactsIn } from '../../domain/records/merge.ts'
import { badInput, mustFind } from '../../domain/refusals.ts'
import type { EraseTargets } from '../../domain/erasure/erasure.ts'
import type { ConversationId, Hash, Observation, ObservationId, SegmentId } from '../../domain/model.ts'
import { contentHash } from '../../domain/tree/pathHash.ts'
import { isOwnId } from '../../domain/erasure/ownIds.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import { turnIdOf, checkLookupId } from '../../domain/ids.ts'
import { listsOf } from '../read/listsOf.ts'
import { splitBatch } from '../read/loaders.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { embeddingsOf, type Embedding } from './things/attachmentNames.ts'
import { mergedWith } from './things/mergedEntities.ts'

/** Why something is erased: it was asked for, it is a copy or restatement of that (or that of it), or it sums it up or carries it. */
export type Why = 'asked' | 'copy' | 'derived'

/** What is remembered of an observation that is to be erased: nothing that it says. */
export interface EraseSelection {
  readonly id: ObservationId
  readonly conversationId: ConversationId
  readonly messageId: string | null
  /** Where it stands; null outside the tree. */
  readonly segmentId: SegmentId | null
  readonly depth: number | null
  /** It may have a summary, of which turns are made elsewhere. */
  readonly isMarker: boolean
  /** Keys of its artifacts, which joins may carry. */
  readonly brings: ReadonlySet<string>
  readonly why: Why
}

/** What an erasure takes in: it grows while what follows from it is looked for. */
export interface Selection {
  readonly chosen: Map<ObservationId, EraseSelection>
  /** Conversations of which everything is. */
  readonly conversationIds: readonly ConversationId[]
  /** What the chosen observations embed. */
  readonly attachmentIds: Set<Hash>
  /** Attachments that were asked for, and are not erased yet. */
  readonly askedAttachmentIds: readonly Hash[]
  /** What embeds them, and stays. */
  readonly embeddings: readonly Embedding[]
  /** Entities that are not erased yet, with those that are one with them by merges. */
  readonly entityIds: readonly string[]
  /** Digests of what is said, without salts: what says the same elsewhere has one of these. */
  readonly digests: Set<Hash>
  /** Files that some of it was read from, each by its conversation and source, as one text. */
  readonly sources: Set<string>
  bytes: number
  /** Some of it has no salt: who guesses it can tell by its hash. */
  hasPlain: boolean
  /** Ids of hosts or files stand beside it. */
  hasHostIds: boolean
}

const pageLength = 500

/** Returns what is asked for, with all copies and restatements in either direction. Refuses ids that name nothing. */
export async function selectionOf(scope: Scope, targets: EraseTargets): Promise<Selection> {
  const entityIds = await openEntities(scope, targets.entityIds)
  const askedAttachmentIds = await openAttachments(scope, targets.attachmentIds)
  const embeddings = await embeddingsOf(scope, askedAttachmentIds)
  const selection: Selection = {
    ...{
      chosen: new Map(),
      conversationIds: targets.conversationIds,
      attachmentIds: new Set(),
      digests: new Set(),
      sources: new Set(embeddings.flatMap(({ source }) => source ?? [])),
    },
    ...{ entityIds, askedAttachmentIds, embeddings },
    ...{
      bytes: 0,
      hasPlain: embeddings.some(({ isPlain }) => isPlain),
      hasHostIds: entityIds.some((id) => !isOwnId(id)),
    },
  }
  for (const id of targets.conversationIds) {
    mustFind(await scope.reads.conversation(id), 'Conversation', id)
    for await (const page of walkList(unkept(scope), 'observationsOfConversation', id, { limit: pageLength }))
      await addAll(scope, selection, page, 'asked')
  }
  for (const id of targets.messageIds) {
    mustFind(await scope.reads.message(id), 'Message', id)
    for await (const page of walkList(unkept(scope), 'observationsOfMessage', id, { limit: pageLength }))
      await addAll(scope, selection, page, 'asked')
  }
  for (let from = 0; from < targets.observationIds.length; from += pageLength) {
    const ids = targets.observationIds.slice(from, from + pageLength).map(checkLookupId)
    const storedObservations = await splitBatch(ids, (some) => scope.store.observations(some))
    await addAll(
      scope,
      selection,
      storedObservations.map((one, i) => mustFind(one, 'Observation', ids[i] ?? '')),
      'asked',
    )
  }
  await addAsides(scope, selection)
  await passOverErased(scope, selection)
  return selection
}

/** Takes observations in, and what says the same because it was made of them, or they of it. What is erased is passed over. */
export async function addAll(
  scope: Scope,
  selection: Selection,
  candidates: readonly Observation[],
  why: Why,
): Promise<void> {
  scope.signal?.throwIfAborted()
  const added = candidates.filter((one) => add(selection, one, why))
  if (added.length === 0) return
  const above = added.flatMap(({ copyOf, restates }) => [copyOf, restates].filter((id) => id !== null))
  const originals = await splitBatch([...new Set(above)], (ids) => scope.store.observations(ids))
  await addAll(
    scope,
    selection,
    originals.flatMap((one) => one ?? []),
    why === 'derived' ? why : 'copy',
  )
  const ids = added.map(({ id }) => id)
  for (const list of ['copiesOf', 'restatementsOf'] as const)
    for await (const [, echoes] of listsOf(scope, list, ids))
      await addAll(scope, selection, echoes, why === 'derived' ? why : 'copy')
}

function add(selection: Selection, observation: Observation, why: Why): boolean {
  const { id, conversationId, messageId, externalId, place, blocks, marker, salt, erased } = observation
  if (erased !== undefined || selection.chosen.has(id)) return false
  const brings = new Set(artifactsIn(blocks).map(artifactKey))
  selection.chosen.set(id, {
    id,
    conversationId,
    messageId,
    segmentId: place?.segmentId ?? null,
    depth: place?.depth ?? null,
    isMarker: marker !== null,
    brings,
    why,
  })
  for (const attachmentId of attachmentIds(blocks)) selection.attachmentIds.add(attachmentId)
  selection.digests.add(contentHash({ ...observation, salt: null }))
  selection.bytes += Buffer.byteLength(JSON.stringify([blocks, observation.fields, observation.metadata]))
  selection.hasPlain ||= salt === null
  const origin = rawOrigin(observation)
  if (origin !== null) selection.sources.add(JSON.stringify([origin.conversationId, origin.source]))
  const turnId = turnIdOf(messageId)
  selection.hasHostIds ||= externalId !== null || !isOwnId(conversationId) || (turnId !== null && !isOwnId(turnId))
  return true
}

/** Takes in corrections, deletions and restorations of messages of which no turn is left. */
export async function addAsides(scope: Scope, selection: Selection): Promise<void> {
  const messageIds = new Set([...selection.chosen.values()].flatMap(({ messageId }) => messageId ?? []))
  for await (const [, history] of listsOf(scope, 'observationsOfMessage', [...messageIds])) {
    const isTurn = ({ kind }: Observation) => kind === 'TURN' || kind === 'RESTATEMENT'
    const isThere = (one: Observation) =>
      one.copyOf === null && one.erased === undefined && !selection.chosen.has(one.id)
    const isLeft = history.some((one) => isTurn(one) && isThere(one))
    const asides = history.filter((one) => !isTurn(one))
    if (!isLeft) await addAll(scope, selection, asides, 'asked')
  }
}

/** Returns those of some entities, and of what they are one with, that are not erased; refuses ids that name nothing. */
async function openEntities(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const storedEntities = await splitBatch(ids.map(checkLookupId), (some) => scope.store.entities(some))
  for (const [i, one] of storedEntities.entries()) mustFind(one, 'Entity', ids[i] ?? '')
  const all = await splitBatch(await mergedWith(scope, ids), (some) => scope.store.entities(some))
  return all.flatMap((one) => (one && one.erased === undefined ? [one.id] : []))
}

/** Returns those of some attachments that are not erased; refuses ids that name nothing. */
async function openAttachments(scope: Scope, ids: readonly string[]): Promise<Hash[]> {
  const storedAttachments = await splitBatch(ids.map(checkLookupId), (some) => scope.store.attachments(some))
  const all = storedAttachments.map((one, i) => mustFind(one, 'Attachment', ids[i] ?? ''))
  return all.filter(({ erased }) => erased === undefined).map(({ id }) => id)
}

/** Attachments that were erased before, or that are asked for anyway, are not what the chosen bring along. */
async function passOverErased(scope: Scope, { attachmentIds, askedAttachmentIds }: Selection): Promise<void> {
  const storedAttachments = await splitBatch([...attachmentIds], (some) => scope.store.attachments(some))
  for (const one of storedAttachments) if (one?.erased) attachmentIds.delete(one.id)
  for (const id of askedAttachmentIds) attachmentIds.delete(id)
}

/** Says whether there is nothing to be erased. */
export function isEmpty({ chosen, conversationIds, askedAttachmentIds, entityIds }: Selection): boolean {
  return chosen.size + conversationIds.length + askedAttachmentIds.length + entityIds.length === 0
}

const most = 1000

/** Refuses an input that names nothing, or too much at once. */
export function checkTargets(targets: EraseTargets): void {
  const count = Object.values<readonly string[]>({ ...targets }).reduce((sum, ids) => sum + ids.length, 0)
  if (count === 0)
    throw badInput('Name what is to be erased: observations, messages, conversations, attachments or entities.', {}, [
      'input',
    ])
  if (count > most)
    throw badInput(`${count} ids are named; ${most} are the most.`, { limit: most, given: count }, ['input'])
}

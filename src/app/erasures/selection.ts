import { attachmentIds } from '../../domain/records/attachment.ts'
import { badInput, mustFind } from '../../domain/refusals.ts'
import type { EraseTargets } from '../../domain/erasure/erasure.ts'
import type { ConversationId, Hash, Observation, ObservationId } from '../../domain/model.ts'
import { contentHash } from '../../domain/tree/pathHash.ts'
import { isOwnId } from '../../domain/erasure/ownIds.ts'
import { turnIdOf } from '../../domain/ids.ts'
import { checkLookupId } from '../read/lookupIds.ts'
import { splitBatch } from '../read/splitBatch.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'

/** Why something is erased: it was asked for, it is a copy or restatement of that (or that of it), or it sums it up. */
export type Why = 'asked' | 'copy' | 'derived'

/** What is remembered of an observation that is to be erased: nothing that it says. */
export interface Chosen {
  readonly id: ObservationId
  readonly conversationId: ConversationId
  readonly messageId: string | null
  /** Null outside the tree. */
  readonly depth: number | null
  readonly why: Why
}

/** What an erasure takes in: it grows while what follows from it is looked for. */
export interface Selection {
  readonly chosen: Map<ObservationId, Chosen>
  /** Conversations of which everything is. */
  readonly conversationIds: readonly ConversationId[]
  readonly attachmentIds: Set<Hash>
  /** Digests of what is said, without salts: what says the same elsewhere has one of these. */
  readonly digests: Set<Hash>
  bytes: number
  /** Some of it has no salt: who guesses it can tell by its hash. */
  hasPlain: boolean
  /** Ids of hosts or files stand beside it. */
  hasHostIds: boolean
}

const pageLength = 500

/** Returns what is asked for, with all copies and restatements in either direction. Refuses ids that name nothing. */
export async function selectionOf(scope: Scope, targets: EraseTargets): Promise<Selection> {
  const selection: Selection = {
    ...{ chosen: new Map(), conversationIds: targets.conversationIds, attachmentIds: new Set(), digests: new Set() },
    ...{ bytes: 0, hasPlain: false, hasHostIds: false },
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
  const found = await splitBatch(targets.observationIds.map(checkLookupId), (ids) => scope.store.observations(ids))
  await addAll(scope, selection, found.map((one, i) => mustFind(one, 'Observation', targets.observationIds[i] ?? '')), 'asked') // prettier-ignore
  await addAsides(scope, selection)
  return selection
}

/** Takes observations in, and what says the same because it was made of them, or they of it. What is erased is passed over. */
export async function addAll(
  scope: Scope,
  selection: Selection,
  found: readonly Observation[],
  why: Why,
): Promise<void> {
  scope.signal?.throwIfAborted()
  const added = found.filter((one) => add(selection, one, why))
  if (added.length === 0) return
  const above = added.flatMap(({ copyOf, restates }) => [copyOf, restates].filter((id) => id !== null))
  const originals = await splitBatch([...new Set(above)], (ids) => scope.store.observations(ids))
  await addAll(
    scope,
    selection,
    originals.flatMap((one) => one ?? []),
    why === 'derived' ? why : 'copy',
  )
  for (const { id } of added)
    for (const list of ['copiesOf', 'restatementsOf'] as const)
      for await (const page of walkList(unkept(scope), list, id, { limit: pageLength }))
        await addAll(scope, selection, page, why === 'derived' ? why : 'copy')
}

function add(selection: Selection, observation: Observation, why: Why): boolean {
  const { id, conversationId, messageId, externalId, place, blocks, salt, erased } = observation
  if (erased !== undefined || selection.chosen.has(id)) return false
  selection.chosen.set(id, { id, conversationId, messageId, depth: place?.depth ?? null, why })
  for (const attachmentId of attachmentIds(blocks)) selection.attachmentIds.add(attachmentId)
  selection.digests.add(contentHash({ ...observation, salt: null }))
  selection.bytes += Buffer.byteLength(JSON.stringify([blocks, observation.fields, observation.metadata]))
  selection.hasPlain ||= salt === null
  const turnId = turnIdOf(messageId)
  selection.hasHostIds ||= externalId !== null || !isOwnId(conversationId) || (turnId !== null && !isOwnId(turnId))
  return true
}

/** Corrections, deletions and restorations go with a message of which no turn is left. */
async function addAsides(scope: Scope, selection: Selection): Promise<void> {
  const messageIds = new Set([...selection.chosen.values()].flatMap(({ messageId }) => messageId ?? []))
  for (const id of messageIds) {
    const asides: Observation[] = []
    let isLeft = false
    for await (const page of walkList(unkept(scope), 'observationsOfMessage', id, { limit: pageLength }))
      for (const one of page) {
        const isTurn = one.kind === 'TURN' || one.kind === 'RESTATEMENT'
        if (!isTurn) asides.push(one)
        else isLeft ||= one.copyOf === null && one.erased === undefined && !selection.chosen.has(one.id)
      }
    if (!isLeft) await addAll(scope, selection, asides, 'asked')
  }
}

const most = 1000

/** Refuses an input that names nothing, or too much at once. */
export function checkTargets(targets: EraseTargets): void {
  const { observationIds, messageIds, conversationIds } = targets
  const count = observationIds.length + messageIds.length + conversationIds.length
  if (count === 0) throw badInput('Name what is to be erased: observations, messages or conversations.', {}, ['input'])
  if (count > most) throw badInput(`${count} ids are named; ${most} are the most.`, { limit: most, given: count }, ['input']) // prettier-ignore
}

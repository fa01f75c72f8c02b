import { thingMark } from '../../domain/access/keyedDigest.ts'
import { noRecords } from '../../domain/changes.ts'
import type { Erasure, EraseScope } from '../../domain/erasure/erasure.ts'
import type { Hash, Observation } from '../../domain/model.ts'
import { listsOf } from '../read/listsOf.ts'
import { splitBatch } from '../read/loaders.ts'
import type { Scope } from '../scope.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { newEvent } from '../write/draft/additions.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { deriveTexts, dropMarks, emptiedBy, freeKeys, writeRewrites } from './aftermath.ts'
import { eraseAttachments } from './attachments.ts'
import { dropBranchNames } from './things/branchNames.ts'
import { emptyRelationships } from './edges.ts'
import { eraseConversations, eraseRows } from './eraseRows.ts'
import { emptyLedgers, emptyRuns } from './ledgers.ts'
import { receiptOf } from './receipt.ts'
import { inOrder, recordsLeft } from './residue.ts'
import { takeOutTraces } from './things/attachmentNames.ts'
import { eraseEntities } from './things/entities.ts'
import { eraseForkedMembers } from './things/forkedMembers.ts'
import { emptyLooseEvents } from './things/looseEvents.ts'

/**
 * Does what an erasure has yet to do, and returns it with its receipt; one that is done is returned as it is. Each step may be
 * done twice, so that a server that finds it under way after a crash starts again.
 */
export async function finishErasure(scope: Scope, erasure: Erasure): Promise<Erasure> {
  if (erasure.state !== 'ERASING') return erasure
  await eraseForkedMembers(scope, erasure)
  await eraseRows(scope, erasure, erasure.observationIds)
  await eraseConversations(scope, erasure)
  const late = await lateEchoes(scope, erasure)
  const askedIds = erasure.plan?.askedAttachmentIds ?? []
  const whole = withLate(erasure, late)
  const embeddings = await takeOutTraces(scope, whole)
  const things = await eraseEntities(scope, whole)
  const emptied = await emptiedBy(scope, whole, { ...things, embeddings })
  const wholeIds = whole.plan?.conversationIds ?? []
  await emptyLooseEvents(scope, whole, new Set([...things.entityIds, ...things.factIds, ...askedIds, ...wholeIds]))
  await emptyRuns(scope, whole, emptied)
  await emptyRelationships(scope, whole, emptied)
  await writeRewrites(scope, whole, { recordsIn: wholeIds })
  await freeKeys(scope, whole, emptied)
  await dropMarks(scope, whole, emptied)
  await dropBranchNames(scope, whole, emptied)
  const { erased, residue } = await eraseAttachments(scope, whole)
  const records = await recordsLeft(scope, emptied.conversationIds)
  await emptyLedgers(scope, whole, emptied, await deriveTexts(scope, whole, emptied))
  if (whole.observationIds.length > 0) await scope.search.forget(scope.tenant, whole.observationIds)
  const marks = [
    ...things.entityIds.map((id) => thingMark(scope.nameKey, 'ENTITY', id)),
    ...erased.map((id) => thingMark(scope.nameKey, 'ATTACHMENT', id)),
  ]
  const counted = { ...whole, scope: await withoutStaying(scope, whole, erased) }
  return close(scope, {
    ...counted,
    things: marks.sort(),
    residue: inOrder([...whole.residue, ...residue, ...records]),
  })
}

/** Returns how much it emptied: without the attachments that it embedded, and that something else embeds. */
async function withoutStaying(
  { store }: Scope,
  { scope, plan }: Erasure,
  erased: readonly Hash[],
): Promise<EraseScope> {
  const gone = new Set(erased)
  const staying = (plan?.attachmentIds ?? []).filter((id) => !gone.has(id))
  const storedAttachments = await splitBatch(staying, (ids) => store.attachments(ids))
  const bytes = storedAttachments.reduce((sum, one) => sum + (one?.byteSize ?? 0), 0)
  return { ...scope, attachments: gone.size, bytes: scope.bytes - bytes }
}

/** What was copied or said again while the erasure was under way goes as well; some of it may be empty since before a crash. */
async function lateEchoes(scope: Scope, erasure: Erasure): Promise<string[]> {
  const known = new Set(erasure.observationIds)
  const late: string[] = []
  for (let open: readonly string[] = erasure.observationIds; open.length > 0;) {
    const unknownEchoes: Observation[] = []
    for (const list of ['copiesOf', 'restatementsOf'] as const)
      for await (const [, echoes] of listsOf(scope, list, open))
        unknownEchoes.push(
          ...echoes.filter(({ id, erased }) => !known.has(id) && (erased === undefined || erased.by === erasure.id)),
        )
    open = unknownEchoes.map(({ id }) => id)
    for (const id of open) known.add(id)
    late.push(...open)
    await eraseRows(scope, erasure, open)
  }
  return late
}

function withLate(erasure: Erasure, late: readonly string[]): Erasure {
  const { scope, observationIds } = erasure
  const counted = { ...scope, observations: scope.observations + late.length, copies: scope.copies + late.length }
  return late.length === 0 ? erasure : { ...erasure, scope: counted, observationIds: [...observationIds, ...late] }
}

/** Writes the receipt; another server that has finished it meanwhile wrote the same. */
async function close(scope: Scope, erasure: Erasure): Promise<Erasure> {
  const receipt = await receiptOf(scope, erasure)
  const { result } = await commitRecords(scope, async () => {
    const [now] = await scope.store.erasures([erasure.id])
    if (!now || now.state !== 'ERASING') return { changes: null, result: now ?? erasure }
    const value: Erasure = { ...erasure, ...receipt, state: 'ERASED', version: now.version + 1, plan: null }
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
    const erasures = [{ expected: now.version, value }]
    return { changes: changesOfRecords(event, { ...noRecords, erasures }), result: value }
  })
  if (result.state === 'ERASED') scope.onErased?.()
  return result
}

import { anyDangling, danglingRoots, waitingFor } from '../../../domain/records/importMarks.ts'
import type { ConversationId, Mark, TreeNode } from '../../../domain/model.ts'
import { marksWithoutErased, withoutErased } from '../raw/erasedLines.ts'
import { suppressedEntries } from '../../erasures/suppression/erasedContents.ts'
import { withoutErasedFiles } from '../raw/erasedFiles.ts'
import type { Scope } from '../../scope.ts'
import type { Plan, LaneState } from '../../write/lanes/commit.ts'
import { ChangeSet, overlay } from '../../write/draft/changeSet.ts'
import { afterOf, changesOf } from '../../write/draft/draft.ts'
import { addRelationships } from '../../turns/turnRelationships.ts'
import type { ImportBatch } from './batches.ts'
import { finishConversation, titled } from './finishConversation.ts'
import { lookUp } from './importReads.ts'
import { growFork, openDraft, type Opening } from './openImport.ts'
import { lastNodes } from './lastNodes.ts'
import { placeNodes, type PlacedNodes } from '../placing.ts'
import { checkTail, marksOfAppend, withAppendedRecords } from '../append/appendJob.ts'
import { progressOf, type ImportJob } from './importJob.ts'

/** Returns the conversations that a batch may change. */
export function conversationsOf(batch: ImportBatch): ConversationId[] {
  const ids = new Set<string>()
  for (const { conversationId, sidechainOf, origin } of batch.nodes) {
    ids.add(conversationId)
    if (origin !== null) ids.add(origin.conversationId)
    if (sidechainOf !== null) ids.add(sidechainOf)
  }
  for (const { conversationId } of batch.chunks) ids.add(conversationId)
  for (const id of batch.about.keys()) ids.add(id)
  for (const { conversationId } of [...batch.heads, ...batch.forks, ...batch.runs.map(({ run }) => run)])
    ids.add(conversationId)
  for (const { of } of batch.titles) if ('conversationId' in of) ids.add(of.conversationId)
  return [...ids]
}

/** What a batch made of its nodes, and which conversations it made. */
export type Decided = PlacedNodes & {
  readonly made: ReadonlySet<string>
  /** By conversation: the last node of another one that its lines repeat. */
  readonly sharesWith: Iterable<readonly [string, TreeNode]>
}

/** Decides what a batch writes into conversations as they stand. */
export async function decideBatch(
  scope: Scope,
  run: ImportJob,
  wholeBatch: ImportBatch,
  ids: readonly ConversationId[],
  laneStates: readonly LaneState[],
): Promise<Plan<Decided>> {
  const { batch, findings, erased } = await withoutErasedFiles(scope, run, wholeBatch)
  // A host that appends says it again: that is no file.
  const suppressed = run.append === null ? await suppressedEntries(scope, batch.nodes) : new Map<never, never>()
  const byId = new Map(ids.flatMap((id, i) => (laneStates[i] ? [[id, laneStates[i]] as const] : [])))
  const changeSet = new ChangeSet()
  const sharesWith = lastNodes((id) => run.sharesWith.get(id) ?? null)
  const opening: Opening = {
    scope: { ...scope, reads: overlay(scope.reads, changeSet) },
    run,
    laneStates: byId,
    drafts: new Map(),
    changes: changeSet,
    made: new Set(),
    last: lastNodes((id) => progressOf(run, id).last),
    sharesWith,
    suppressed,
    erasedFiles: erased,
    about: batch.about,
  }
  const lookups = await lookUp(scope, run, batch, ids)
  if (run.append) checkTail(run.append, lookups)
  const placed = await placeNodes(opening, lookups, batch)
  placed.findings.push(...findings)
  for (const { conversationId } of batch.chunks) await openForLines(opening, conversationId)
  await countSidechains(opening)
  const marks: Mark[] = []
  const added = [...placed.dangling].map(([parent, roots]) => danglingRoots.mark(roots, parent))
  if (added.length > 0) added.push(anyDangling.mark(true))
  const others = [...batch.titles.flatMap(titled), ...placed.heads.keys(), ...batch.about.keys()]
  for (const id of new Set([...opening.drafts.keys(), ...others])) {
    const mark = await finishConversation(opening, lookups, batch, placed, id)
    if (mark) marks.push(mark)
  }
  for (const { conversationId, for: of } of batch.waits) {
    const known = waitingFor.read(lookups.mark(waitingFor.nameOf(of))) ?? []
    if (!known.includes(conversationId)) marks.push(waitingFor.mark([...known, conversationId].sort(), of))
  }
  for (const [name, { turn, behind }] of placed.recorded)
    marks.push({ name, value: { is: turn?.id ?? null, behind: behind?.id ?? null } })
  const drafts = [...opening.drafts.values()]
  await addRelationships(scope, drafts)
  const result = { ...placed, made: opening.made, sharesWith: sharesWith.entries() }
  if (drafts.length === 0) return { changes: null, after: new Map(), result }
  const appended = run.append === null ? [] : marksOfAppend(run.append, batch, lookups, placed)
  const changes = {
    ...changesOf(drafts),
    rawChunks: await withoutErased(scope, run, batch.chunks, placed.erased),
    importMarks: [...marks, ...added, ...marksWithoutErased(run, batch.marks), ...appended],
  }
  const all = run.append === null ? changes : await withAppendedRecords(scope, run.append, opening.drafts, changes)
  return { changes: all, after: afterOf(drafts), result }
}

/** Lines need a conversation, also when all their nodes are another one's: then it is a fork at the last of those. */
async function openForLines(opening: Opening, id: string): Promise<void> {
  const source = opening.sharesWith.get(id)
  const draft = await openDraft(opening, id, { source, sidechainOf: null, cwd: null })
  const mayGrow = opening.run.append !== null || progressOf(opening.run, id).isNew
  if (mayGrow && !opening.made.has(id) && source !== null) await growFork(opening, draft, source)
}

/** A sidechain that this batch makes counts in the shape of the conversation that started it. */
async function countSidechains(opening: Opening): Promise<void> {
  for (const id of [...opening.made]) {
    const of = opening.drafts.get(id)?.conversation.sidechainOf ?? null
    if (of === null || (!opening.drafts.has(of) && !opening.laneStates.get(of)?.frontier)) continue
    const draft = await openDraft(opening, of, { source: null, sidechainOf: null, cwd: null })
    const { shape } = draft.conversation
    draft.conversation = { ...draft.conversation, shape: { ...shape, sidechains: shape.sidechains + 1 } }
  }
}

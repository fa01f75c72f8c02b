import {
  anyDangling,
  danglingRoots,
  importStates,
  waitingFor,
  type ImportState,
} from '../../../domain/records/importMarks.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Conversation, ConversationId, Instant, JsonObject, Mark, TreeNode } from '../../../domain/model.ts'
import { titleOfFile } from '../../../domain/prompts/title.ts'
import { asInstant } from '../../../formats/reading/values.ts'
import type { PlannedTitle } from '../../../formats/plan.ts'
import { marksWithoutErased, withoutErased } from '../raw/erasedLines.ts'
import { suppressedEntries } from '../../erasures/suppression/erasedContents.ts'
import { withoutErasedFiles } from '../raw/erasedFiles.ts'
import type { Scope } from '../../scope.ts'
import type { Plan, LaneState } from '../../write/lanes/commit.ts'
import { ChangeSet, overlay } from '../../write/draft/changeSet.ts'
import { afterOf, changesOf, moveHead, type Draft } from '../../write/draft/draft.ts'
import { forkPoint, isOnPath } from '../../read/paths.ts'
import { addRelationships } from '../../turns/turnRelationships.ts'
import { newEvent } from '../../write/draft/additions.ts'
import type { ImportBatch } from './batches.ts'
import { lookUp, type Lookups } from './importReads.ts'
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
  const { batch, findings } = await withoutErasedFiles(scope, run, wholeBatch)
  // A host that appends says it anew: that is no file.
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
    ...changesOf(drafts, null),
    rawChunks: await withoutErased(scope, run, batch.chunks, placed.erased),
    importMarks: [...marks, ...added, ...marksWithoutErased(run, batch.marks), ...appended],
  }
  const all = run.append === null ? changes : await withAppendedRecords(scope, run.append, opening.drafts, changes)
  return { changes: all, after: afterOf(drafts), result }
}

const titled = ({ of }: PlannedTitle) => ('conversationId' in of ? [of.conversationId] : [])

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

/** Moves the head, gives the title and says in the ledger what the batch did; returns what the importer leaves. */
async function finishConversation(
  opening: Opening,
  lookups: Lookups,
  batch: ImportBatch,
  placed: PlacedNodes,
  id: string,
): Promise<Mark | null> {
  const importState = importStates.read(lookups.mark(importStates.nameOf(id)))
  const title = titleOf(opening, batch, id, importState)
  const about = newFields(opening, batch, id)
  const isWanted = title !== null || about !== null || hasGrown(opening, placed, id)
  if (isWanted && !opening.drafts.has(id) && opening.laneStates.get(id)?.frontier)
    await openDraft(opening, id, { source: null, sidechainOf: null, cwd: null })
  const draft = opening.drafts.get(id)
  if (!draft) return null
  const from = draft.before ? draft.before.conversation.headId : (draft.conversation.forkedFrom?.observationId ?? null)
  const treeNode = placed.heads.get(id)
  const last = treeNode === undefined ? (placed.last.get(id) ?? null) : treeNode
  if (
    (last || treeNode === null) &&
    hasGrown(opening, placed, id) &&
    (await mayMove(opening.run, draft, importState, placed, last))
  )
    await moveHead(draft, last)
  if (title) draft.conversation = { ...draft.conversation, title: title.title }
  if (about)
    draft.conversation = { ...draft.conversation, metadata: { ...draft.conversation.metadata, imported: about } }
  draft.conversation = activeAt(draft.conversation, batch.changedAt.get(id))
  const { headId, shape } = draft.conversation
  const head = from === headId ? null : { from, to: headId }
  draft.events.push(
    newEvent(opening.scope, 'IMPORT', id, {
      pathHash: draft.head?.place.pathHash ?? null,
      head,
      details: detailsOf(opening.run, batch, placed, id),
    }),
  )
  const state = {
    head: standsWithFile(opening, draft, importState, placed) ? headId : (importState?.head ?? null),
    title: title?.title ?? importState?.title ?? null,
    rank: title?.rank ?? importState?.rank ?? 0,
    nodes: shape.nodes,
    source: await sourceWithAll(opening.run, draft, importState, placed),
    latest: mainSource(opening.run, id) ?? importState?.latest ?? null,
  }
  return importStates.mark(state, id)
}

/** A file that names the time of its last change tells when something was last done in the conversation. */
function activeAt(conversation: Conversation, changedAt: Instant | undefined): Conversation {
  if (changedAt === undefined) return conversation
  const { undated, ...dated } = conversation
  return undated || changedAt > conversation.activityAt ? { ...dated, activityAt: changedAt } : conversation
}

/** Says whether a conversation stands where an import put it, or where this file ends. */
function standsWithFile(
  { run }: Opening,
  { before, conversation: { id, headId } }: Draft,
  left: ImportState | null,
  placed: PlacedNodes,
): boolean {
  const was = before?.conversation.headId ?? null
  if (before === null || headId !== was || isOurs(left, was)) return true
  const last = placed.last.get(id) ?? progressOf(run, id).last
  return last?.id === headId
}

/** Says whether no host has moved the head since the last import. */
const isOurs = (left: ImportState | null, headId: string | null) =>
  left === null ? headId === null : left.head === headId

/** What the file says of a conversation, where that is not what is known of it; an older state of a file adds what is not known, and changes nothing. */
function newFields({ drafts, laneStates }: Opening, { about, changedAt }: ImportBatch, id: string): JsonObject | null {
  const fields = about.get(id)
  const conversation = drafts.get(id)?.conversation ?? laneStates.get(id)?.frontier?.conversation
  if (!fields || !conversation) return null
  const known = conversation.metadata['imported'] as JsonObject | undefined
  const [at, knownAt] = [changedAt.get(id), asInstant(known?.['updated'])]
  const isOlder = at !== undefined && knownAt !== null && at < knownAt
  const all = isOlder ? { ...fields, ...known } : { ...known, ...fields }
  return isDeepStrictEqual(all, { ...known }) ? null : all
}

/** Says whether the import has added to a conversation, now or, where the file names its head only now, before. */
function hasGrown({ run, made }: Opening, placed: PlacedNodes, id: string): boolean {
  if ((placed.added.get(id) ?? 0) > 0) return true
  return placed.heads.has(id) && (made.has(id) || progressOf(run, id).added > 0 || progressOf(run, id).isNew)
}

/** The source of a conversation's lines in this file; null where the file is a lesser one of several. */
function mainSource({ sources }: ImportJob, id: string): string | null {
  const source = sources.get(id)?.source ?? null
  return source === null || /^[A-Z_]+:[A-Z]+\./.test(source) ? null : source
}

/** The file's lines hold all nodes of the conversation, or those of an earlier file still do. */
async function sourceWithAll(
  run: ImportJob,
  draft: Draft,
  left: ImportState | null,
  placed: PlacedNodes,
): Promise<string | null> {
  const { id, shape } = draft.conversation
  const point = await forkPoint(draft)
  const own = shape.nodes - (point === null ? 0 : point.place.depth + 1)
  const seen = progressOf(run, id).seen + (placed.seen.get(id) ?? 0)
  if (seen >= own && mainSource(run, id) !== null) return mainSource(run, id)
  const source = run.append?.source ?? null
  if (source !== null && left?.source === source && left.nodes === draft.before?.conversation.shape.nodes) return source
  return left?.nodes === shape.nodes ? left.source : null
}

function detailsOf(run: ImportJob, batch: ImportBatch, placed: PlacedNodes, id: string) {
  const chunks = batch.chunks.filter(({ conversationId }) => conversationId === id)
  const [first, last] = [chunks[0], chunks.at(-1)]
  return {
    fileName: run.fileName,
    format: run.format,
    source: first?.source ?? null,
    lines: first && last ? { from: first.firstLine, to: last.firstLine + last.lineCount - 1 } : null,
    added: placed.added.get(id) ?? 0,
  }
}

/** The head follows the file as long as no host has moved it, or the file goes on from there; it never goes back. */
export async function mayMove(
  run: ImportJob,
  draft: Draft,
  left: ImportState | null,
  placed: Pick<PlacedNodes, 'headSeen' | 'continued'>,
  to: TreeNode | null,
): Promise<boolean> {
  const { conversation, head, before } = draft
  // A conversation that stands nowhere, as after an undo of its import, stands where what comes ends.
  if (before === null || head === null) return true
  if (to !== null && to.id === conversation.headId) return true
  if (!isOurs(left, conversation.headId)) {
    const goesOn = placed.continued.has(conversation.id)
    if (goesOn && (await isOnPath(draft.reads, head, to))) return true
    run.findings.once(
      null,
      'HEAD_KEPT',
      `The head of "${conversation.id}" stays where it was put since the last import.`,
    )
    return false
  }
  if (progressOf(run, conversation.id).isNew) return true
  if (placed.headSeen.has(conversation.id) || progressOf(run, conversation.id).headSeen) return true
  if (to === null) return false
  if (await isOnPath(draft.reads, head, to)) return true
  return to.observedAt > head.observedAt && !(await isOnPath(draft.reads, to, head))
}

/** The best title that new lines of the batch give; null when there is none or a host gave one. */
function titleOf(opening: Opening, batch: ImportBatch, id: string, left: ImportState | null): PlannedTitle | null {
  const conversation =
    opening.drafts.get(id)?.conversation ?? opening.laneStates.get(id)?.frontier?.conversation ?? null
  const isOurs = conversation === null || conversation.title === null || conversation.title === left?.title
  if (!isOurs) return null
  const held = (title: PlannedTitle) => title.raw.line <= (opening.run.sources.get(title.raw.conversationId)?.held ?? 0)
  const titles = batch.titles.flatMap((one) => {
    const name = titled(one).includes(id) && !held(one) ? titleOfFile(opening.run.format, one.title) : null
    return name === null ? [] : [{ ...one, title: name }]
  })
  const best = titles.reduce<PlannedTitle | null>((a, b) => (a === null || b.rank >= a.rank ? b : a), null)
  return best === null || best.rank < (left?.rank ?? 0) || best.title === conversation?.title ? null : best
}

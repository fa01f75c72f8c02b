import { isDeepStrictEqual } from 'node:util'
import type { Conversation, Instant, JsonObject, Mark } from '../../../domain/model.ts'
import { titleOfFile } from '../../../domain/prompts/title.ts'
import { importStates, type ImportState } from '../../../domain/records/importMarks.ts'
import type { PlannedTitle } from '../../../formats/plan.ts'
import { changedAtIn } from '../../../formats/reading/changedAt.ts'
import { forkPoint } from '../../read/paths.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { moveHead, type Draft } from '../../write/draft/draft.ts'
import type { PlacedNodes } from '../placing.ts'
import type { ImportBatch } from './batches.ts'
import { progressOf, type ImportJob } from './importJob.ts'
import type { Lookups } from './importReads.ts'
import { isOurs, mayMove } from './mayMove.ts'
import { openDraft, type Opening } from './openImport.ts'

/** Moves the head, gives the title and says in the ledger what the batch did; returns what the importer leaves. */
export async function finishConversation(
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
  const placedHead = placed.heads.get(id)
  const last = placedHead === undefined ? (placed.last.get(id) ?? null) : placedHead
  if (
    (last || placedHead === null) &&
    hasGrown(opening, placed, id) &&
    (await mayMove(opening.run, draft, importState, placed, last))
  )
    await moveHead(draft, last)
  if (title) draft.conversation = { ...draft.conversation, title: title.title }
  if (about)
    draft.conversation = { ...draft.conversation, metadata: { ...draft.conversation.metadata, imported: about } }
  draft.conversation = activeAt(draft.conversation, changedAtIn(batch.about.get(id)))
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

/** What the file says of a conversation, where that is not what is known of it; an older state of a file adds what is not known, and changes nothing. */
function newFields({ drafts, laneStates }: Opening, { about }: ImportBatch, id: string): JsonObject | null {
  const fields = about.get(id)
  const conversation = drafts.get(id)?.conversation ?? laneStates.get(id)?.frontier?.conversation
  if (!fields || !conversation) return null
  const known = conversation.metadata['imported'] as JsonObject | undefined
  const [at, knownAt] = [changedAtIn(fields), changedAtIn(known)]
  const isOlder = at !== null && knownAt !== null && at < knownAt
  const all = isOlder ? { ...fields, ...known } : { ...known, ...fields }
  return isDeepStrictEqual(all, { ...known }) ? null : all
}

/** A file that names the time of its last change tells when something was last done in the conversation. */
function activeAt(conversation: Conversation, changedAt: Instant | null): Conversation {
  if (changedAt === null) return conversation
  const { undated, ...dated } = conversation
  return undated || changedAt > conversation.activityAt ? { ...dated, activityAt: changedAt } : conversation
}

/** Returns the conversation that a title names; none where it names another thing. */
export const titled = ({ of }: PlannedTitle) => ('conversationId' in of ? [of.conversationId] : [])

/** A session that a proxy has recorded while its agent wrote it into a file (docs/design/agents-and-sdks.md). */
import { messageId } from '../../../domain/ids.ts'
import { isOfOne, utteranceOf, type Utterance } from '../../../domain/messages/utterance.ts'
import type { Observation, TreeNode } from '../../../domain/model.ts'
import { recordedEntries } from '../../../domain/records/importMarks.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import { asTreeNode } from '../../read/paths.ts'
import { belongsHere } from '../../read/view.ts'
import { unkept, walkList } from '../../read/walkList.ts'
import type { Scope } from '../../scope.ts'
import type { Draft } from '../../write/draft/draft.ts'
import type { Known } from '../job/importJob.ts'
import { recordedPlaces, type Lookups, type RecordedAs } from '../job/importReads.ts'
import type { Opening } from '../job/openImport.ts'

/** What a batch found, by the names of the marks that tell it to the next one. */
export type RecordedEntries = Map<string, RecordedAs>

/** How many nodes behind a turn are looked at for the next one. */
const most = 200

/**
 * Returns what an entry is where a proxy has recorded its conversation: the recorded turn, null where it is none, and behind which turn the file
 * has it, null where behind none.
 */
export async function recordedEntry(
  opening: Opening,
  lookups: Lookups,
  results: RecordedEntries,
  node: PlannedNode,
  parent: Known | null,
): Promise<RecordedAs> {
  const { conversationId, externalId } = node
  const above = node.parent ?? node.missingParent
  const before =
    above === null
      ? null
      : (results.get(recordedEntries.nameOf(conversationId, above)) ?? lookups.recorded(node, above))
  const behind = before === null ? (parent?.node ?? null) : before.behind
  const known = lookups.recorded(node, externalId)
  if (known?.turn) return { turn: known.turn, behind }
  const isHeld = lookups.externals.ofConversation(externalId, conversationId).length > 0
  const turn = isHeld ? null : await recordedTurn(opening, node, behind)
  if (turn !== null) results.set(recordedEntries.nameOf(conversationId, externalId), { turn, behind: turn })
  return { turn, behind }
}

/**
 * Returns the turn that a proxy has recorded of an entry, or of a part of what it recorded; null where it has none. Answers are
 * known by their provider's id, results by their calls and prompts by their words: a file has not the words that
 * its agent sent.
 */
async function recordedTurn(opening: Opening, node: PlannedNode, behind: TreeNode | null): Promise<TreeNode | null> {
  const { kind, role, blocks } = node.draft
  if (kind !== 'TURN') return null
  const utterance = utteranceOf(role, blocks)
  const match = (await answerOf(opening, node, utterance)) ?? (await nextOf(opening, node, utterance, behind))
  // A request that begins with what a compaction left was recorded as a new beginning.
  return match ?? (behind?.kind === 'COMPACTION' ? nextOf(opening, node, utterance, null) : null)
}

/** A line of an answer that has thoughts alone is a part of it whatever they are: they are signed again. */
async function answerOf({ scope, run }: Opening, node: PlannedNode, utterance: Utterance): Promise<TreeNode | null> {
  const { role, usage } = node.draft
  const answerId = usage?.answerId ?? null
  if (role !== 'ASSISTANT' || answerId === null) return null
  for (const of of recordedPlaces(run, node)) {
    const message = await scope.reads.message(messageId(of, answerId))
    const observation = message && (await scope.reads.observation(message.latestId))
    if (!observation || !isRecordedTurn(observation) || observation.usage?.answerId !== answerId) continue
    const isIt = utterance.parts.size === 0 || isOfOne(utterance, utteranceOf(observation.role, observation.blocks))
    if (isIt && (await isOfPast(scope, node, observation))) return asTreeNode(observation)
  }
  return null
}

/** Returns the recorded turn behind `from` that says what an entry says; a person's words are looked for before the next answer. */
async function nextOf(
  { scope, run }: Opening,
  node: PlannedNode,
  utterance: Utterance,
  from: TreeNode | null,
): Promise<TreeNode | null> {
  if (utterance.parts.size === 0) return null
  const isIt = (observation: Observation) =>
    isRecordedTurn(observation) && isOfOne(utterance, utteranceOf(observation.role, observation.blocks))
  // What is remembered of a parent has no content.
  const same = from && (await scope.reads.observation(from.id))
  if (same && isIt(same)) return asTreeNode(same)
  const open: { list: 'roots' | 'children'; owner: string }[] = from
    ? [{ list: 'children', owner: from.id }]
    : recordedPlaces(run, node).map((owner) => ({ list: 'roots', owner }))
  let seen = 0
  for (let at = open.shift(); at !== undefined && seen < most; at = open.shift())
    for await (const page of walkList(unkept(scope), at.list, at.owner, { limit: most }))
      for (const observation of page) {
        seen++
        if (!(await isOfPast(scope, node, observation))) continue
        if (isIt(observation)) return asTreeNode(observation)
        if (observation.role !== 'ASSISTANT' || (utterance.isAnswer && !isRecordedTurn(observation)))
          open.push({ list: 'children', owner: observation.id })
      }
  return null
}

/** Says whether a node is of an entry's conversation or of the one it was copied from, or of what those have inherited. */
async function isOfPast(
  { reads }: Scope,
  { conversationId, origin }: PlannedNode,
  observation: Observation,
): Promise<boolean> {
  const node = asTreeNode(observation)
  for (const id of origin === null ? [conversationId] : [conversationId, origin.conversationId]) {
    if (observation.conversationId === id) return true
    const conversation = await reads.conversation(id)
    if (conversation && node && (await belongsHere({ conversation, head: null, reads }, node))) return true
  }
  return false
}

/** What a file brought has the id of its entry. */
const isRecordedTurn = ({ kind, externalId }: Observation): boolean => kind === 'TURN' && externalId === null

/**
 * Returns the node below which a new entry of such a conversation goes; undefined where that is as in any other. A note goes to the end
 * of the path, for what was recorded is behind its place already, and a mark remembers that place; a turn goes behind the notes that follow its own.
 */
export async function placeAmongRecorded(
  results: RecordedEntries,
  draft: Draft,
  { conversationId, externalId, draft: { kind } }: PlannedNode,
  parent: Known | null,
  behind: TreeNode | null,
): Promise<TreeNode | undefined> {
  const isNote = kind === 'NOTE'
  const isInherited = behind !== null && behind.conversationId !== draft.conversation.id
  // Nothing of its own goes into the middle of what a fork has inherited.
  const from = isNote && (isInherited || (behind ?? parent) === null) ? draft.head : behind
  if (from?.conversationId !== draft.conversation.id) return undefined
  const at = await (isNote ? endBehind(draft, from) : behindNotes(draft, from))
  if (isNote && at.id !== behind?.id)
    results.set(recordedEntries.nameOf(conversationId, externalId), { turn: null, behind })
  return at
}

async function endBehind(draft: Draft, from: TreeNode): Promise<TreeNode> {
  const segment = await draft.reads.segmentNow(from.place.segmentId)
  return segment.tipDepth === from.place.depth
    ? from
    : (asTreeNode(await draft.reads.observation(segment.tipId)) ?? from)
}

async function behindNotes(draft: Draft, from: TreeNode): Promise<TreeNode> {
  const { tipDepth } = await draft.reads.segmentNow(from.place.segmentId)
  let end = from
  for (let depth = from.place.depth + 1; depth <= tipDepth; depth += most) {
    const range = { segmentId: from.place.segmentId, axis: 'depth' as const, from: depth, to: depth + most - 1 }
    for (const observation of await draft.reads.range(range)) {
      if (observation.kind !== 'NOTE') return end
      end = observation as TreeNode
    }
  }
  return end
}

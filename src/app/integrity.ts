import { isDeepStrictEqual } from 'node:util'
import { attachmentIds } from '../domain/attachments.ts'
import { callIds } from '../domain/blocks.ts'
import { withHead } from '../domain/growth.ts'
import { emptyShape } from '../domain/junctions.ts'
import type { Conversation, Instant, Json, Observation, TreeNode } from '../domain/model.ts'
import { contentHash } from '../domain/pathHash.ts'
import { placeAfter } from '../domain/placement.ts'
import { noPairs, orphanResults } from '../domain/toolPairs.ts'
import type { ListKey } from '../storage/graphStore.ts'
import type { Act, Notice } from './act.ts'
import { forkPoint } from './drafts.ts'
import { textAt } from './headText.ts'
import { checkRelationships } from './integrityOfEdges.ts'
import { checkJunctions } from './integrityOfJunctions.ts'
import { checkMessages } from './integrityOfMessages.ts'
import { checkAttachments, createChecked } from './integrityOfNamed.ts'
import { checkRuns } from './integrityOfRuns.ts'
import { treeNode } from './paths.ts'
import { conversationOf } from './treeQueries.ts'
import { headOf } from './transcript.ts'

/** What is wrong in a conversation: `damage` is a store that contradicts itself, the rest came with what was stored. */
export interface IntegrityReport {
  readonly ok: boolean
  readonly findings: readonly Notice[]
  /** How many of the findings an explicit repair could mend. */
  readonly repairable: number
  readonly damage: number
}

/** Findings that came with what was stored: kept and told, no fault of the store. */
const arrivals = new Set(['TOOL_CALL_UNANSWERED', 'TOOL_RESULT_WITHOUT_CALL', 'DANGLING_PARENT'])
const pageLength = 500

/** What a pass over the recorded nodes counts. */
interface Tally {
  nodes: number
  roots: number
  toolCalls: number
  activityAt: Instant | null
}

/** Recomputes everything that is derived in a conversation, from places and hashes to counts and titles, and compares. */
export async function integrity(act: Act, conversationId: string): Promise<IntegrityReport> {
  const conversation = await conversationOf(act, conversationId)
  const findings: Notice[] = []
  const find = (code: string, message: string, details: Json = null) => void findings.push({ code, message, details })
  const checked = createChecked()
  const tally: Tally = { nodes: 0, roots: 0, toolCalls: 0, activityAt: null }
  for await (const page of recorded(act, conversationId)) {
    act.signal?.throwIfAborted()
    await Promise.all(page.map((observation) => checkNode(act, observation, tally, find)))
    await checkAttachments(act, attachmentIds(page.flatMap(({ blocks }) => blocks)), checked, find)
  }
  const junctions = await checkJunctions(act, conversation, find)
  await checkMessages(act, conversation, checked, find)
  await checkRelationships(act, [{ kind: 'CONVERSATION', id: conversationId }], checked, find)
  await checkRuns(act, conversation, find)
  await checkConversation(act, conversation, tally, junctions, find)
  const damage = findings.filter((finding) => !arrivals.has(finding.code)).length
  const repairable = findings.filter((finding) => finding.code === 'TOOL_CALL_UNANSWERED').length
  return { ok: findings.length === 0, findings, repairable, damage }
}
export type Find = (code: string, message: string, details?: Json) => void

async function* recorded(act: Act, conversationId: string): AsyncGenerator<Observation[]> {
  for (let after: ListKey | null = null; ;) {
    const page: Observation[] = await act.store
      .lists(act.tenant, [{ list: 'observationsOfConversation', owner: conversationId, after, limit: pageLength }])
      .then(([first]) => first as Observation[])
    yield page
    const last = page.at(-1)
    if (page.length < pageLength || !last) return
    act.reads.clear()
    after = { sort: last.ingestedAt, id: last.id }
  }
}

async function checkNode(act: Act, observation: Observation, tally: Tally, find: Find): Promise<void> {
  const { place, id } = observation
  if (contentHash(observation) !== observation.contentHash)
    find('CONTENT_HASH_DIFFERS', `The content of ${id} is not what its hash says.`, { observationId: id })
  if (!place) return
  tally.nodes++
  tally.roots += place.parentId === null ? 1 : 0
  tally.toolCalls += callIds(observation.blocks).length
  const counted = observation.kind === 'TURN' && observation.copyOf === null
  if (counted && (tally.activityAt === null || observation.observedAt > tally.activityAt))
    tally.activityAt = observation.observedAt
  const parent = place.parentId === null ? null : treeNode(await act.reads.observation(place.parentId))
  if (place.parentId !== null && !parent) {
    find('PARENT_MISSING', `The parent of ${id} is missing.`, { observationId: id, parentId: place.parentId })
    return
  }
  const others = await Promise.all(place.otherParents.map((other) => act.reads.observation(other)))
  const hashes = others.map((other, i) => ({
    id: place.otherParents[i] as string,
    pathHash: other?.place?.pathHash ?? '',
  }))
  const expected = placeAfter(parent, observation, place.segmentId, hashes)
  if (!isDeepStrictEqual(expected, { ...place }))
    find('PLACE_DIFFERS', `The place of ${id} does not follow from its parent's.`, { observationId: id })
  for (const callId of orphanResults(parent?.place ?? noPairs, observation.blocks))
    find('TOOL_RESULT_WITHOUT_CALL', `${id} holds a result of "${callId}", which no call above it has open.`, {
      observationId: id,
      callId,
    })
  const dangling = observation.fields.danglingParent
  if (typeof dangling === 'string')
    find('DANGLING_PARENT', `${id} came with a parent that nobody knew: "${dangling}".`, {
      observationId: id,
      parent: dangling,
    })
}

/** Counts and texts of the conversation itself, its head and its ledger. */
async function checkConversation(
  act: Act,
  conversation: Conversation,
  tally: Tally,
  junctions: { branchPoints: number; versionPoints: number; leaves: number },
  find: Find,
): Promise<void> {
  const head = await headOf(act, conversation)
  if (conversation.headId !== null && !head)
    find('HEAD_MISSING', `The head ${conversation.headId} is missing.`, { headId: conversation.headId })
  const point = await forkPoint({ conversation, reads: act.reads })
  const above = point ? { nodes: point.place.depth + 1, roots: 1, toolCalls: point.place.calls } : emptyShape
  const shape = {
    ...conversation.shape,
    ...junctions,
    nodes: above.nodes + tally.nodes,
    roots: above.roots + tally.roots,
    toolCalls: above.toolCalls + tally.toolCalls,
    sidechains: await act.reads.count('sidechains', conversation.id, Number.MAX_SAFE_INTEGER),
  }
  if (!isDeepStrictEqual(shape, { ...conversation.shape }))
    find('SHAPE_DIFFERS', 'The tree is not of the shape that was counted.', {
      counted: conversation.shape as unknown as Json,
      found: shape,
    })
  const expected = withHead(conversation, head, await textAt(act.reads, head))
  // What a fork inherited may be corrected without a write to the fork: its texts are derived when they are read.
  const texts = conversation.forkedFrom === null ? (['derivedTitle', 'preview'] as const) : []
  for (const name of ['turnCount', ...texts] as const)
    if (expected[name] !== conversation[name])
      find('SUMMARY_DIFFERS', `"${name}" does not follow from the path to the head.`, {
        name,
        kept: conversation[name],
        found: expected[name],
      })
  const activityAt = tally.activityAt ?? conversation.createdAt
  if (activityAt !== conversation.activityAt)
    find('SUMMARY_DIFFERS', 'The latest activity is not that of the newest turn.', {
      name: 'activityAt',
      kept: conversation.activityAt,
      found: activityAt,
    })
  await checkLedger(act, conversation, find)
  if (head) checkOpenCalls(head, find)
}

async function checkLedger(act: Act, conversation: Conversation, find: Find): Promise<void> {
  const [newest] = await act.reads.list({ list: 'events', owner: conversation.id, after: null, limit: 1 })
  const count = await act.reads.count('events', conversation.id, Number.MAX_SAFE_INTEGER)
  if ((newest?.seq ?? 0) !== count)
    find('LEDGER_GAP', `The ledger has ${count} lines but ends at ${newest?.seq ?? 0}.`, {
      lines: count,
      last: newest?.seq ?? 0,
    })
}

/** Calls that the path went on from without a result; those of the last group may still be answered. */
function checkOpenCalls(head: TreeNode, find: Find): void {
  const last = head.place.groupStart ?? head.place.depth + 1
  for (const { callId, depth } of head.place.openCalls)
    if (depth < last)
      find('TOOL_CALL_UNANSWERED', `The call "${callId}" at depth ${depth} has no result on the path.`, {
        callId,
        depth,
      })
}

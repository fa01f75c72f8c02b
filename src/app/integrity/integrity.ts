import { danglingParent } from '../../domain/importedFields.ts'
import { isDeepStrictEqual } from 'node:util'
import { attachmentIds } from '../../domain/attachment.ts'
import { callIds } from '../../domain/blocks.ts'
import { withHead } from '../../domain/growth.ts'
import { emptyShape } from '../../domain/junctions.ts'
import type { Conversation, Instant, Json, Observation } from '../../domain/model.ts'
import { contentHash } from '../../domain/pathHash.ts'
import { placeAfter } from '../../domain/placement.ts'
import { arrivalFindings, type WarningCode } from '../../domain/warnings.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import type { Notice } from '../write/notice.ts'
import { forkPoint, treeNode, headOf } from '../read/paths.ts'
import { textAt } from '../read/headText.ts'
import { checkRelationships } from './edges.ts'
import { checkJunctions } from './junctions.ts'
import { checkMessages } from './messages.ts'
import { checkAttachments, createChecked } from './named.ts'
import { checkRuns } from './runs.ts'
import { checkOpenCalls, checkResults } from './toolPairs.ts'
import { conversationOf } from '../read/view.ts'
import type { Find } from './finding.ts'

/** What is wrong in a conversation: `damage` is a store that contradicts itself, the rest came with what was stored. */
export interface IntegrityReport {
  readonly ok: boolean
  readonly findings: readonly Notice[]
  /** How many of the findings an explicit repair could mend. */
  readonly repairable: number
  readonly damage: number
}

const arrivals: ReadonlySet<WarningCode> = new Set(arrivalFindings)
const pageLength = 500

/** What a pass over the recorded nodes counts. */
interface Tally {
  nodes: number
  roots: number
  toolCalls: number
  activityAt: Instant | null
}

/** Recomputes everything that is derived in a conversation, from places and hashes to counts and titles, and compares. */
export async function integrity(scope: Scope, conversationId: string): Promise<IntegrityReport> {
  const conversation = await conversationOf(scope, conversationId)
  const findings: Notice[] = []
  const find: Find = (code, message, details = null) => void findings.push({ code, message, details })
  const checked = createChecked()
  const tally: Tally = { nodes: 0, roots: 0, toolCalls: 0, activityAt: null }
  for await (const page of recorded(scope, conversationId)) {
    scope.signal?.throwIfAborted()
    await Promise.all(page.map((observation) => checkNode(scope, observation, tally, find)))
    await checkAttachments(scope, attachmentIds(page.flatMap(({ blocks }) => blocks)), checked, find)
  }
  const junctions = await checkJunctions(scope, conversation, find)
  await checkMessages(scope, conversation, checked, find)
  await checkRelationships(scope, [{ kind: 'CONVERSATION', id: conversationId }], checked, find)
  await checkRuns(scope, conversation, find)
  await checkConversation(scope, conversation, tally, junctions, find)
  const damage = findings.filter((finding) => !arrivals.has(finding.code)).length
  const repairable = findings.filter((finding) => finding.code === 'TOOL_CALL_UNANSWERED').length
  return { ok: findings.length === 0, findings, repairable, damage }
}

async function* recorded(scope: Scope, conversationId: string): AsyncGenerator<Observation[]> {
  for (let after: ListKey | null = null; ;) {
    const page: Observation[] = await scope.store
      .lists(scope.tenant, [{ list: 'observationsOfConversation', owner: conversationId, after, limit: pageLength }])
      .then(([first]) => first as Observation[])
    yield page
    const last = page.at(-1)
    if (page.length < pageLength || !last) return
    scope.reads.clear()
    after = { sort: last.ingestedAt, id: last.id }
  }
}

async function checkNode(scope: Scope, observation: Observation, tally: Tally, find: Find): Promise<void> {
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
  const parent = place.parentId === null ? null : treeNode(await scope.reads.observation(place.parentId))
  if (place.parentId !== null && !parent) {
    find('PARENT_MISSING', `The parent of ${id} is missing.`, { observationId: id, parentId: place.parentId })
    return
  }
  const others = await Promise.all(place.otherParents.map((other) => scope.reads.observation(other)))
  const hashes = others.map((other, i) => ({
    id: place.otherParents[i] as string,
    pathHash: other?.place?.pathHash ?? '',
  }))
  const bendId = place.bend === null ? null : (parent?.place.bendId ?? null)
  const lastBend = bendId === null ? null : treeNode(await scope.reads.observation(bendId))
  const expected = placeAfter(parent, observation, place.segmentId, hashes, lastBend)
  if (!isDeepStrictEqual(expected, { ...place }))
    find('PLACE_DIFFERS', `The place of ${id} does not follow from its parent's.`, { observationId: id })
  checkResults(parent, observation, find)
  const dangling = danglingParent(observation)
  if (dangling !== null)
    find('DANGLING_PARENT', `${id} came with a parent that nobody knew: "${dangling}".`, {
      observationId: id,
      parent: dangling,
    })
}

/** Counts and texts of the conversation itself, its head and its ledger. */
async function checkConversation(
  scope: Scope,
  conversation: Conversation,
  tally: Tally,
  junctions: { branchPoints: number; versionPoints: number; leaves: number },
  find: Find,
): Promise<void> {
  const head = await headOf(scope, conversation)
  if (conversation.headId !== null && !head)
    find('HEAD_MISSING', `The head ${conversation.headId} is missing.`, { headId: conversation.headId })
  const point = await forkPoint({ conversation, reads: scope.reads })
  const above = point ? { nodes: point.place.depth + 1, roots: 1, toolCalls: point.place.calls } : emptyShape
  const shape = {
    ...conversation.shape,
    ...junctions,
    nodes: above.nodes + tally.nodes,
    roots: above.roots + tally.roots,
    toolCalls: above.toolCalls + tally.toolCalls,
    sidechains: await scope.reads.count('sidechains', conversation.id, Number.MAX_SAFE_INTEGER),
  }
  if (!isDeepStrictEqual(shape, { ...conversation.shape }))
    find('SHAPE_DIFFERS', 'The tree is not of the shape that was counted.', {
      counted: conversation.shape as unknown as Json,
      found: shape,
    })
  const expected = withHead(conversation, head, await textAt(scope.reads, head))
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
  await checkLedger(scope, conversation, find)
  if (head) await checkOpenCalls(scope, head, find)
}

async function checkLedger(scope: Scope, conversation: Conversation, find: Find): Promise<void> {
  const [newest] = await scope.reads.list({ list: 'events', owner: conversation.id, after: null, limit: 1 })
  const count = await scope.reads.count('events', conversation.id, Number.MAX_SAFE_INTEGER)
  if ((newest?.seq ?? 0) !== count)
    find('LEDGER_GAP', `The ledger has ${count} lines but ends at ${newest?.seq ?? 0}.`, {
      lines: count,
      last: newest?.seq ?? 0,
    })
}

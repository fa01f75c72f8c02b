import { contentHash } from '../../../domain/tree/pathHash.ts'
import { importStates } from '../../../domain/records/importMarks.ts'
import { rawOrigin } from '../../../domain/records/importedFields.ts'
import type { Observation, TreeNode } from '../../../domain/model.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import { nodeAt, asTreeNode } from '../../read/paths.ts'
import { unkept, walkList } from '../../read/walkList.ts'
import type { Known } from '../job/importJob.ts'
import { progressOf } from '../job/importJob.ts'
import type { Lookups } from '../job/importReads.ts'
import { aheadOn } from './aheadOn.ts'
import type { Opening } from '../job/openImport.ts'

/** An entry with the conversation that it belongs to, and the node of the store that it is; null where there is none. */
export interface Homed {
  readonly node: PlannedNode
  readonly held: TreeNode | null
}

/**
 * Says whose a copied entry is: that of the conversation it was copied from, unless that one's own file is stored and
 * lacks it. `byId` is the node that the entry is by its id; where ids do not tell, what was copied is found again by what
 * it says, step by step along the conversation that it was copied from, whichever file came first.
 */
export async function homeOf(
  opening: Opening,
  lookups: Lookups,
  plannedNode: PlannedNode,
  parent: Known | null,
  byId: TreeNode | null,
): Promise<Homed> {
  const { origin } = plannedNode
  const of = origin?.conversationId ?? plannedNode.conversationId
  const node = origin === null ? plannedNode : { ...plannedNode, conversationId: of }
  if (byId !== null)
    return { node: byId.conversationId === plannedNode.conversationId ? plannedNode : node, held: byId }
  const met = node.exact ? await metAgain(opening, node, parent, origin !== null) : null
  if (met !== null) return { node, held: met }
  return origin !== null && (!origin.isSure || hasOwnFile(opening, lookups, of))
    ? { node: plannedNode, held: null }
    : { node, held: null }
}

/** Says whether a conversation is more than a place where copies of its entries wait for its own file. */
export function hasOwnFile({ run, laneStates }: Opening, lookups: Pick<Lookups, 'mark'>, id: string): boolean {
  if (!laneStates.get(id)?.frontier || progressOf(run, id).isNew) return false
  const importState = importStates.read(lookups.mark(importStates.nameOf(id)))
  return importState === null || importState.latest != null
}

/**
 * Returns the stored node that continues `parent` and says what an entry says. What an entry's own file has stored has
 * another id because it is another entry: only what came from elsewhere is met so.
 */
async function metAgain(
  opening: Opening,
  node: PlannedNode,
  parent: Known | null,
  isCopied: boolean,
): Promise<TreeNode | null> {
  const { conversationId: of } = node
  const isOver = parent === null ? progressOf(opening.run, of).isNew || opening.made.has(of) : parent.isNew
  if ((node.isBeside && !isCopied) || isOver) return null
  if (parent === null && node.parent !== null) return null
  if (!isCopied && !(await hasWaiting(opening, of))) return null
  const isIt = (observation: Observation) =>
    observation.kind === node.draft.kind &&
    saysSame(node, observation) &&
    (isCopied || (observation.conversationId === of && isFromElsewhere(observation, of))) &&
    (observation.runId === null || node.runId === null || observation.runId === node.runId)
  for await (const some of candidates(opening, of, parent?.node ?? null)) {
    const observation = some.find(isIt)
    if (observation) return asTreeNode(observation)
  }
  return null
}

/** Says whether entries of a conversation came with the file of another one, so that they have ids of that file's lines. */
async function hasWaiting({ run, scope, laneStates }: Opening, id: string): Promise<boolean> {
  if (!laneStates.get(id)?.frontier) return false
  const known = run.waiting.get(id)
  if (known !== undefined) return known
  const head = laneStates.get(id)?.frontier?.head ?? null
  const first = head === null ? null : await nodeAt(scope.reads, asTreeNode(head) as TreeNode, 'depth', 0)
  const is = first !== null && isFromElsewhere(first, id)
  run.waiting.set(id, is)
  return is
}

function isFromElsewhere(observation: Observation, owner: string): boolean {
  const of = rawOrigin(observation)?.conversationId
  return of !== undefined && of !== owner
}

function saysSame({ draft: { kind, role, blocks } }: PlannedNode, observation: Observation): boolean {
  if (kind === 'COMPACTION') return true
  const { senderId, senderKind, salt } = observation
  return observation.contentHash === contentHash({ kind, role, blocks, senderId, senderKind, marker: null, salt })
}

/** Yields what continues a node in a conversation: on the path to its head, then all other children. */
async function* candidates(
  opening: Opening,
  of: string,
  parent: TreeNode | null,
): AsyncIterable<readonly Observation[]> {
  const { scope, laneStates, run } = opening
  const head = asTreeNode(laneStates.get(of)?.frontier?.head ?? null)
  const depth = parent === null ? 0 : parent.place.depth + 1
  if (head !== null && depth <= head.place.depth) {
    const next = await aheadOn(scope.reads, run.prefetched, head, depth)
    if (next !== null && next.place.parentId === (parent?.id ?? null)) yield [next]
  }
  if (parent === null) for await (const page of walkList(unkept(scope), 'roots', of, { limit: 200 })) yield page
  else for await (const page of walkList(unkept(scope), 'children', parent.id, { limit: 200 })) yield page
}

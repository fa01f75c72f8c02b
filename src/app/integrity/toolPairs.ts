import type { Conversation, Observation, TreeNode } from '../../domain/model.ts'
import { callsOfGroup, lateResults, noPairs, orphanResults } from '../../domain/context/toolPairs.ts'
import { bendsOf } from '../read/bends.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { contextEntries } from '../transcripts/contextEntries.ts'
import type { Find } from './finding.ts'

/** Finds results of a node that answer no call above it, or one that the path had gone on from. */
export function checkResults(parent: TreeNode | null, { id, blocks }: Observation, find: Find): void {
  const before = parent?.place ?? noPairs
  for (const callId of orphanResults(before, blocks))
    find('TOOL_RESULT_WITHOUT_CALL', `${id} holds a result of "${callId}", which no call above it has open.`, {
      observationId: id,
      callId,
    })
  for (const { callId, depth } of lateResults(before, blocks))
    find('TOOL_RESULT_LATE', `${id} holds a result of "${callId}", from which the path had gone on.`, {
      observationId: id,
      callId,
      depth,
    })
}

/** Finds calls that the path went on from without a result; those of the last group may still be answered. */
export async function checkOpenCalls(scope: Scope, head: TreeNode, find: Find): Promise<void> {
  const waiting = callsOfGroup(head.place)
  const abandoned = head.place.openCalls.filter((call) => !waiting.includes(call))
  const results = new Set(abandoned.map(({ callId, depth }) => JSON.stringify([callId, depth])))
  // What a person says beside the results of a group goes on from its other calls.
  const { pieces } = await contextEntries(scope.reads, head)
  const unanswered = pieces.flatMap((piece) => (piece.kind === 'noResult' ? [piece] : []))
  const callers = await Promise.all(unanswered.map(({ id }) => scope.reads.observation(id)))
  for (const [k, { callId }] of unanswered.entries()) {
    const place = callers[k]?.place
    if (place) results.add(JSON.stringify([callId, place.depth]))
  }
  for (const one of results) {
    const [callId, depth] = JSON.parse(one) as [string, number]
    const message = `The call "${callId}" at depth ${depth} has no result on the path.`
    find('TOOL_CALL_UNANSWERED', message, { callId, depth })
  }
}

/** Finds the same of results that a fork inherited, on the path to its head: they bend it, so they are found by that. */
export async function checkInheritedResults(
  { reads }: Scope,
  { id, forkedFrom }: Conversation,
  head: TreeNode,
  find: Find,
): Promise<void> {
  if (forkedFrom === null) return
  const { all } = await bendsOf(reads, head.place.bendId)
  const bends = all.filter(({ isAside }) => !isAside)
  const bent = await Promise.all(bends.map(async (bend) => asTreeNode(await reads.observation(bend.id))))
  const inherited = bent.flatMap((node) => (node && node.conversationId !== id ? [node] : []))
  const parents = await Promise.all(
    inherited.map(async ({ place: { parentId } }) =>
      parentId === null ? null : asTreeNode(await reads.observation(parentId)),
    ),
  )
  for (const [k, node] of inherited.entries()) checkResults(parents[k] ?? null, node, find)
}

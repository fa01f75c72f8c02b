import type { JsonObject, TreeNode } from '../../domain/model.ts'
import { attachmentIds } from '../../domain/records/attachment.ts'
import type { Unplaced } from '../../domain/tree/placement.ts'
import { putLive } from '../relationships/changeRelationship.ts'
import { resolveEdges } from '../relationships/resolveEdges.ts'
import type { Scope } from '../scope.ts'
import { addCopy } from '../write/draft/addCopy.ts'
import { addNode, moveHead, type Draft } from '../write/draft/draft.ts'
import { embed } from '../write/draft/embedding.ts'
import { newEvent, newObservation } from '../write/draft/additions.ts'
import type { Gathered, Merge } from './merge.ts'
import type { MergeRecord } from './result.ts'

/** What is to be written of a merge, and what its event says. */
export interface Joining {
  readonly input: Merge
  readonly gathered: Gathered
  readonly details: JsonObject
}

/** Adds the join with what it brings to the draft, moves the head and records the event, which alone names refuted inputs. */
export async function joinInto(
  scope: Scope,
  draft: Draft,
  { input, gathered, details }: Joining,
): Promise<MergeRecord> {
  const { id: conversationId } = draft.conversation
  const from = draft.head?.id ?? null
  const eventId = scope.fresh.id()
  const join =
    gathered.parents.length === 0
      ? null
      : await added(scope, draft, input, { ...gathered, fields: { ...gathered.fields, eventId } })
  const event = newEvent(scope, 'MERGE', conversationId, {
    actor: input.actor,
    note: input.note ?? null,
    pathHash: join?.place.pathHash ?? null,
    details: { ...details, joinId: join?.id ?? null },
    head: join && { from, to: draft.head?.id ?? null },
  })
  draft.events.push({ ...event, id: eventId })
  return { conversationId, joinId: join?.id ?? null, eventId }
}

async function added(scope: Scope, draft: Draft, input: Merge, gathered: Gathered): Promise<TreeNode> {
  // Whatever order the branches were named in: so equal merges are equal.
  const parents = [...new Map(gathered.parents.map((node) => [node.id, node])).values()].sort(byPathHash)
  const join = await addNode(scope, draft, draft.head, joinNode(scope, draft, input, gathered), null, parents)
  let last = join
  for (const pick of gathered.picks) last = await addCopy(scope, draft, last, pick, { runId: null, branchId: null })
  await Promise.all(attachmentIds(join.blocks).map((id) => embed(draft, id)))
  await moveHead(draft, last)
  await refer(scope, draft, join, gathered)
  return join
}

function byPathHash(a: TreeNode, b: TreeNode): number {
  const [x, y] = [a, b].map(({ id, place }) => `${place.pathHash} ${id}`) as [string, string]
  return x < y ? -1 : x > y ? 1 : 0
}

function joinNode(scope: Scope, draft: Draft, { strategy, reviewer }: Merge, { blocks, fields }: Gathered): Unplaced {
  return newObservation(scope, {
    kind: 'JOIN',
    conversationId: draft.conversation.id,
    blocks,
    fields: { strategy, ...(reviewer != null && { reviewer }), ...fields },
  })
}

/** The conversation refers to what its join carries: an observation has no edges of its own. */
async function refer(scope: Scope, draft: Draft, join: TreeNode, { refersTo }: Gathered): Promise<void> {
  const source = { kind: 'CONVERSATION' as const, id: draft.conversation.id }
  const named = refersTo.map((target) => ({
    ...{ type: 'REFERS_TO' as const, source, target },
    reads: draft.reads,
    draft: draft.changes,
  }))
  for (const edge of await resolveEdges(scope, named)) putLive(scope, edge, { joinId: join.id })
}

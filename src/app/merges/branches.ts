import type { Conversation, TreeNode } from '../../domain/model.ts'
import { badInput, mustBeLive, Refusal } from '../../domain/refusals.ts'
import { bendsOf } from '../read/bends.ts'
import { isShownOnPath } from '../read/originals.ts'
import { commonNode, headOf, nodesOf, asTreeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import { conversationOf, nodeOfMessage } from '../read/view.ts'
import type { Scope } from '../scope.ts'

/** A branch that is to be merged: what it has beyond `since` is new to the conversation that it is merged into. */
export interface MergedBranch {
  readonly conversation: Conversation
  readonly head: TreeNode
  /** Depth of the deepest node that is shared or was merged already; -1: none. */
  readonly since: number
}

/** A conversation that takes part in a merge, with its head. */
export interface Part {
  readonly conversation: Conversation
  readonly head: TreeNode | null
}

/** Returns a conversation that takes part in a merge, with its head; refuses an unknown or deleted one. */
export async function partOf(scope: Scope, id: string): Promise<Part> {
  const conversation = mustBeLive(await conversationOf(scope, id))
  return { conversation, head: await headOf(scope, conversation) }
}

/**
 * Returns the branches in their order; refuses unknown ones, and those that have nothing new (ALREADY_MERGED): neither a
 * node since their last merge, nor a turn that is named (`turns`) and that no merge has brought.
 */
export async function branchesOf(
  scope: Scope,
  into: Part,
  ids: readonly string[],
  turns: readonly string[],
): Promise<MergedBranch[]> {
  checkIds(into.conversation.id, ids)
  const parts = await Promise.all(ids.map((id) => partOf(scope, id)))
  const merged = await mergedHeads(scope.reads, into.head)
  return Promise.all(
    parts.map(async ({ conversation, head }) => {
      const since = head && (await sharedDepth(scope.reads, merged, head))
      const brings = head && since !== null && { conversation, head, since }
      if (!brings || (since >= head.place.depth && !(await bringsTurn(scope.reads, into.head, brings, turns))))
        throw alreadyMerged(conversation.id, into.conversation.id)
      return brings
    }),
  )
}

/** Says whether one of the turns is the branch's and not yet on the path to the head that it is merged into. */
async function bringsTurn(
  reads: Reads,
  into: TreeNode | null,
  { conversation, head }: MergedBranch,
  turns: readonly string[],
): Promise<boolean> {
  for (const id of turns) {
    const turn = await nodeOfMessage({ conversation, head, reads }, id)
    if (turn && !(await isShownOnPath(reads, turn, into))) return true
  }
  return false
}

function checkIds(into: string, ids: readonly string[]): void {
  if (ids.length === 0) throw badInput('"from" names no conversation.', {}, ['from'])
  if (ids.includes(into)) throw badInput('A conversation cannot be merged into itself.', { id: into }, ['from'])
  const twice = ids.find((id, i) => ids.indexOf(id) !== i)
  if (twice !== undefined) throw badInput(`"from" names "${twice}" twice.`, { id: twice }, ['from'])
}

/** The head itself, and what the joins of its path merged: read by their bends, whatever the length of the path. */
async function mergedHeads(reads: Reads, head: TreeNode | null): Promise<TreeNode[]> {
  if (head === null) return []
  const { all } = await bendsOf(reads, head.place.bendId)
  const ids = [...new Set(all.flatMap(({ joined }) => joined))]
  const joined = await Promise.all(ids.map((id) => reads.observation(id)))
  return [head, ...joined.flatMap((one) => asTreeNode(one) ?? [])]
}

async function sharedDepth(reads: Reads, merged: readonly TreeNode[], head: TreeNode): Promise<number> {
  const common = await Promise.all(merged.map((one) => commonNode(reads, one, head)))
  return Math.max(-1, ...common.map((node) => node?.place.depth ?? -1))
}

function alreadyMerged(id: string, into: string): Refusal {
  const facts = { kind: 'Conversation', id, into }
  return new Refusal('ALREADY_MERGED', facts, `"${id}" has nothing that is not in "${into}" already.`, ['from'])
}

const pageLength = 500

/** Yields what a branch has that is new, root first. */
export async function* newNodes(scope: Scope, { head, since }: MergedBranch): AsyncGenerator<TreeNode[]> {
  for (let from = since + 1; from <= head.place.depth; from += pageLength) {
    scope.signal?.throwIfAborted()
    yield await nodesOf(scope.reads, head, 'depth', from, Math.min(from + pageLength - 1, head.place.depth))
  }
}

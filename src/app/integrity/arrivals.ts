import type { Conversation, HeadMove, TreeNode } from '../../domain/model.ts'
import { headOf, isOnPath, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { Warning } from '../write/warning.ts'
import type { Find } from './finding.ts'
import { walkList } from '../read/walkList.ts'

/** A finding that came with what was stored, and the node that it is of. */
export interface Arrived {
  readonly node: TreeNode
  readonly notice: Warning
}

/** Returns what notes the findings of a node. */
export function arriving(node: TreeNode, arrived: Arrived[]): Find {
  return (code, message, details = null) => void arrived.push({ node, notice: { code, message, details } })
}

/** Returns the findings but for those of what a repair replaced: that is a leaf now, unless the repair was undone. */
export async function notReplaced(
  scope: Scope,
  { conversation, arrived }: { readonly conversation: Conversation; readonly arrived: readonly Arrived[] },
): Promise<Warning[]> {
  if (arrived.length === 0) return []
  const [head, repairs] = [await headOf(scope, conversation), await repairsOf(scope, conversation)]
  const there: Warning[] = []
  for (const { node, notice } of arrived)
    if ((await isOnPath(scope.reads, node, head)) || !(await isReplaced(scope, node, repairs))) there.push(notice)
  return there
}

interface Replaced {
  readonly from: TreeNode | null
  readonly to: TreeNode | null
}

async function isReplaced({ reads }: Scope, node: TreeNode, repairs: readonly Replaced[]): Promise<boolean> {
  for (const { from, to } of repairs)
    if ((await isOnPath(reads, node, from)) && !(await isOnPath(reads, node, to))) return true
  return false
}

const pageLength = 500

async function repairsOf({ reads }: Scope, { id }: Conversation): Promise<Replaced[]> {
  const moves: HeadMove[] = []
  for await (const page of walkList(reads, 'headMoves', id, { limit: pageLength }))
    moves.push(...page.flatMap(({ kind, head }) => (kind === 'REPAIR' && head ? [head] : [])))
  const nodeOf = async (of: string | null) => (of === null ? null : asTreeNode(await reads.observation(of)))
  return Promise.all(moves.map(async ({ from, to }) => ({ from: await nodeOf(from), to: await nodeOf(to) })))
}

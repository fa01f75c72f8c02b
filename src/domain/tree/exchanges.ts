import type { TreeNode } from '../model.ts'
import { answeredCalls, isTalkBesideResults, type PairState } from '../context/toolPairs.ts'

/**
 * Says whether an exchange begins with a turn: a user's that is more than the results of calls above it, or the first
 * turn of the path. `before` is the state above it.
 */
export function beginsExchange(node: TreeNode, before: Pick<PairState, 'openCalls'>): boolean {
  if (node.place.turn === 1) return true
  if (node.kind !== 'TURN' || node.role !== 'USER') return false
  const bringsResult = answeredCalls(before, node.blocks).some((call) => call !== null)
  return !bringsResult && (node.blocks.length === 0 || isTalkBesideResults(node))
}

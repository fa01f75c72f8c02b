import type { TreeNode } from '../../../src/domain/model.ts'
import type { Drawing, DrawnRun } from '../../../src/domain/tree/drawing.ts'
import type { DrawnTree } from '../../support/tree/drawing.ts'
import { childrenOf } from '../../support/tree/plainTree.ts'

/** What is drawn of a tree whose straight parts are folded, or not. */
export function drawing(
  drawn: DrawnTree,
  {
    unfold = false,
    headId = null as string | null,
    heads = new Map<string, string[]>(),
    omitted = 0,
    checkpoints = new Map<string, string[]>(),
  } = {},
): Drawing {
  const stretchOf = (first: TreeNode): DrawnRun => {
    const nodes = [first]
    let next = childrenOf(drawn, first.id)
    for (; next.length === 1; next = childrenOf(drawn, (nodes.at(-1) as TreeNode).id)) nodes.push(next[0] as TreeNode)
    const between = unfold ? nodes.slice(1, -1) : []
    return { first, last: nodes.at(-1) as TreeNode, length: nodes.length, between, next: next.map(stretchOf) }
  }
  const roots = childrenOf(drawn, null).map(stretchOf)
  return { title: 'T', roots, headId, heads, omitted, checkpoints, merged: new Map() }
}

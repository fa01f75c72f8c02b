/** What rows of before the bends lack (domain/context/bends.ts): both stores' migrations add it, segment by segment. */
import { bendAfter } from '../domain/context/bends.ts'
import type { TreeNode } from '../domain/model.ts'
import { willBend } from '../domain/tree/placement.ts'

/** The node above some others, with the nearest bend at or above it. */
export interface Above {
  readonly node: TreeNode | null
  readonly bend: TreeNode | null
}

/** Returns those of the nodes of a path that change by knowing its bends, and what is then above the next one. */
export function withBends(nodes: readonly TreeNode[], first: Above): { changed: TreeNode[]; last: Above } {
  const changed: TreeNode[] = []
  let above = first
  for (const node of nodes) {
    const known = withBend(node, above)
    if (known.place.bendId !== null) changed.push(known)
    above = { node: known, bend: known.place.bend === null ? above.bend : known }
  }
  return { changed, last: above }
}

function withBend(node: TreeNode, { node: parent, bend: last }: Above): TreeNode {
  const bends = willBend(parent, node)
  const [bendId, bend] = bends ? [node.id, bendAfter(last)] : [last?.id ?? null, null]
  return { ...node, place: { ...node.place, bendId, bend } }
}

import type { DrawnRun } from '../../domain/tree/drawing.ts'
import type { TreeNode } from '../../domain/model.ts'
import { cost } from '../read/budget.ts'
import { ifItFits } from '../read/loaders.ts'
import { nodesOf } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { messageOf } from '../transcripts/entries.ts'

/** The node at or below each stretch by whose path its nodes are found. */
export type Lines = Map<DrawnRun, TreeNode>

const atOnce = 500

/** Draws what lies between the ends of stretches, those that are drawn first before the others, until `most` nodes are drawn. */
export async function unfoldStretches(
  scope: Scope,
  roots: readonly DrawnRun[],
  lines: Lines,
  most: number,
): Promise<void> {
  const drawn = inOrder(roots)
  let room = most - drawn.reduce((sum, { length }) => sum + Math.min(length, 2), 0)
  for (const stretch of drawn) {
    const count = Math.min(room, stretch.length - 2)
    const line = lines.get(stretch)
    if (count <= 0 || line === undefined) continue
    await unfold(scope, stretch, line, count)
    room -= count
  }
}

function inOrder(roots: readonly DrawnRun[]): DrawnRun[] {
  const [drawnRuns, open]: [DrawnRun[], DrawnRun[]] = [[], [...roots].reverse()]
  for (let next = open.pop(); next; next = open.pop()) {
    drawnRuns.push(next)
    open.push(...[...next.next].reverse())
  }
  return drawnRuns
}

async function unfold(scope: Scope, stretch: DrawnRun, line: TreeNode, count: number): Promise<void> {
  const between = stretch.between as TreeNode[]
  const end = stretch.first.place.depth + count
  for (let [from, size] = [stretch.first.place.depth + 1, atOnce]; from <= end;) {
    scope.signal?.throwIfAborted()
    const to = Math.min(end, from + size - 1)
    scope.budget.spend((to - from + 1) * cost.drawn)
    const page = await ifItFits(to - from + 1, () => nodesOf(scope.reads, line, 'depth', from, to))
    if (page === null) size = size >> 1
    else {
      between.push(...(await Promise.all(page.map((node) => asDrawn(scope, node)))))
      from = to + 1
    }
  }
}

/** Returns a node as it is drawn: a deleted turn without what it says. */
export async function asDrawn(scope: Scope, node: TreeNode): Promise<TreeNode> {
  const message = await messageOf(scope.reads, node)
  if (node.erased !== undefined) return { ...node, blocks: [{ type: 'text', text: '(erased)' }] }
  return message?.deleted ? { ...node, blocks: [{ type: 'text', text: '(deleted)' }] } : node
}

import type { TreeNode } from '../../domain/model.ts'
import { sumsOf as usageSums } from '../../domain/usage/pathUsage.ts'
import type { LoopCounts } from '../../domain/prompts/loop.ts'
import { sumsAfter, type PromptSums } from '../../domain/prompts/pathSums.ts'
import { beginsRow } from '../../domain/prompts/userTurn.ts'
import { nodesOf, walk } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'

interface Walked {
  /** By the ids of nodes. */
  readonly sums: Map<string, PromptSums>
  /** By the ids of ends of paths: the depths of their prompts. */
  readonly prompts: Map<string, Promise<readonly number[]>>
}
const known = new WeakMap<Reads, Walked>()

function walkedBy(reads: Reads): Walked {
  const walked = known.get(reads) ?? { sums: new Map(), prompts: new Map() }
  known.set(reads, walked)
  return walked
}

function promptDepths(reads: Reads, end: TreeNode): Promise<readonly number[]> {
  const { prompts } = walkedBy(reads)
  const depths = prompts.get(end.id) ?? walkPath(reads, end)
  prompts.set(end.id, depths)
  return depths
}

async function walkPath(reads: Reads, end: TreeNode): Promise<readonly number[]> {
  const { sums } = walkedBy(reads)
  const depths: number[] = []
  let above: PromptSums | null = null
  for await (const nodes of walk(reads, end))
    for (const node of nodes) {
      above = sumsAfter(above, node)
      sums.set(node.id, above)
      if (above.prompt !== null) depths.push(node.place.depth)
    }
  return depths
}

/** Returns what the prompts of the path to a node come to. */
export async function promptSums(reads: Reads, node: TreeNode): Promise<PromptSums> {
  const { sums } = walkedBy(reads)
  if (!sums.has(node.id)) await promptDepths(reads, node)
  return sums.get(node.id) as PromptSums
}

/** Returns what is counted along the path to a node; null: of the empty path. */
export async function countsTo(reads: Reads, node: TreeNode | null): Promise<LoopCounts | null> {
  if (node === null) return null
  const { failures, declined, notes } = await promptSums(reads, node)
  const { turns, calls, usage } = node.place
  return { turns, calls, failures, declined, notes, usage: usageSums(usage) }
}

/** Returns the prompts of a path with these numbers, root first. */
export async function promptsBetween(reads: Reads, end: TreeNode, from: number, to: number): Promise<TreeNode[]> {
  const depths = (await promptDepths(reads, end)).slice(Math.max(0, from - 1), Math.max(0, to))
  const nodes = await Promise.all(depths.map((depth) => nodesOf(reads, end, 'depth', depth, depth)))
  return nodes.flat()
}

/** Returns the depths of the prompts in a stretch of a segment, rising. */
export async function promptDepthsIn(reads: Reads, segmentId: string, from: number, to: number): Promise<number[]> {
  const depths: number[] = []
  for (let begin = from; begin <= to; begin += 1000) {
    const nodes = await reads.range({ segmentId, axis: 'depth', from: begin, to: Math.min(to, begin + 999) })
    for (const node of nodes as TreeNode[]) if (beginsRow(node)) depths.push(node.place.depth)
  }
  return depths
}

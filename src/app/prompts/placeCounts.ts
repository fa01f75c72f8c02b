import type { TreeNode } from '../../domain/model.ts'
import { noCounts, type LoopCounts } from '../../domain/prompts/loop.ts'
import { sumsAt } from '../../domain/usage/pathPricing.ts'

/** Returns a prompt's number among those of its path; null where a node is none. */
export function promptNumber({ place: { depth, prompts } }: TreeNode): number | null {
  return prompts.last === depth ? prompts.count : null
}

/** Returns what is counted along the path to a node; null: of the empty path. */
export function countsTo(node: TreeNode | null): LoopCounts {
  if (node === null) return noCounts
  const { turns, calls, prompts } = node.place
  const { failures, declined, notes } = prompts
  return { turns, calls, failures, declined, notes, usage: sumsAt(node.place) }
}

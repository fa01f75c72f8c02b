import type { TreeNode } from '../model.ts'
import { leavesNoneOpen } from '../context/toolPairs.ts'

/** Where a conversation may be cut, see `isBoundary`. */
export type ForkBoundary = 'MESSAGE' | 'ANSWER' | 'RUN'
/** Those that follow from the path itself; RUN follows from the runs. */
export type PathBoundary = Exclude<ForkBoundary, 'RUN'>

/**
 * Says whether a conversation may be cut after `point` (null: before everything). `next` is the turn that follows
 * there, null when none does. The empty past is legal for every boundary. MESSAGE: no tool call is left open. ANSWER:
 * besides, it is an assistant turn followed by nothing or by a USER turn (design §5).
 */
export function isBoundary(boundary: PathBoundary, point: TreeNode | null, next: TreeNode | null): boolean {
  if (point === null) return true
  if (!leavesNoneOpen(point.place)) return false
  if (boundary === 'MESSAGE') return true
  return point.kind === 'TURN' && point.role === 'ASSISTANT' && (next === null || next.role === 'USER')
}

import type { TreeNode } from '../../../domain/model.ts'

/** A node for each conversation that has one. */
export interface LastNodes {
  get(id: string): TreeNode | null
  set(id: string, node: TreeNode): void
  /** Those that were set here. */
  entries(): (readonly [string, TreeNode])[]
}

/** Returns nodes by conversation that begin with those of before, and leaves these as they are. */
export function lastNodes(before: (id: string) => TreeNode | null): LastNodes {
  const own = new Map<string, TreeNode>()
  return {
    get: (id) => own.get(id) ?? before(id),
    set: (id, node) => void own.set(id, node),
    entries: () => [...own],
  }
}

import { wayOf } from '../../domain/tree/junctions.ts'
import type { Conversation, Observation, TreeNode } from '../../domain/model.ts'
import { nodeAt } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { messageOf } from '../transcripts/entries.ts'

interface Roots {
  readonly conversation: Conversation
  readonly point: TreeNode | null
  readonly count: number
}

/**
 * Returns why roots stand side by side: VERSION where another one is of the same message, else ROOT; null where there is
 * only one. Where there are more than a list holds they are not compared.
 */
export async function branchRoots(
  scope: Scope,
  { conversation, point, count }: Roots,
): Promise<((root: TreeNode) => 'ROOT' | 'VERSION') | null> {
  if (count < 2) return null
  if (count > scope.limits.list) return () => 'ROOT'
  const own = await scope.reads.list({ list: 'roots', owner: conversation.id, after: null, limit: count })
  const inherited = point && (await nodeAt(scope.reads, point, 'depth', 0))
  const roots: Observation[] = inherited === null ? own : [...own, inherited]
  const messages = await Promise.all(roots.map((root) => messageOf(scope.reads, root)))
  const ways = new Map(roots.map((root, i) => [root.id, wayOf(root, null, messages[i]?.supersedesId ?? null)]))
  const all = [...ways.values()]
  return ({ id }) => {
    const way = ways.get(id) ?? null
    return way !== null && all.filter((one) => one === way).length > 1 ? 'VERSION' : 'ROOT'
  }
}

import type { Observation, TreeNode } from '../../domain/model.ts'
import { isOnPath, asTreeNode } from './paths.ts'
import type { Reads } from './reads.ts'
import { walkList } from './walkList.ts'

/**
 * Returns the id of what an observation is a copy of, over copies of copies; its own where it is none. Of a circle, which
 * no command makes, it is the one that leads back to what was seen.
 */
export async function originalOf(reads: Reads, observation: Observation): Promise<string> {
  const seen = new Set<string>()
  let at = observation
  while (at.copyOf !== null && !seen.has(at.copyOf)) {
    seen.add(at.id)
    const original = await reads.observation(at.copyOf)
    if (original === null) return at.copyOf
    at = original
  }
  return at.id
}

const pageLength = 100

/** Says whether a turn stands on the path to a head: itself, or a copy of it. */
export async function isShownOnPath(reads: Reads, turn: TreeNode, head: TreeNode | null): Promise<boolean> {
  if (head === null || turn.messageId === null) return false
  if (await isOnPath(reads, turn, head)) return true
  const original = await originalOf(reads, turn)
  for await (const page of walkList(reads, 'observationsOfMessage', turn.messageId, { limit: pageLength })) {
    const nodes = page.flatMap((one) => asTreeNode(one) ?? [])
    const isHere = async (node: TreeNode) =>
      (await isOnPath(reads, node, head)) && (await originalOf(reads, node)) === original
    if ((await Promise.all(nodes.map(isHere))).includes(true)) return true
  }
  return false
}

import { danglingParent, isFlagged } from '../../domain/records/importedFields.ts'
import { isFit, messageId } from '../../domain/ids.ts'
import type { Conversation, TreeNode } from '../../domain/model.ts'
import { asPath, repairedPath, type Repaired, type ToolCallPolicy } from '../../domain/context/repair.ts'
import { bendsOf } from '../read/bends.ts'
import { cost } from '../read/budget.ts'
import { headOf, isOnPath, nodeAt, asTreeNode, walk } from '../read/paths.ts'
import { belongsHere, type View } from '../read/view.ts'
import type { Scope } from '../scope.ts'

/** How a head's path is mended: its deepest node that stays, and what stands below that. */
export interface RepairPlan {
  readonly shared: TreeNode | null
  readonly parts: readonly Repaired[]
  /** How many faults that mends; 0: there is nothing to do. */
  readonly faults: number
  /** The node that was kept as a root although its parent is here now. */
  readonly root: TreeNode | null
  /** Ids of the nodes above that root from now on. */
  readonly above: ReadonlySet<string>
}

/** Returns what mends the path to a head: tool pairs that are not whole, and a root whose missing parent is here now. */
export async function repairPlan(scope: Scope, view: View, policy: ToolCallPolicy): Promise<RepairPlan> {
  if (view.head === null) return { shared: null, parts: [], faults: 0, root: null, above: new Set() }
  const stored = await allOf(scope, view.head)
  const [root] = stored
  const parent = root ? await parentOf(scope, view, root) : null
  const above = parent ? await allOf(scope, parent) : []
  const whole = [...above, ...stored]
  const { parts, faults } = repairedPath(asPath(whole), policy)
  const original = new Map(whole.map((node) => [node.id, node]))
  const back = parts.map((part) =>
    part.kind === 'node' ? { ...part, node: original.get(part.node.id) as TreeNode } : part,
  )
  const until = sharedLength(back, parent ? above : stored)
  const last = back[until - 1]
  return {
    shared: last?.kind === 'node' ? last.node : null,
    parts: back.slice(until),
    faults: faults + (parent ? 1 : 0),
    root: parent && root ? root : null,
    above: new Set(above.map(({ id }) => id)),
  }
}

/** Returns how many faults a repair would mend; a path without bends or a flagged root is not read. */
export async function repairableIn(scope: Scope, conversation: Conversation): Promise<number> {
  const head = await headOf(scope, conversation)
  if (head === null) return 0
  const [bends, root] = await Promise.all([
    bendsOf(scope.reads, head.place.bendId),
    nodeAt(scope.reads, head, 'depth', 0),
  ])
  const isSuspect = bends.all.some(({ isAside }) => !isAside) || (root !== null && isFlagged(root))
  if (!isSuspect) return 0
  return (await repairPlan(scope, { conversation, head, reads: scope.reads }, 'SYNTHETIC_RESULT')).faults
}

async function allOf(scope: Scope, head: TreeNode): Promise<TreeNode[]> {
  const nodes: TreeNode[] = []
  for await (const page of walk(scope.reads, head)) {
    scope.signal?.throwIfAborted()
    scope.budget.spend(page.length * cost.hashed)
    nodes.push(...page)
  }
  return nodes
}

/** How many parts are the nodes of a path as they stand there. */
function sharedLength(parts: readonly Repaired[], path: readonly TreeNode[]): number {
  const first = parts.findIndex(
    (part, i) => part.kind !== 'node' || part.blocks !== null || part.node.id !== path[i]?.id,
  )
  return first < 0 ? parts.length : first
}

/** The node that a flagged root lacked, with the notes and results that follow it; null where it is still not here. */
async function parentOf(scope: Scope, view: View, root: TreeNode): Promise<TreeNode | null> {
  const name = danglingParent(root)
  if (name === null || !isFlagged(root) || !isFit(name)) return null
  const [observations] = await scope.store.externals([name])
  const message = await view.reads.message(messageId(view.conversation.id, name))
  const hosted = message ? await view.reads.observation(message.latestId) : null
  for (const one of [...(observations ?? []), ...(hosted ? [hosted] : [])]) {
    const node = asTreeNode(one)
    if (node && (await belongsHere(view, node)) && !(await isOnPath(view.reads, root, node))) return endOf(view, node)
  }
  return null
}

const mostFollowing = 50

async function endOf({ reads }: View, parent: TreeNode): Promise<TreeNode> {
  const { segmentId, depth } = parent.place
  const after = await reads.range({ segmentId, axis: 'depth', from: depth + 1, to: depth + mostFollowing })
  const next = after.findIndex(({ kind, role }) => kind !== 'NOTE' && role !== 'TOOL')
  const following = next < 0 ? after : after.slice(0, next)
  return (following.at(-1) as TreeNode | undefined) ?? parent
}

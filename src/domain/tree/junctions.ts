import type { ConversationId, BranchPoint, JunctionKind, Observation, ObservationId, TreeShape } from '../model.ts'

/**
 * Returns the way that a child takes, for telling a branch from versions: the turn it is an observation of (for a
 * turn of a fork that replaces an inherited one: that one). Null for an aside: a tool result, a note, a further turn
 * of the parent's API answer, which stand side by side without going two ways (design §4).
 */
export function wayOf(
  child: Observation,
  parent: Observation | null,
  supersedesId: string | null = null,
): string | null {
  if (child.kind === 'NOTE' || child.role === 'TOOL') return null
  const answer = child.usage?.answerId ?? null
  if (
    parent?.role === 'ASSISTANT' &&
    child.role === 'ASSISTANT' &&
    answer !== null &&
    parent.usage?.answerId === answer
  )
    return null
  return supersedesId ?? child.messageId ?? child.id
}

/** Returns the junction of a node with its first child in the conversation. */
export function firstChild(conversationId: ConversationId, parentId: ObservationId, way: string | null): BranchPoint {
  return { conversationId, parentId, children: 1, kind: 'PARALLEL', way }
}

/** Returns the junction with one child more. */
export function withChild(junction: BranchPoint, way: string | null): BranchPoint {
  const children = junction.children + 1
  if (way === null || junction.kind === 'BRANCH') return { ...junction, children }
  if (junction.way === null) return { ...junction, children, way }
  return way === junction.way
    ? { ...junction, children, kind: 'VERSION' }
    : { ...junction, children, kind: 'BRANCH', way: null }
}

/** What one more node does to the shape: the junction of its parent before and after, null where the parent was a leaf. */
export interface Growth {
  readonly isRoot: boolean
  readonly before: BranchPoint | null
  readonly after: BranchPoint | null
  readonly toolCalls: number
}

/** Returns the shape with one node more. */
export function grown(shape: TreeShape, { isRoot, before, after, toolCalls }: Growth): TreeShape {
  const opens = isRoot || (after !== null && after.children > 1)
  // Member by member, as every node that is stored passes here.
  return {
    nodes: shape.nodes + 1,
    roots: shape.roots + (isRoot ? 1 : 0),
    leaves: shape.leaves + (opens ? 1 : 0),
    branchPoints: shape.branchPoints + counts(after, 'BRANCH') - counts(before, 'BRANCH'),
    versionPoints: shape.versionPoints + counts(after, 'VERSION') - counts(before, 'VERSION'),
    sidechains: shape.sidechains,
    toolCalls: shape.toolCalls + toolCalls,
  }
}

/** Returns the shape with a junction changed, as far as branches and versions depend on it. */
export function withJunction(shape: TreeShape, before: BranchPoint | null, after: BranchPoint | null): TreeShape {
  return {
    ...shape,
    branchPoints: shape.branchPoints + counts(after, 'BRANCH') - counts(before, 'BRANCH'),
    versionPoints: shape.versionPoints + counts(after, 'VERSION') - counts(before, 'VERSION'),
  }
}
const counts = (junction: BranchPoint | null, kind: JunctionKind) => (junction?.kind === kind ? 1 : 0)

export const emptyShape: TreeShape = {
  nodes: 0,
  roots: 0,
  leaves: 0,
  branchPoints: 0,
  versionPoints: 0,
  sidechains: 0,
  toolCalls: 0,
}

import type { Block, Conversation, BranchPoint, Observation, Role, Segment, TreeNode } from '../../src/domain/model.ts'
import { grow, type Child } from '../../src/domain/tree/growth.ts'
import { newConversation } from '../../src/domain/messages/newConversation.ts'
import { contentHash } from '../../src/domain/tree/pathHash.ts'
import type { Unplaced } from '../../src/domain/tree/placement.ts'

/** A tree held in memory, grown by the domain's own functions: what stores and queries are compared with. */
export interface DrawnTree {
  readonly nodes: Map<string, TreeNode>
  readonly segments: Map<string, Segment>
  readonly junctions: Map<string, BranchPoint>
  readonly conversations: Map<string, Conversation>
}

/** How a node of a drawing is made: `role`, its message, its blocks and the conversation that records it. */
export interface Made {
  readonly role?: Role
  readonly message?: string
  readonly blocks?: readonly Block[]
  readonly answerId?: string
  readonly conversation?: string
  readonly kind?: Observation['kind']
}

let clock = 0
const instant = () => `2026-01-01T00:00:00.${String(++clock).padStart(9, '0')}Z`

/** Returns a node that is not in a tree yet. */
export function unplaced(id: string, made: Made = {}): Unplaced {
  const conversationId = made.conversation ?? 'c'
  const kind = made.kind ?? 'TURN'
  const content = {
    kind,
    role: kind === 'TURN' ? (made.role ?? 'USER') : null,
    senderId: null,
    senderKind: null,
    blocks: made.blocks ?? [{ type: 'text' as const, text: id }],
    marker: null,
    salt: null,
  }
  const at = instant()
  return {
    id,
    conversationId,
    messageId: kind === 'TURN' ? `${conversationId}:${made.message ?? id}` : null,
    externalId: null,
    ...content,
    model: null,
    usage: made.answerId ? { answerId: made.answerId } : null,
    runId: null,
    branchId: null,
    sourceKind: null,
    priority: 100,
    fields: {},
    metadata: {},
    observedAt: at,
    ingestedAt: at,
    copyOf: null,
    restates: null,
    contentHash: contentHash(content),
    place: null,
  }
}

/** Returns an empty drawing. */
export function emptyTree(): DrawnTree {
  return { nodes: new Map(), segments: new Map(), junctions: new Map(), conversations: new Map() }
}

/** Adds a node below a parent (null: a root) as the product would, and returns it. */
export function put(tree: DrawnTree, id: string, parentId: string | null, made: Made = {}): TreeNode {
  const conversationId = made.conversation ?? 'c'
  const conversation = tree.conversations.get(conversationId) ?? newConversation(conversationId, instant())
  const parent = parentId === null ? null : (tree.nodes.get(parentId) as TreeNode)
  const segment = parent && (tree.segments.get(parent.place.segmentId) as Segment)
  const jumped = segment?.jump ? (tree.segments.get(segment.jump.segmentId) ?? null) : null
  const key = `${conversationId} ${parentId}`
  const ground = parent &&
    segment && {
      parent,
      segment,
      jumped,
      junction: tree.junctions.get(key) ?? null,
      onlyChild: onlyChild(tree, parent, conversationId),
      lastBend: tree.nodes.get(parent.place.bendId ?? '') ?? null,
      earlier: null,
    }
  const child = { node: unplaced(id, made), supersedesId: null }
  const grown = grow(conversation, ground, child, () => `s${tree.segments.size}`)
  tree.nodes.set(id, grown.node)
  tree.segments.set(grown.segment.value.id, grown.segment.value)
  if (grown.junction) tree.junctions.set(key, grown.junction)
  tree.conversations.set(conversationId, grown.conversation)
  return grown.node
}

function onlyChild(tree: DrawnTree, parent: TreeNode, conversationId: string): Child | null {
  const children = childrenOf(tree, parent.id).filter((node) => node.conversationId === conversationId)
  return children.length === 1 && children[0] ? { observation: children[0], supersedesId: null } : null
}

/** Returns a tree from a drawing: `a  b<a  c<b  d<a` is child<parent, parents first; a name alone is a root. */
export function tree(drawing: string, made: Record<string, Made> = {}): DrawnTree {
  const drawn = emptyTree()
  for (const word of drawing.trim().split(/\s+/)) {
    const [id = '', parent = null] = word.split('<')
    put(drawn, id, parent, made[id])
  }
  return drawn
}

// ---- plain, slow definitions: the judge of everything fast

/** Returns the path to a node by walking parents: root first, itself last. */
export function pathOf(drawn: DrawnTree, id: string): TreeNode[] {
  const path: TreeNode[] = []
  for (let at: string | null = id; at !== null;) {
    const node: TreeNode = drawn.nodes.get(at) as TreeNode
    path.unshift(node)
    at = node.place.parentId
  }
  return path
}

/** Returns the children of a node in the order in which they were stored. */
export function childrenOf(drawn: DrawnTree, id: string | null): TreeNode[] {
  return [...drawn.nodes.values()].filter((node) => node.place.parentId === id)
}

/** Returns the deepest common node of two paths, or null. */
export function commonOf(drawn: DrawnTree, a: string, b: string): TreeNode | null {
  const other = new Set(pathOf(drawn, b).map((node) => node.id))
  return pathOf(drawn, a).findLast((node) => other.has(node.id)) ?? null
}

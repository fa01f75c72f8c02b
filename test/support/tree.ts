import type {
  Block,
  Conversation,
  BranchPoint,
  Instant,
  Observation,
  Role,
  Segment,
  TreeNode,
} from '../../src/domain/model.ts'
import { grow, type Grown } from '../../src/domain/tree/growth.ts'
import { messageId } from '../../src/domain/ids.ts'
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

/** What is said of a node that is made here; all else of it is the same for all. */
interface Said {
  readonly id: string
  readonly conversationId: string
  readonly turnId: string
  readonly kind: Observation['kind']
  readonly role: Role
  readonly blocks: readonly Block[]
  readonly at: Instant
}

/** Returns a node that is in no tree yet, with the hash of its content. */
export function newNode({ id, conversationId, turnId, kind, blocks, at, role }: Said): Unplaced {
  const isOfMessage = kind === 'TURN' || kind === 'CORRECTION'
  const said = { kind, role: isOfMessage ? role : null, senderId: null, senderKind: null, blocks }
  const content = { ...said, marker: null, salt: null }
  return {
    ...{ id, conversationId, ...content },
    messageId: isOfMessage ? messageId(conversationId, turnId) : null,
    externalId: null,
    model: null,
    usage: null,
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

/** Returns a node of a drawing that is not in a tree yet. */
export function unplaced(id: string, made: Made = {}): Unplaced {
  const { conversation: conversationId = 'c', message: turnId = id, role = 'USER', kind = 'TURN' } = made
  const blocks = made.blocks ?? [{ type: 'text' as const, text: id }]
  const node = newNode({ id, conversationId, turnId, kind, role, blocks, at: instant() })
  return { ...node, usage: made.answerId ? { answerId: made.answerId } : null }
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
  const grown = grownBelow(tree, conversation, parent, unplaced(id, made), () => `s${tree.segments.size}`)
  tree.nodes.set(id, grown.node)
  tree.segments.set(grown.segment.value.id, grown.segment.value)
  if (grown.junction) tree.junctions.set(junctionKey(conversationId, grown.junction.parentId), grown.junction)
  tree.conversations.set(conversationId, grown.conversation)
  return grown.node
}

/** Where a node grows, whoever keeps it. */
interface Ground {
  readonly nodes: ReadonlyMap<string, Observation>
  readonly segments: ReadonlyMap<string, Segment>
  readonly junctions: ReadonlyMap<string, BranchPoint>
}

export const junctionKey = (conversationId: string, parentId: string): string => `${conversationId} ${parentId}`

/** Returns what the product makes of a node below a parent (null: a root); nothing is put into the tree. */
export function grownBelow(
  { nodes, segments, junctions }: Ground,
  conversation: Conversation,
  parent: TreeNode | null,
  node: Unplaced,
  newSegmentId: () => string,
  others?: readonly TreeNode[],
): Grown {
  const child = { node, supersedesId: null }
  if (parent === null) return grow(conversation, null, child, newSegmentId, others)
  const segment = segments.get(parent.place.segmentId)
  if (!segment) throw new Error(`The segment of "${parent.id}" is not there.`)
  const children = [...nodes.values()].filter(
    (it) => it.conversationId === conversation.id && it.place?.parentId === parent.id,
  )
  const ground = {
    ...{ parent, segment, earlier: null },
    jumped: segments.get(segment.jump?.segmentId ?? '') ?? null,
    junction: junctions.get(junctionKey(conversation.id, parent.id)) ?? null,
    onlyChild: children.length === 1 && children[0] ? { observation: children[0], supersedesId: null } : null,
    lastBend: (nodes.get(parent.place.bendId ?? '') ?? null) as TreeNode | null,
  }
  return grow(conversation, ground, child, newSegmentId, others)
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

/** Returns all above something with itself, by a walk from parent to parent: the root first. */
export function upFrom<T>(end: T | null, parentOf: (one: T) => T | null): T[] {
  const path: T[] = []
  for (let at = end; at !== null; at = parentOf(at)) path.unshift(at)
  return path
}

/** Returns the path to a node, root first, itself last. */
export function pathOf({ nodes }: Pick<Ground, 'nodes'>, id: string): TreeNode[] {
  const at = (id: string | null) => (nodes.get(id ?? '') ?? null) as TreeNode | null
  return upFrom(at(id), ({ place }) => at(place.parentId))
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

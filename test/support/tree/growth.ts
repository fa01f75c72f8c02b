/** What the product makes of a node below its parent: what drawings and worlds grow by, so that stores are given what they would be given. */
import type {
  Block,
  BranchPoint,
  Conversation,
  Instant,
  Observation,
  Role,
  Segment,
  TreeNode,
} from '../../../src/domain/model.ts'
import type { SegmentChange } from '../../../src/domain/changes.ts'
import { messageId } from '../../../src/domain/ids.ts'
import { grow, type Grown } from '../../../src/domain/tree/growth.ts'
import { contentHash } from '../../../src/domain/tree/pathHash.ts'
import type { Unplaced } from '../../../src/domain/tree/placement.ts'
import { childrenOf, type PlainTree } from './plainTree.ts'

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

/** A tree in memory with what the product derives of it: what stores and queries are compared with. */
export interface GrownTree<N extends Observation = Observation> extends PlainTree<N, Conversation> {
  readonly observations: Map<string, N>
  readonly segments: Map<string, Segment>
  /** By conversation and parent. */
  readonly junctions: Map<string, BranchPoint>
  readonly conversations: Map<string, Conversation>
}

/** Returns a tree of nothing. */
export function emptyTree<N extends Observation = TreeNode>(): GrownTree<N> {
  return { observations: new Map(), segments: new Map(), junctions: new Map(), conversations: new Map() }
}

interface Growth<N> {
  readonly observations: readonly N[]
  readonly segments: readonly SegmentChange[]
  readonly junctions: readonly BranchPoint[]
  readonly conversations: readonly Conversation[]
}

/** Puts into a tree what it grew by. */
export function putGrown<N extends Observation>(tree: GrownTree<N>, growth: Growth<N>): void {
  for (const it of growth.observations) tree.observations.set(it.id, it)
  for (const { value } of growth.segments) tree.segments.set(value.id, value)
  for (const it of growth.junctions) tree.junctions.set(junctionKey(it.conversationId, it.parentId), it)
  for (const it of growth.conversations) tree.conversations.set(it.id, it)
}

const junctionKey = (conversationId: string, parentId: string): string => `${conversationId} ${parentId}`

/** Returns what the product makes of a node below a parent (null: a root); nothing is put into the tree. */
export function grownBelow(
  { observations, segments, junctions }: GrownTree,
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
  const [only, ...more] = childrenOf({ observations }, parent.id).filter((it) => it.conversationId === conversation.id)
  const ground = {
    ...{ parent, segment, earlier: null },
    jumped: segments.get(segment.jump?.segmentId ?? '') ?? null,
    junction: junctions.get(junctionKey(conversation.id, parent.id)) ?? null,
    onlyChild: only && more.length === 0 ? { observation: only, supersedesId: null } : null,
    lastBend: (observations.get(parent.place.bendId ?? '') ?? null) as TreeNode | null,
  }
  return grow(conversation, ground, child, newSegmentId, others)
}

import type { Block, Observation, Role, TreeNode } from '../../../src/domain/model.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import type { Unplaced } from '../../../src/domain/tree/placement.ts'
import { emptyTree, grownBelow, newNode, putGrown, type GrownTree } from './growth.ts'

/** A tree that was drawn. */
export type DrawnTree = GrownTree<TreeNode>

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

/** Returns a node of a drawing that is not in a tree yet. */
export function unplaced(id: string, made: Made = {}): Unplaced {
  const { conversation: conversationId = 'c', message: turnId = id, role = 'USER', kind = 'TURN' } = made
  const blocks = made.blocks ?? [{ type: 'text' as const, text: id }]
  const node = newNode({ id, conversationId, turnId, kind, role, blocks, at: instant() })
  return { ...node, usage: made.answerId ? { answerId: made.answerId } : null }
}

/** Adds a node below a parent (null: a root) as the product would, and returns it. */
export function put(tree: DrawnTree, id: string, parentId: string | null, made: Made = {}): TreeNode {
  const conversationId = made.conversation ?? 'c'
  const conversation = tree.conversations.get(conversationId) ?? newConversation(conversationId, instant())
  const parent = parentId === null ? null : (tree.observations.get(parentId) as TreeNode)
  const grown = grownBelow(tree, conversation, parent, unplaced(id, made), () => `s${tree.segments.size}`)
  putGrown(tree, {
    observations: [grown.node],
    segments: [grown.segment],
    junctions: grown.junction === null ? [] : [grown.junction],
    conversations: [grown.conversation],
  })
  return grown.node
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

import { callIds, label, previewLength } from '../messages/blocks.ts'
import { firstChild, grown, wayOf, withChild } from './junctions.ts'
import { isMessageOf } from '../ids.ts'
import type { Conversation, ConversationId, BranchPoint, Observation, Segment, SegmentId, TreeNode } from '../model.ts'
import type { SegmentChange } from '../changes.ts'
import type { AnswerUsage } from '../usage/pathUsage.ts'
import { placeAfter, type Unplaced } from './placement.ts'
import { untitled } from '../prompts/title.ts'
import { advanced, continuesSegment, opened } from './segments.ts'

/** What must be known of a parent to store below it in one conversation. */
export interface ParentPlace {
  readonly parent: TreeNode
  /** The parent's segment, with its present tip. */
  readonly segment: Segment
  /** The segment that its jump names. */
  readonly jumped: Segment | null
  /** The parent's junction in this conversation; null while it has at most one child there. */
  readonly junction: BranchPoint | null
  /** Its one child there, when it has exactly one and no junction yet. */
  readonly onlyChild: Child | null
  /** The bend that the parent names, where the new node is one too; else it need not be known. */
  readonly lastBend: TreeNode | null
  /** What parts of the node's answer count that stand farther up the path than its sums know; null: none does. */
  readonly earlier: AnswerUsage | null
}
export interface Child {
  readonly observation: Observation
  readonly supersedesId: string | null
}

/** What a node of one conversation's tree adds, as values to be written. */
export interface Grown {
  readonly node: TreeNode
  readonly segment: SegmentChange
  readonly junction: BranchPoint | null
  readonly conversation: Conversation
}

/** Returns the node placed below its parent (null: a new root) with everything that is derived from it, the head aside. */
export function grow(
  conversation: Conversation,
  parentPlace: ParentPlace | null,
  child: { readonly node: Unplaced; readonly supersedesId: string | null },
  newSegmentId: () => SegmentId,
  others: readonly TreeNode[] = [],
): Grown {
  const { node, supersedesId } = child
  const end = parentPlace && {
    segment: parentPlace.segment,
    place: parentPlace.parent.place,
    recordedIn: parentPlace.parent.conversationId,
  }
  const goesOn = end !== null && continuesSegment(end, conversation.id)
  const segmentId = goesOn ? end.segment.id : newSegmentId()
  const hashes = others.map((other) => ({ id: other.id, pathHash: other.place.pathHash }))
  const { parent = null, lastBend = null, earlier = null } = parentPlace ?? {}
  const place = placeAfter(parent, node, segmentId, hashes, lastBend, earlier)
  const tip = { id: node.id, depth: place.depth, at: node.ingestedAt }
  const segment = goesOn
    ? advanced(end.segment, tip)
    : opened(segmentId, conversation.id, end, parentPlace?.jumped ?? null, tip)
  const way = wayOf(node, parent, supersedesId)
  const { before, after } = junctionsOf(conversation, parentPlace, goesOn, way)
  const growth = { isRoot: parentPlace === null, before, after, toolCalls: callIds(node.blocks).length }
  return {
    node: { ...node, place },
    segment: { isNew: !goesOn, value: segment },
    junction: after,
    conversation: {
      ...(conversation.undated === true && hasOwnTime(node) ? datedFromNowOn(conversation) : conversation),
      shape: grown(conversation.shape, growth),
      activityAt: activity(conversation, node),
      showsOthers: conversation.showsOthers || isOfOthers(node, conversation.id),
    },
  }
}

/** Says whether a node recorded in a conversation is a copy of another one's turn. */
export function isOfOthers(
  { copyOf, messageId }: Pick<Observation, 'copyOf' | 'messageId'>,
  conversationId: ConversationId,
): boolean {
  return copyOf !== null && messageId !== null && !isMessageOf(messageId, conversationId)
}

/** An inherited parent keeps its junction from the first child on, since its segment's tip says nothing here. */
function junctionsOf(
  conversation: Conversation,
  parentPlace: ParentPlace | null,
  goesOn: boolean,
  way: string | null,
): { before: BranchPoint | null; after: BranchPoint | null } {
  if (parentPlace === null || goesOn) return { before: null, after: null }
  const { parent, junction, onlyChild } = parentPlace
  const known =
    junction ??
    (onlyChild && firstChild(conversation.id, parent.id, wayOf(onlyChild.observation, parent, onlyChild.supersedesId)))
  return { before: junction, after: known ? withChild(known, way) : firstChild(conversation.id, parent.id, way) }
}

/** Says whether a turn's time is its own: it was stored as it was said, or its file says when that was. */
export function hasOwnTime(node: Pick<Observation, 'kind' | 'sourceKind' | 'observedAt' | 'ingestedAt'>): boolean {
  return node.kind === 'TURN' && (node.sourceKind === null || node.observedAt !== node.ingestedAt)
}

function datedFromNowOn({ undated: _, ...conversation }: Conversation): Conversation {
  return conversation
}

function activity(conversation: Conversation, node: Unplaced): string {
  if (node.kind !== 'TURN' || node.copyOf !== null) return conversation.activityAt
  const none = conversation.activityAt === conversation.createdAt
  return none || node.observedAt > conversation.activityAt ? node.observedAt : conversation.activityAt
}

/** Says whether what a conversation shows of its path is all its own: then the writes that change it keep it. */
export function keepsText({ forkedFrom, showsOthers }: Conversation): boolean {
  return forkedFrom === null && !showsOthers
}

/** Returns the conversation as it is stored: where what it shows is not all its own, it has no preview, which is derived when it is read. */
export function withoutDerived(conversation: Conversation): Conversation {
  return keepsText(conversation) ? conversation : { ...conversation, preview: '' }
}

/** What a conversation shows of the path to its head. */
export interface HeadText {
  /** What its first prompts call it (`titleSearch`); null: nothing does. */
  readonly title: string | null
  /** Text of the last numbered turn. */
  readonly preview: string | null
}

/** Returns the conversation with its head at `head` and what is derived from that. */
export function withHead(conversation: Conversation, head: TreeNode | null, text: HeadText): Conversation {
  return {
    ...conversation,
    headId: head?.id ?? null,
    turnCount: head?.place.turns ?? 0,
    derivedTitle: text.title ?? untitled,
    preview: text.preview === null ? '' : label(text.preview, previewLength),
  }
}

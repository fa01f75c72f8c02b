import type {
  Conversation,
  EventId,
  Marker,
  Message,
  NewEvent,
  Segment,
  TreeNode,
  ConversationId,
} from '../../../domain/model.ts'
import type { Changes } from '../../../domain/changes.ts'
import { grow, type ParentPlace } from '../../../domain/tree/growth.ts'
import { endsOf, fitted } from '../../../domain/context/markerEnds.ts'
import { contentHash, sha256 } from '../../../domain/tree/pathHash.ts'
import { answerToSeek } from '../../../domain/usage/pathUsage.ts'
import { ingestedAfter, willBend, type Unplaced } from '../../../domain/tree/placement.ts'
import type { Identity } from '../../../domain/records/relationship.ts'
import type { Frontier } from '../../../storage/graphStore.ts'
import type { Scope } from '../../scope.ts'
import { atHead } from '../../read/titles/titleAndPreview.ts'
import { commonNode, forkPoint, isOnPath, nodeAt, segment, asTreeNode } from '../../read/paths.ts'
import type { Reads } from '../../read/reads.ts'
import { earlierParts, namesOfFailures } from './usageDelta.ts'
import { ChangeSet, overlay, valuesOf } from './changeSet.ts'
import { aboveMarker } from '../../read/aboveMarker.ts'
import { newConversation } from '../../../domain/messages/newConversation.ts'
import { mustBeLive, mustFind } from '../../../domain/refusals.ts'
import { checkId } from '../checks.ts'
import { newEvent } from './additions.ts'

/**
 * One conversation as a command changes it, before anything is written. Reads through it see what it holds already,
 * so a batch decides each turn on the ones before.
 */
export interface Draft {
  conversation: Conversation
  head: TreeNode | null
  readonly before: Frontier | null
  readonly isNew: boolean
  readonly reads: Reads
  /** What is written with the conversation; drafts of one write may share it. */
  readonly changes: ChangeSet
  readonly events: NewEvent[]
  /** The edges that its turns make, to be found all at once: see `addRelationships`. */
  readonly edges: Identity[]
}

/**
 * Returns a draft of a conversation as it stands (`before`), or of one that is to be created. `shared`: what other drafts of
 * the same write change as well, and the scope's reads see.
 */
export function createDraft(
  scope: Scope,
  before: Frontier | null,
  conversation: Conversation,
  head: TreeNode | null,
  shared?: ChangeSet,
): Draft {
  const changes = shared ?? new ChangeSet()
  const reads = shared ? scope.reads : overlay(scope.reads, changes)
  const draft: Draft = { conversation, head, before, isNew: before === null, reads, changes, events: [], edges: [] }
  changes.conversations.set(conversation.id, draft)
  if (before?.head) changes.heads.set(before.head.id, before.head)
  if (before?.segment) changes.tips.set(before.segment.id, before.segment)
  return draft
}

/** Adds a node below `parent` (null: a new root) and moves nothing else; a join has other parents as well. */
export async function addNode(
  scope: Scope,
  draft: Draft,
  parent: TreeNode | null,
  unplaced: Unplaced,
  supersedesId: string | null = null,
  others: readonly TreeNode[] = [],
): Promise<TreeNode> {
  const made = unplaced.marker === null ? unplaced : await withEnds(draft.reads, parent, unplaced, unplaced.marker)
  const node = parent === null ? made : ingestedAfter(made, [parent, ...others])
  const parentPlace = parent === null ? null : await parentPlaceOf(scope, draft, parent, node)
  const names = await namesOfFailures(draft.reads, parent, node)
  if (names.size > 0) draft.changes.names.set(node.id, names)
  const growth = grow(draft.conversation, parentPlace, { node, supersedesId }, scope.fresh.segmentId, others)
  draft.conversation = growth.conversation
  draft.changes.putObservation(growth.node)
  draft.changes.answers.add(growth.node)
  draft.changes.putSegment(growth.segment)
  if (growth.junction) draft.changes.putJunction(growth.junction)
  return growth.node
}

/** Returns a marker, or the copy of one, whose content hash covers what it hides of the path to `parent`. */
async function withEnds(reads: Reads, parent: TreeNode | null, node: Unplaced, input: Marker): Promise<Unplaced> {
  const marker = fitted(input, parent?.place.depth ?? -1)
  const ends = endsOf(marker, await aboveMarker(reads, parent, marker))
  const whole = { ...node, marker: { ...marker, ends } }
  return { ...whole, contentHash: contentHash(whole) }
}

/** Reads what storing below a parent takes: nothing where the parent is the tip of its segment here. */
async function parentPlaceOf(scope: Scope, draft: Draft, parent: TreeNode, node: Unplaced): Promise<ParentPlace> {
  const { reads, conversation } = draft
  const { bendId } = parent.place
  const lastBend = bendId !== null && willBend(parent, node) ? asTreeNode(await reads.observation(bendId)) : null
  const answer = answerToSeek(parent.place.usage, node)
  const earlier = answer === null ? null : await earlierParts(scope, draft, parent, answer)
  const own = await reads.segmentNow(parent.place.segmentId)
  const isTip = parent.conversationId === conversation.id && own.tipDepth === parent.place.depth
  if (isTip) return { parent, segment: own, jumped: null, junction: null, onlyChild: null, lastBend, earlier }
  const jumped = own.jump === null ? null : await segment(reads, own.jump.segmentId)
  const nothingHere =
    conversation.shape.nodes === parent.place.depth + 1 && conversation.forkedFrom?.observationId === parent.id
  const junction = nothingHere ? null : await reads.junction(conversation.id, parent.id)
  const onlyChild = junction ? null : await onlyChildOf(draft, parent)
  return { parent, segment: own, jumped, junction, onlyChild, lastBend, earlier }
}

/** The one child that a node without a junction has here: the next of its segment, or of the inherited path. */
async function onlyChildOf(draft: Draft, parent: TreeNode): Promise<ParentPlace['onlyChild']> {
  const { reads, conversation } = draft
  const depth = parent.place.depth + 1
  const inherited = parent.conversationId !== conversation.id
  const point = inherited ? await forkPoint(draft) : null
  const next = inherited
    ? point && (await nodeAt(reads, point, 'depth', depth))
    : (await reads.range({ segmentId: parent.place.segmentId, axis: 'depth', from: depth, to: depth }))[0]
  if (!next) return null
  const message: Message | null = next.messageId === null ? null : await reads.message(next.messageId)
  return { observation: next, supersedesId: message?.supersedesId ?? null }
}

/** Moves the head, with title, preview and counts. */
export async function moveHead(draft: Draft, to: TreeNode | null): Promise<void> {
  draft.conversation = await atHead(draft, to)
  draft.head = to
}

/** Returns how many turns of any role of the transcript are not on the path to `to` any more. */
export async function leaving(draft: Draft, to: TreeNode | null): Promise<number> {
  const { head, reads } = draft
  if (head === null) return 0
  if (to === null) return head.place.entries
  if (to.id === head.id) return 0
  if (await isOnPath(reads, to, head)) return head.place.entries - to.place.entries
  const common = await commonNode(reads, head, to)
  return head.place.entries - (common?.place.entries ?? 0)
}

/** Returns everything that drafts want written, as one change. */
export function changesOf(drafts: readonly Draft[]): Changes {
  const [first, ...rest] = drafts.flatMap((draft) => draft.events)
  if (!first) throw new Error('A change without an event.')
  return {
    events: [first, ...rest],
    conversations: drafts.map((draft) => ({
      expected: draft.before?.conversation.version ?? null,
      value: versioned(draft, first.id),
    })),
    key: null,
    rawChunks: [],
    ...valuesOf([...new Set(drafts.map((draft) => draft.changes))]),
  }
}

/**
 * Each write raises the version by a number of its own. What is decided on a write that is still under way expects that
 * one's version: another process's write, which came in its place, must not have the same.
 */
function versioned(draft: Draft, attempt: EventId): Conversation {
  const step = 1 + (Number.parseInt(sha256(attempt).slice(0, 8), 16) >>> 10)
  return { ...draft.conversation, version: (draft.before?.conversation.version ?? 0) + step }
}

/** Returns the conversations as they will stand once the drafts are written, where the draft knows. */
export function afterOf(drafts: readonly Draft[]): Map<string, Frontier> {
  const after = new Map<string, Frontier>()
  const [first] = drafts.flatMap((draft) => draft.events)
  for (const draft of drafts) {
    const segment = headSegment(draft)
    if (first && segment !== undefined)
      after.set(draft.conversation.id, { conversation: versioned(draft, first.id), head: draft.head, segment })
  }
  return after
}

function headSegment({ head, changes, before }: Draft): Segment | null | undefined {
  if (head === null) return null
  const known = changes.segments.get(head.place.segmentId)?.value
  return known ?? (before?.segment?.id === head.place.segmentId ? before.segment : undefined)
}

/** Returns a draft of a conversation that there is; refuses an unknown or deleted one. */
export function draftOf(scope: Scope, id: ConversationId, laneFrontier: Frontier | null): Draft {
  const frontier = mustFind(laneFrontier, 'Conversation', id)
  return createDraft(scope, frontier, mustBeLive(frontier.conversation), asTreeNode(frontier.head))
}

/** Returns a draft of a conversation, of a new one when there is none of that id; refuses a deleted one. */
export function openDraft(scope: Scope, id: ConversationId, frontier: Frontier | null): Draft {
  if (frontier !== null) return draftOf(scope, id, frontier)
  const draft = createDraft(scope, null, newConversation(checkId(id, 'conversationId'), scope.fresh.now()), null)
  draft.events.push(newEvent(scope, 'CREATE', id))
  return draft
}

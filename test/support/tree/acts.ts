/** Acts on the tree of a world: conversations, turns, forks, and heads that move. */
import { anonymous, type Principal } from '../../../src/domain/access/principal.ts'
import type { Changes } from '../../../src/domain/changes.ts'
import { forkOf, newConversation } from '../../../src/domain/messages/newConversation.ts'
import type {
  Block,
  Conversation,
  EventKind,
  HeadMove,
  Instant,
  Message,
  Observation,
  ObservationKind,
  Role,
  TreeNode,
  Usage,
} from '../../../src/domain/model.ts'
import { withHead } from '../../../src/domain/tree/growth.ts'
import { emptyPathHash } from '../../../src/domain/tree/pathHash.ts'
import type { Unplaced } from '../../../src/domain/tree/placement.ts'
import { event } from '../changes.ts'
import { known, nextVersion, write, type World } from '../world.ts'
import { grownBelow, newNode } from './growth.ts'

/** Adds an empty conversation. */
export function converse(world: World, id: string, given: Partial<Conversation> = {}): Conversation {
  return act(world, newConversation(id, world.now(), given), 'CREATE')
}

export interface Turn {
  /** Left out: the head. */
  readonly parent?: TreeNode | null
  readonly turnId?: string
  readonly role?: Role
  readonly kind?: ObservationKind
  readonly blocks?: readonly Block[]
  readonly usage?: Usage
  readonly observedAt?: Instant
  readonly externalId?: string | null
  /** The other parents of a join. */
  readonly others?: readonly TreeNode[]
}

/** Stores a node of the tree and moves the head to it. */
export function store(world: World, conversationId: string, turn: Turn = {}): TreeNode {
  const conversation = known(world.conversations, conversationId)
  const parent = turn.parent === undefined ? headOf(world, conversationId) : turn.parent
  const node = observation(world, conversationId, turn)
  const grown = grownBelow(world, conversation, parent, node, () => `s-${world.id()}`, turn.others)
  const moved = withHead(grown.conversation, grown.node, { title: null, preview: null })
  const message = withObservation(world, grown.node)
  act(world, moved, 'STORE', {
    observations: [grown.node],
    messages: message === null ? [] : [{ isNew: !world.messages.has(message.id), value: message }],
    segments: [grown.segment],
    junctions: grown.junction === null ? [] : [grown.junction],
    head: { from: conversation.headId, to: grown.node.id },
  })
  return grown.node
}

/** Stores an observation outside the tree. */
export function correct(world: World, message: Message, kind: ObservationKind = 'CORRECTION'): Observation {
  const { conversationId } = message
  const stored = { ...observation(world, conversationId, { kind, role: message.role }), messageId: message.id }
  const conversation = known(world.conversations, conversationId)
  act(world, conversation, 'CORRECT', { observations: [stored] })
  return stored
}

/** Forks at a node (null: the empty path). The source gets an event and nothing else. */
export function fork(world: World, sourceId: string, at: TreeNode | null, id: string): Conversation {
  const eventId = world.idOf('e')
  const pathHash = at?.place.pathHash ?? emptyPathHash
  const from = { conversationId: sourceId, observationId: at?.id ?? null, turn: at?.place.turn ?? null, pathHash }
  const forked = forkOf(known(world.conversations, sourceId), at, { ...from, eventId }, { id, createdAt: world.now() })
  return act(world, forked, 'FORK', { eventId, alsoIn: sourceId, head: { from: null, to: forked.headId } })
}

/** Moves the head. */
export function rewind(world: World, conversationId: string, to: TreeNode | null): Conversation {
  const conversation = known(world.conversations, conversationId)
  const moved = withHead(conversation, to, { title: null, preview: null })
  return act(world, moved, 'REWIND', { head: { from: conversation.headId, to: to?.id ?? null } })
}

/** Names the head of a conversation. */
export function checkpoint(world: World, conversationId: string): Conversation {
  return act(world, known(world.conversations, conversationId), 'CHECKPOINT')
}

/** Changes members of a conversation. */
export function update(world: World, id: string, given: Partial<Conversation>): Conversation {
  return act(world, { ...known(world.conversations, id), ...given }, 'UPDATE')
}

/** Returns the head of a conversation. */
export function headOf(world: World, conversationId: string): TreeNode | null {
  const { headId } = known(world.conversations, conversationId)
  return headId === null ? null : (known(world.observations, headId) as TreeNode)
}

function observation(world: World, conversationId: string, turn: Turn): Unplaced {
  const { role = 'USER', kind = 'TURN', usage = null, externalId = null } = turn
  const [id, at] = [world.idOf('o'), world.now()]
  const { turnId = id, blocks = [textBlock(`text of ${id}`)], observedAt = at } = turn
  const node = newNode({ id, conversationId, turnId, kind, role, blocks, at })
  return { ...node, priority: 0, usage, externalId, observedAt }
}

export const textBlock = (text: string): Block => ({ type: 'text', text })

/** Returns a turn's message with one more observation; its latest is the newest by its own time, of equal ones the one of the smaller id. */
function withObservation(world: World, node: TreeNode): Message | null {
  if (node.messageId === null) return null
  const earlier = world.messages.get(node.messageId)
  const { id: latestId, observedAt: latestAt } = node
  if (!earlier) {
    const { messageId: id, conversationId, role, ingestedAt: createdAt } = node
    const turnId = id.slice(id.indexOf(':') + 1)
    const identity = { id, conversationId, turnId, role: role ?? 'USER', createdAt }
    return {
      ...identity,
      deleted: false,
      latestId,
      latestAt,
      observationCount: 1,
      supersedesId: null,
      overlay: null,
      others: [],
      restated: null,
    }
  }
  const isLatest = latestAt > earlier.latestAt || (latestAt === earlier.latestAt && latestId < earlier.latestId)
  const counted = { ...earlier, observationCount: earlier.observationCount + 1 }
  return isLatest ? { ...counted, latestId, latestAt } : counted
}

interface Acted extends Partial<Pick<Changes, 'observations' | 'messages' | 'segments' | 'junctions'>> {
  readonly eventId?: string
  readonly head?: HeadMove
  /** A conversation that gets the event as well. */
  readonly alsoIn?: string
}

/** Who does what is done, in turns: nobody known among them. */
const someone: readonly (Principal | null)[] = [
  anonymous,
  null,
  { kind: 'KEY', id: 'k', label: 'ci', scopes: ['READ', 'WRITE'] },
]

function act(
  world: World,
  conversation: Conversation,
  kind: EventKind,
  { eventId, head, alsoIn, ...given }: Acted = {},
): Conversation {
  const changed = nextVersion(world.conversations, conversation.id, conversation)
  const said = { kind, at: world.now(), principal: someone[world.events.length % someone.length] ?? null }
  const id = world.idOf('e')
  const own = event(eventId ?? id, conversation.id, { ...said, head: head ?? null })
  const others = alsoIn === undefined ? [] : [event(world.idOf('e'), alsoIn, said)]
  write(world, [own, ...others], { ...given, conversations: [changed] })
  return changed.value
}

/**
 * A plain graph in memory, grown with the domain's own functions: what a store must answer. Every act also leaves the
 * Changes that tell a store of it.
 */
import { anonymous, type Principal } from '../../src/domain/access/principal.ts'
import type {
  Block,
  Conversation,
  Event,
  EventKind,
  HeadMove,
  Instant,
  BranchPoint,
  Message,
  NewEvent,
  Observation,
  ObservationKind,
  Role,
  Segment,
  TreeNode,
  Usage,
} from '../../src/domain/model.ts'
import { type Changes, noRecords } from '../../src/domain/changes.ts'
import { withHead } from '../../src/domain/tree/growth.ts'
import { instantOf } from '../../src/domain/instants.ts'
import { forkOf, newConversation } from '../../src/domain/messages/newConversation.ts'
import { emptyPathHash } from '../../src/domain/tree/pathHash.ts'
import type { Unplaced } from '../../src/domain/tree/placement.ts'
import type { Annotations } from '../../src/domain/messages/annotation.ts'
import { type Attachment } from '../../src/domain/records/attachment.ts'
import type { EntityType, Entity } from '../../src/domain/records/entity.ts'
import { type Run } from '../../src/domain/records/run.ts'
import { type Relationship } from '../../src/domain/records/relationship.ts'
import { type Fact } from '../../src/domain/messages/snapshot.ts'
import { randomFrom } from './random.ts'
import { grownBelow, junctionKey, newNode } from './tree.ts'

export interface World {
  readonly conversations: Map<string, Conversation>
  readonly messages: Map<string, Message>
  readonly observations: Map<string, Observation>
  readonly segments: Map<string, Segment>
  readonly junctions: Map<string, BranchPoint>
  readonly events: Event[]
  readonly entities: Map<string, Entity>
  readonly entityTypes: Map<string, EntityType>
  readonly relationships: Map<string, Relationship>
  readonly facts: Map<string, Fact>
  readonly attachments: Map<string, Attachment>
  readonly annotations: Map<string, Annotations>
  /** By conversation and run id as JSON. */
  readonly runs: Map<string, Run>
  readonly guards: Map<string, number>
  /** One for each act, in order. */
  readonly changes: Changes[]
  readonly id: () => string
  /** Returns an id of an observation or an event. */
  readonly idOf: (kind: 'o' | 'e') => string
  readonly now: () => Instant
}

/** Returns an empty world. Ids are in no order; `ids` are taken before others are made. `ties` acts in a row have the same time. */
export function createWorld({
  seed = 1,
  ties = 1,
  ids = [],
}: { seed?: number; ties?: number; ids?: string[] } = {}): World {
  const random = randomFrom(seed)
  const id = () => Array.from({ length: 4 }, () => random.below(0x10000).toString(16).padStart(4, '0')).join('-')
  let scopes = 0
  return {
    conversations: new Map(),
    messages: new Map(),
    observations: new Map(),
    segments: new Map(),
    junctions: new Map(),
    events: [],
    entities: new Map(),
    entityTypes: new Map(),
    relationships: new Map(),
    facts: new Map(),
    attachments: new Map(),
    annotations: new Map(),
    runs: new Map(),
    guards: new Map(),
    changes: [],
    id,
    idOf: (kind) => ids.shift() ?? `${kind}-${id()}`,
    now: () => instantOf(1_780_000_000_000_000_000n + BigInt(Math.floor(scopes++ / ties)) * 1_001n),
  }
}

/** Adds an empty conversation. */
export function converse(world: World, id: string, given: Partial<Conversation> = {}): Conversation {
  return record(world, newConversation(id, world.now(), given), 'CREATE')
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
  const { observations: nodes, segments, junctions } = world
  const grown = grownBelow(
    { nodes, segments, junctions },
    conversation,
    parent,
    node,
    () => `s-${world.id()}`,
    turn.others,
  )
  const moved = withHead(grown.conversation, grown.node, { title: null, preview: null })
  const message = withObservation(world, grown.node)
  record(world, moved, 'STORE', {
    observations: [grown.node],
    messages: message === null ? [] : [message],
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
  record(world, conversation, 'CORRECT', { observations: [{ ...stored, place: null }] })
  return { ...stored, place: null }
}

/** Forks at a node (null: the empty path). The source gets an event and nothing else. */
export function fork(world: World, sourceId: string, at: TreeNode | null, id: string): Conversation {
  const event = world.idOf('e')
  const pathHash = at?.place.pathHash ?? emptyPathHash
  const from = { conversationId: sourceId, observationId: at?.id ?? null, turn: at?.place.turn ?? null, pathHash }
  const forked = forkOf(
    known(world.conversations, sourceId),
    at,
    { ...from, eventId: event },
    { id, createdAt: world.now() },
  )
  return record(world, forked, 'FORK', { eventId: event, alsoIn: sourceId, head: { from: null, to: forked.headId } })
}

/** Moves the head. */
export function rewind(world: World, conversationId: string, to: TreeNode | null): Conversation {
  const conversation = known(world.conversations, conversationId)
  const moved = withHead(conversation, to, { title: null, preview: null })
  return record(world, moved, 'REWIND', { head: { from: conversation.headId, to: to?.id ?? null } })
}

/** Names the head of a conversation. */
export function checkpoint(world: World, conversationId: string): Conversation {
  return record(world, known(world.conversations, conversationId), 'CHECKPOINT')
}

/** Changes members of a conversation. */
export function update(world: World, id: string, given: Partial<Conversation>): Conversation {
  return record(world, { ...known(world.conversations, id), ...given }, 'UPDATE')
}

/** Returns the head of a conversation. */
export function headOf(world: World, conversationId: string): TreeNode | null {
  const { headId } = known(world.conversations, conversationId)
  return headId === null ? null : (known(world.observations, headId) as TreeNode)
}

/** Returns the value under a key that must be there. */
export function known<T>(values: ReadonlyMap<string, T>, key: string): T {
  const value = values.get(key)
  if (value === undefined) throw new Error(`The world has no "${key}".`)
  return value
}

function observation(world: World, conversationId: string, turn: Turn): Unplaced {
  const { role = 'USER', kind = 'TURN', usage = null, externalId = null } = turn
  const [id, at] = [world.idOf('o'), world.now()]
  const { turnId = id, blocks = [textBlock(`text of ${id}`)], observedAt = at } = turn
  const node = newNode({ id, conversationId, turnId, kind, role, blocks, at })
  return { ...node, priority: 0, usage, externalId, observedAt }
}

export const textBlock = (text: string): Block => ({ type: 'text', text })

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

interface Recorded extends Partial<Pick<Changes, 'observations' | 'segments' | 'junctions'>> {
  readonly eventId?: string
  readonly messages?: readonly Message[]
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

/** Puts what was done into the world and its Changes at the end of the list. */
function record(world: World, conversation: Conversation, kind: EventKind, recorded: Recorded = {}): Conversation {
  const before = world.conversations.get(conversation.id)
  const value = { ...conversation, version: (before?.version ?? 0) + 1 }
  const at = world.now()
  const base = {
    kind,
    at,
    principal: someone[world.events.length % someone.length] ?? null,
    actor: null,
    note: null,
    pathHash: null,
    details: {},
  }
  const id = world.idOf('e')
  const event: NewEvent = { ...base, id: recorded.eventId ?? id, conversationId: value.id, head: recorded.head ?? null }
  const also =
    recorded.alsoIn === undefined ? [] : [{ ...base, id: world.idOf('e'), conversationId: recorded.alsoIn, head: null }]
  const { observations = [], segments = [], junctions = [], messages = [] } = recorded
  world.changes.push({
    events: [event, ...also],
    conversations: [{ expected: before?.version ?? null, value }],
    messages: messages.map((it) => ({ isNew: !world.messages.has(it.id), value: it })),
    observations,
    segments,
    junctions,
    ...{ key: null, rawChunks: [], importMarks: [] },
    ...noRecords,
  })
  world.conversations.set(value.id, value)
  for (const it of messages) world.messages.set(it.id, it)
  for (const it of observations) world.observations.set(it.id, it)
  for (const { value: it } of segments) world.segments.set(it.id, it)
  for (const it of junctions) world.junctions.set(junctionKey(it.conversationId, it.parentId), it)
  for (const it of [event, ...also])
    world.events.push({ ...it, seq: it.conversationId === null ? null : lastSeq(world, it.conversationId) + 1 })
  return value
}

const lastSeq = (world: World, id: string) => world.events.filter((it) => it.conversationId === id).length

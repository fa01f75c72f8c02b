import { parseMessageId } from '../ids.ts'
import type { Instant, JsonObject, Message } from '../model.ts'

/** `type:source:target`, see `relationshipId()`. */
export type RelationshipId = string

/** Either end of a relationship. */
export interface Endpoint {
  readonly kind: EndpointKind
  readonly id: string
}

export type EndpointKind = 'CONVERSATION' | 'MESSAGE' | 'ENTITY' | 'ATTACHMENT'

export const relationshipTypes = [
  ...(['PART_OF', 'REFERS_TO', 'EMBEDS', 'SUPERSEDES'] as const),
  ...(['CORRECTS', 'SETTLES', 'DUPLICATE_OF', 'DEPENDS_ON'] as const),
] as const

export type RelationshipType = (typeof relationshipTypes)[number]

/** One edge. There is one of its identity, live or deleted. */
export interface Relationship {
  readonly id: RelationshipId
  readonly version: number
  readonly type: RelationshipType
  readonly source: Endpoint
  readonly target: Endpoint
  readonly metadata: JsonObject
  readonly createdAt: Instant
  /** Time of its newest observation: what lists are ordered by. */
  readonly changedAt: Instant
  readonly deletedAt: Instant | null
  readonly factCount: number
}

/** What makes an edge the edge that it is. */
export type Identity = Pick<Relationship, 'type' | 'source' | 'target'>
type End = 'source' | 'target'

/** How an edge reads from its source to its target; `otherwise` where the kinds have no words of their own. */
const labels: Readonly<Record<RelationshipType, { readonly otherwise: string; readonly [kinds: string]: string }>> = {
  PART_OF: { otherwise: 'is part of', 'MESSAGE CONVERSATION': 'contains message' },
  REFERS_TO: { otherwise: 'refers to', 'MESSAGE ENTITY': 'discusses', 'CONVERSATION ENTITY': 'discusses' },
  EMBEDS: { otherwise: 'embeds', 'MESSAGE ATTACHMENT': 'has attachment' },
  SUPERSEDES: { otherwise: 'supersedes', 'MESSAGE MESSAGE': 'replaces' },
  CORRECTS: { otherwise: 'corrects' },
  SETTLES: { otherwise: 'settles' },
  DUPLICATE_OF: { otherwise: 'is a duplicate of' },
  DEPENDS_ON: { otherwise: 'depends on' },
}

/** Returns how an edge reads for people. */
export function labelOf({ type, source, target }: Identity): string {
  return labels[type][`${source.kind} ${target.kind}`] ?? labels[type].otherwise
}

/** Types whose edges must not close a cycle (spec N-31). */
const acyclic: ReadonlySet<RelationshipType> = new Set(['PART_OF', 'DEPENDS_ON'])
/** The types whose edges must not close a cycle. */
export const acyclicTypes: readonly RelationshipType[] = [...acyclic]

/** Says whether edges of that type must not close a cycle. */
export function isAcyclic(type: RelationshipType): boolean {
  return acyclic.has(type)
}

/** Says whether two ends are one thing. */
export function isSame(a: Endpoint, b: Endpoint): boolean {
  return a.kind === b.kind && a.id === b.id
}

/**
 * Returns the id of an edge: `type:source:target`, with `%`, `:` and `~` inside the ends' ids percent-encoded. An end
 * whose kind cannot be seen from its id has it before a `~`, for things of two kinds may have equal ids.
 */
export function relationshipId({ type, source, target }: Identity): RelationshipId {
  return `${type}:${endName(type, 'source', source)}:${endName(type, 'target', target)}`
}

/** Returns the type and the ends that an edge's id names, or null when it is no such id. */
export function parseRelationshipId(id: RelationshipId): Identity | null {
  const [type = '', source = '', target, ...more] = id.split(':')
  if (!isType(type) || target === undefined || more.length > 0) return null
  const identity = { type, source: endOf(type, 'source', source), target: endOf(type, 'target', target) }
  return relationshipId(identity) === id ? identity : null
}

function isType(type: string): type is RelationshipType {
  return Object.hasOwn(labels, type)
}

function endName(type: RelationshipType, end: End, { kind, id }: Endpoint): string {
  const name = id.replace(/[%:~]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return kind === usualKind(type, end, id) ? name : `${kind.toLowerCase()}~${name}`
}

function endOf(type: RelationshipType, end: End, text: string): Endpoint {
  const [first = '', second] = text.split('~')
  const id = (second ?? first).replace(/%(25|3A|7E)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return { id, kind: second === undefined ? usualKind(type, end, id) : (first.toUpperCase() as EndpointKind) }
}

/** The kind that an id is taken for when none is written. */
function usualKind(type: RelationshipType, end: End, id: string): EndpointKind {
  if (parseMessageId(id)) return 'MESSAGE'
  if (/^[0-9a-f]{64}$/.test(id)) return 'ATTACHMENT'
  const isConversation = end === 'source' ? type === 'REFERS_TO' : type === 'PART_OF'
  return isConversation ? 'CONVERSATION' : 'ENTITY'
}

/** Says whether an edge is the membership of a message in its conversation, which is kept with the message. */
export function isMembership({ type, source, target }: Identity, message: Message | null): boolean {
  const isOfKinds = type === 'PART_OF' && source.kind === 'MESSAGE' && target.kind === 'CONVERSATION'
  return isOfKinds && message?.id === source.id && message.conversationId === target.id
}

/** Returns the edge that says that a message is part of its conversation: derived, never stored, without a history. */
export function membershipOf({ id, conversationId, createdAt }: Message): Relationship {
  const identity: Identity = {
    type: 'PART_OF',
    source: { kind: 'MESSAGE', id },
    target: { kind: 'CONVERSATION', id: conversationId },
  }
  return {
    ...identity,
    id: relationshipId(identity),
    version: 1,
    metadata: {},
    createdAt,
    changedAt: createdAt,
    deletedAt: null,
    factCount: 0,
  }
}

/** Returns an edge that is new, live, with its first fact. */
export function newRelationship(identity: Identity, metadata: JsonObject, at: Instant): Relationship {
  const { type, source, target } = identity
  const born = { createdAt: at, changedAt: at, deletedAt: null }
  return { id: relationshipId(identity), version: 1, type, source, target, metadata, ...born, factCount: 1 }
}

import type { Scope } from '../app/scope.ts'
import { pageMaximum } from '../app/read/pages.ts'
import { erasureShown } from '../app/erasures/erasures.ts'
import { observationOrFact } from '../app/entities/observationOrFact.ts'
import { relationshipOf } from '../app/relationships/changeRelationship.ts'
import { isFit, parseRunKey } from '../domain/ids.ts'
import type { Conversation, Event, Message } from '../domain/model.ts'
import { badInput } from '../domain/refusals.ts'
import type { Attachment } from '../domain/records/attachment.ts'
import type { Erasure } from '../domain/erasure/erasure.ts'
import type { Entity } from '../domain/records/entity.ts'
import type { Run } from '../domain/records/run.ts'
import type { Relationship } from '../domain/records/relationship.ts'
import type { Observation } from './models.ts'

interface Nodes {
  Conversation: Conversation
  Message: Message
  Observation: Observation
  Event: Event
  Run: Run
  Entity: Entity
  Relationship: Relationship
  Attachment: Attachment
  Erasure: Erasure
}
export type NodeType = keyof Nodes
export type TypedNode = { [T in NodeType]: { readonly __typename: T } & Nodes[T] }[NodeType]

const loads: { readonly [T in NodeType]: (scope: Scope, id: string) => Promise<Nodes[T] | null> } = {
  Conversation: (scope, id) => scope.reads.conversation(id),
  Message: (scope, id) => scope.reads.message(id),
  Observation: observationOrFact,
  Event: (scope, id) => scope.reads.event(id),
  Run: (scope, id) => runOfKey(scope, id),
  Entity: (scope, id) => scope.reads.entity(id),
  Relationship: relationshipOf,
  Attachment: (scope, id) => scope.reads.attachment(id),
  Erasure: erasureShown,
}

function runOfKey(scope: Scope, key: string): Promise<Run | null> {
  const parts = parseRunKey(key)
  return parts === null ? Promise.resolve(null) : scope.reads.run(parts.conversationId, parts.runId)
}

/** Returns the global id of a thing. */
export function nodeId(type: NodeType, id: string): string {
  return Buffer.from(`${type}:${id}`).toString('base64url')
}

/** Returns the thing that a global id names, with its type's name; null for a broken id or one that names nothing. */
export async function nodeOf(scope: Scope, globalId: string): Promise<TypedNode | null> {
  const text = Buffer.from(globalId, 'base64url').toString()
  const [type, id] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]
  if (!isNodeType(type) || !isFit(id) || nodeId(type, id) !== globalId) return null
  const result = await loads[type](scope, id)
  return result && ({ __typename: type, ...result } as TypedNode)
}

/** Returns the things of those global ids in that order. */
export async function nodesOf(scope: Scope, ids: readonly string[]): Promise<(TypedNode | null)[]> {
  if (ids.length > pageMaximum) throw badInput(`At most ${pageMaximum} ids are looked up at once.`, {}, ['nodeIds'])
  return Promise.all(ids.map((one) => nodeOf(scope, one)))
}

function isNodeType(type: string): type is NodeType {
  return Object.hasOwn(loads, type)
}

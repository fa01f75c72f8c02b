import type { Act } from '../app/act.ts'
import { pageMaximum } from '../app/pages.ts'
import { observationOrFact, relationshipOf } from '../app/queries.ts'
import { parseRunKey } from '../domain/ids.ts'
import type { Conversation, Event, Message } from '../domain/model.ts'
import { badInput } from '../domain/refusals.ts'
import type { Attachment, Entity, Relationship, Run } from '../domain/things.ts'
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
}
export type NodeType = keyof Nodes
export type TypedNode = { [T in NodeType]: { readonly __typename: T } & Nodes[T] }[NodeType]

const loads: { readonly [T in NodeType]: (act: Act, id: string) => Promise<Nodes[T] | null> } = {
  Conversation: (act, id) => act.reads.conversation(id),
  Message: (act, id) => act.reads.message(id),
  Observation: observationOrFact,
  Event: (act, id) => act.reads.event(id),
  Run: (act, id) => runOfKey(act, id),
  Entity: (act, id) => act.reads.entity(id),
  Relationship: relationshipOf,
  Attachment: (act, id) => act.reads.attachment(id),
}

function runOfKey(act: Act, key: string): Promise<Run | null> {
  const parts = parseRunKey(key)
  return parts === null ? Promise.resolve(null) : act.reads.run(parts.conversationId, parts.runId)
}

/** Returns the global id of a thing. */
export function nodeId(type: NodeType, id: string): string {
  return Buffer.from(`${type}:${id}`).toString('base64url')
}

/** Returns the thing that a global id names, with its type's name; null for a broken id or one that names nothing. */
export async function nodeOf(act: Act, given: string): Promise<TypedNode | null> {
  const text = Buffer.from(given, 'base64url').toString()
  const [type, id] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]
  if (!isNodeType(type) || nodeId(type, id) !== given) return null
  const found = await loads[type](act, id)
  return found && ({ __typename: type, ...found } as TypedNode)
}

/** Returns the things of those global ids in that order. */
export async function nodesOf(act: Act, given: readonly string[]): Promise<(TypedNode | null)[]> {
  if (given.length > pageMaximum) throw badInput(`At most ${pageMaximum} ids are looked up at once.`, {}, ['nodeIds'])
  return Promise.all(given.map((one) => nodeOf(act, one)))
}

function isNodeType(type: string): type is NodeType {
  return Object.hasOwn(loads, type)
}

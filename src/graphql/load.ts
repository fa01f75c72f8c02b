import type { Scope } from '../app/scope.ts'
import type { Conversation, Event, Message, Observation } from '../domain/model.ts'
import type { Entity } from '../domain/records/entity.ts'

interface Kinds {
  conversation: Conversation
  message: Message
  observation: Observation
  event: Event
  entity: Entity
}

/** Returns what an id names; null when there is no id. */
export function maybe<K extends keyof Kinds>(
  scope: Scope,
  kind: K,
  id: string | null | undefined,
): Promise<Kinds[K] | null> | null {
  return id == null ? null : (scope.reads[kind](id) as Promise<Kinds[K] | null>)
}

/** Returns what an id that is stored with another thing names: that it is missing is a fault. */
export async function existing<K extends keyof Kinds>(scope: Scope, kind: K, id: string): Promise<Kinds[K]> {
  const result = await maybe(scope, kind, id)
  if (result === null) throw new Error(`The ${kind} "${id}" is named but missing.`)
  return result
}

/** Returns what was given, else the schema's default: null written out means the same as nothing. */
export function orElse<T>(value: T | null | undefined, otherwise: T): T {
  return value ?? otherwise
}

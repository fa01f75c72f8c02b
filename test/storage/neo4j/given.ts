import neo4j from 'neo4j-driver'
import type { Properties, Value } from '../../../src/storage/neo4j/properties/rows.ts'

/** Returns a value as the database gives it back: integers as bigints, what is not there as null. */
export function given(value: Value | undefined): unknown {
  if (value === undefined || value === null) return null
  if (neo4j.isInt(value)) return value.toBigInt()
  if (Array.isArray(value)) return value.map((one: Value) => given(one))
  return value
}

/** Returns some properties as the list that a statement returns of a node. */
export const listOf = (properties: Properties, names: string): unknown[] =>
  names.split(' ').map((name) => given(properties[name]))

/** What statements return of each, in order (cypherRead.ts). */
export const lists = {
  observation:
    'id kind conversationId messageId externalId role observedAt ingestedAt copyOf parentId segmentId depth turn entry body text',
  segment: 'id conversationId body tip',
} as const

import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped, type ValueNode } from 'graphql'
import { formatInstant, parseInstant } from '../domain/instants.ts'
import type { Json } from '../domain/model.ts'
import { Refusal } from '../domain/refusals.ts'

const hashForm = /^[0-9a-f]{64}$/

/** RFC 3339 to the nanosecond; the domain's instants have nine fraction digits, the API's no zeros at the end. */
const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: (value) => formatInstant(String(value)),
  parseValue: (value) => instant(value),
})

const Hash = new GraphQLScalarType<string, string>({
  name: 'Hash',
  parseValue: (value) => {
    if (typeof value !== 'string' || !hashForm.test(value)) throw wrong('Hash', '64 lower-case hex digits', value)
    return value
  },
})

const Long = new GraphQLScalarType<number, number>({
  name: 'Long',
  // A sum of many answers may be larger than exact numbers: then the largest exact one is sent.
  serialize: (value) => long(typeof value === 'number' ? Math.min(value, Number.MAX_SAFE_INTEGER) : value),
  parseValue: (value) => long(value),
  parseLiteral: (node) => {
    if (node.kind !== Kind.INT) throw wrong('Long', 'an integer', null, node)
    return long(Number(node.value), node)
  },
})

const JSONValue = new GraphQLScalarType<Json, Json>({
  name: 'JSON',
  serialize: (value) => value as Json,
  parseValue: (value) => checkedJson(value as Json),
  parseLiteral: (node, variables) => checkedJson(jsonOf(node, variables ?? {})),
})

export const scalars = { DateTime, Hash, Long, JSON: JSONValue }

function instant(value: unknown): string {
  if (typeof value !== 'string') throw wrong('DateTime', 'RFC 3339 text', value)
  try {
    return parseInstant(value)
  } catch (thrown) {
    throw thrown instanceof Refusal ? new GraphQLError(thrown.message) : thrown
  }
}

function long(value: unknown, node?: ValueNode): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw wrong('Long', 'an integer up to 2^53 - 1', value, node)
  return value
}

/** How deep a value may be nested: deeper ones cannot be written by what writes JSON. */
const deepest = 500

/** Returns a value that comes back as it was given; refuses one that would not. */
function checkedJson(value: Json, depth = 0): Json {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new GraphQLError('JSON has a number that is larger than numbers can be: it would come back as null.')
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) throw new GraphQLError(`JSON is nested more than ${deepest} levels deep.`)
  for (const one of Object.values(value)) checkedJson(one, depth + 1)
  return value
}

/** Object.fromEntries, for a member may be called `__proto__`. */
function jsonOf(node: ValueNode, variables: Readonly<Record<string, unknown>>): Json {
  switch (node.kind) {
    case Kind.LIST:
      return node.values.map((value) => jsonOf(value, variables))
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, jsonOf(field.value, variables)]))
    default:
      return (valueFromASTUntyped(node, variables) ?? null) as Json
  }
}

function wrong(type: string, wanted: string, value: unknown, node?: ValueNode): GraphQLError {
  const text = value === null || value === undefined ? '' : `, not ${JSON.stringify(value).slice(0, 60)}`
  return new GraphQLError(`${type} must be ${wanted}${text}.`, node ? { nodes: node } : {})
}

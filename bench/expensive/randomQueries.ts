import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import type { Random } from '../../test/support/random.ts'
import type { NamedQuery } from './nastyQueries.ts'
import type { Places } from './nastyStore.ts'

const deepest = 8
/** A document of more tokens is refused unread. */
const longest = 60_000

/** Returns a random query: it names what is there, goes deep, asks for large pages and says things more than once. */
export function randomQuery(schema: GraphQLSchema, places: Places, random: Random, number: number): NamedQuery {
  const query = schema.getQueryType() as GraphQLObjectType
  const names = Object.values(query.getFields())
  const picked = Array.from({ length: 1 + random.below(3) }, () => random.pick(names))
  const repeated = random.pick([1, 1, 5, 40, 200])
  const parts: string[] = []
  for (let i = 0, length = 0; i < repeated && length < longest; i++)
    for (const [k, field] of picked.entries()) {
      const part = fieldText(`q${i}_${k}`, field, random, schema, places, 1)
      parts.push(part)
      length += part.length
    }
  return { name: `random ${number}`, text: `{ ${parts.join(' ')} }`.slice(0, 4_000_000) }
}

type Field = GraphQLField<unknown, unknown>

function fieldText(
  alias: string,
  field: Field,
  random: Random,
  schema: GraphQLSchema,
  places: Places,
  depth: number,
): string {
  const given = field.args.flatMap((argument) => argumentText(argument, random, places) ?? [])
  const called = `${alias}: ${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''}`
  const type = getNamedType(field.type)
  if (isLeafType(type)) return called
  const objects = isAbstractType(type) ? [...schema.getPossibleTypes(type)] : [type as GraphQLObjectType]
  const chosen = objects.length === 1 ? objects : [random.pick(objects), random.pick(objects)]
  const inside = [...new Set(chosen)].map((object, i) => {
    const text = selectionText(`${alias}${i}`, object, random, schema, places, depth)
    return isAbstractType(type) ? `... on ${object.name} { ${text} }` : text
  })
  return `${called} { __typename ${inside.join(' ')} }`
}

function selectionText(
  prefix: string,
  type: GraphQLObjectType,
  random: Random,
  schema: GraphQLSchema,
  places: Places,
  depth: number,
): string {
  const fields = Object.values(type.getFields())
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)))
  const others = fields.filter((field) => !isLeafType(getNamedType(field.type)))
  // Lists lie behind `nodes` and `edges`: whoever asks for a page looks into it.
  const inward = others.filter(({ name }) => ['nodes', 'edges', 'node'].includes(name))
  const branches =
    depth >= deepest || others.length === 0
      ? []
      : inward.length > 0
        ? [random.pick(inward)]
        : Array.from({ length: 1 + (random.below(3) === 0 ? 1 : 0) }, () => random.pick(others))
  const shown = leaves.filter(() => random.below(2) === 0)
  return [...shown, ...branches]
    .map((field, i) => fieldText(`${prefix}_${i}`, field, random, schema, places, depth + 1))
    .join(' ')
}

/** Null: left out. */
function argumentText(argument: GraphQLArgument, random: Random, places: Places): string | null {
  const { name, type } = argument
  if (name === 'first') return `first: ${random.pick([100, 100, 50, 7])}`
  if (['last', 'after', 'before', 'asOf', 'at', 'filter', 'ingestedAt'].includes(name) && !isNonNullType(type))
    return null
  if (name === 'n') return 'n: 1000'
  if (name === 'maxNodes') return 'maxNodes: 10000'
  if (!isNonNullType(type) && random.below(2) === 0) return null
  const value = valueOf(name, type, random, places)
  return value === null ? null : `${name}: ${value}`
}

function valueOf(name: string, given: GraphQLInputType, random: Random, places: Places): string | null {
  const type = isNonNullType(given) ? given.ofType : given
  if (isListType(type)) {
    const inner = type.ofType
    return `[${Array.from({ length: 50 }, () => valueOf(name, inner, random, places)).join(', ')}]`
  }
  if (isEnumType(type)) return random.pick(type.getValues()).name
  if (isInputObjectType(type)) {
    const member = random.pick(Object.values(type.getFields()))
    const value = valueOf(member.name, member.type, random, places)
    return value === null ? null : `{ ${member.name}: ${value} }`
  }
  const kind = getNamedType(type).name
  if (kind === 'Boolean') return String(random.below(2) === 0)
  if (kind === 'Int') return String(1 + random.below(1000))
  return kind === 'ID' || kind === 'String' ? JSON.stringify(idFor(name, random, places)) : null
}

function idFor(name: string, random: Random, places: Places): string {
  const { conversations, messages, observations, entities, nodes, runs, turns } = places
  const pools: Readonly<Record<string, readonly string[]>> = {
    conversationId: conversations,
    messageId: messages,
    observationId: observations,
    to: [places.root, places.head, places.deep, places.star],
    nodeId: nodes,
    nodeIds: nodes,
    runId: runs,
    turnId: turns,
    entityId: entities,
    type: ['topic'],
  }
  return random.pick(pools[name] ?? [...conversations, ...observations, ...messages, ...entities])
}

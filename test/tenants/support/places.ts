import { readFileSync } from 'node:fs'
import {
  buildSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLField,
  type GraphQLNamedType,
} from 'graphql'
import { root } from '../../../scripts/root.ts'
import { waysIn } from '../../graphql/support/inputValues.ts'

const schema = buildSchema(readFileSync(`${root}schema.graphql`, 'utf8'))

/** What a place takes that names something: an id, a cursor, a key, or an answer of before that is sent back. */
export type Sort = 'id' | 'cursor' | 'key' | 'probe'

/** A place of the API where a text names something of a tenant: a field, its argument, and the members of inputs. */
export interface Place {
  readonly name: string
  readonly type: string
  readonly field: GraphQLField<unknown, unknown>
  readonly path: readonly string[]
  readonly sort: Sort
}

/** Returns every such place of the schema. */
export function places(): Place[] {
  const owners = Object.values(schema.getTypeMap()).filter(isObjectType)
  return owners.flatMap(({ name: type }) =>
    type.startsWith('__') ? [] : fieldsOf(schema.getType(type)).flatMap((field) => placesOf(type, field)),
  )
}

function placesOf(type: string, field: GraphQLField<unknown, unknown>): Place[] {
  return field.args.flatMap((arg) =>
    waysIn(arg.type, [arg.name], (named, member) => sortOf(named, member) !== null).map((path) => ({
      ...{ name: `${type}.${field.name}(${path.join('.')})`, type, field, path },
      sort: sortOf(namedAt(arg.type, path.slice(1)), path.at(-1) ?? '') ?? 'id',
    })),
  )
}

function sortOf(type: string, member: string): Sort | null {
  if (type === 'ID' || type === 'Hash') return 'id'
  if (type !== 'String') return null
  if (/^(after|before)$/.test(member)) return 'cursor'
  if (/Key$/.test(member)) return 'key'
  return member === 'probe' ? 'probe' : null
}

function namedAt(type: unknown, path: readonly string[]): string {
  const named = getNamedType(type as GraphQLNamedType)
  const [first, ...rest] = path
  if (first === undefined || !('getFields' in named)) return named.name
  return namedAt((named.getFields() as Record<string, { type: unknown }>)[first]?.type, rest)
}

const fieldsOf = (type: GraphQLNamedType | undefined) => (isObjectType(type) ? Object.values(type.getFields()) : [])

/** Of these a text stands for the tenant, or the place in a list, wherever they are shown: they are compared by what they name. */
const opaque = /^(nodeId|cursor|startCursor|endCursor|next|probe|downloadUrl|tree)$/

/** Returns a selection of all that needs no argument, so deep; what names its tenant is left out. */
export function selectionOf(type: unknown, depth = 1): string {
  const named = getNamedType(type as GraphQLNamedType)
  if (isLeafType(named)) return ''
  if (isUnionType(named) || !isObjectType(named)) return '{ __typename }'
  const fields = fieldsOf(named).filter(({ name, args }) => !opaque.test(name) && !args.some(isDemanded))
  const parts = fields.flatMap((field) => {
    if (isLeafType(getNamedType(field.type))) return [field.name]
    if (depth === 0 || field.args.length > 0) return []
    return [`${field.name} ${selectionOf(field.type, depth - 1)}`]
  })
  return `{ __typename ${parts.join(' ')} }`
}

const isDemanded = (argument: GraphQLField<unknown, unknown>['args'][number]) =>
  isNonNullType(argument.type) && argument.defaultValue === undefined

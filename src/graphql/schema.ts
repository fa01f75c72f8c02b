import { readFileSync } from 'node:fs'
import {
  buildASTSchema,
  isAbstractType,
  isObjectType,
  isScalarType,
  parse,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
} from 'graphql'
import { packageFile } from '../runtime/packageFiles.ts'
import type { Context } from './context.ts'

/** Returns the text of the schema. */
export function schemaText(): string {
  return readFileSync(packageFile('schema.graphql'), 'utf8')
}

type Resolve = GraphQLFieldResolver<unknown, Context>

/** What answers a field: how it is resolved, or for a subscription how it begins as well. */
type FieldResolver = Resolve | { readonly resolve?: Resolve; readonly subscribe?: Resolve }

/** Resolvers by type: a scalar's own type, the resolver of an abstract type, or those of an object's fields. */
export type ResolverMap = Readonly<Record<string, GraphQLScalarType | Readonly<Record<string, unknown>>>>

/**
 * Returns the executable schema: the text with its resolvers. The text is not validated here, which would take longer than
 * all else; a test does it, and so does the generator of types. Throws on a resolver of what the text does not have.
 */
export function executableSchema(text: string, resolvers: ResolverMap): GraphQLSchema {
  const schema = buildASTSchema(parse(text, { noLocation: true }), { assumeValid: true })
  for (const [name, resolver] of Object.entries(resolvers)) {
    const type = schema.getType(name)
    if (isScalarType(type)) setScalar(type, resolver as GraphQLScalarType)
    else if (isAbstractType(type)) setTypeResolver(type, resolver as { readonly __resolveType?: unknown })
    else if (isObjectType(type)) setFields(type, resolver as Readonly<Record<string, FieldResolver>>)
    else throw new Error(`The schema has no type ${name} that could be resolved.`)
  }
  return schema
}

function setScalar(type: GraphQLScalarType, { serialize, parseValue, parseLiteral }: GraphQLScalarType): void {
  Object.assign(type, { serialize, parseValue, parseLiteral })
}

function setTypeResolver(
  type: GraphQLAbstractType,
  { __resolveType, ...others }: { readonly __resolveType?: unknown },
): void {
  if (typeof __resolveType !== 'function' || Object.keys(others).length > 0)
    throw new Error(`${type.name} is resolved by __resolveType alone.`)
  type.resolveType = __resolveType as GraphQLTypeResolver<unknown, Context>
}

function setFields(type: GraphQLObjectType, resolvers: Readonly<Record<string, FieldResolver>>): void {
  const fields = new Map<string, GraphQLField<unknown, Context>>(Object.entries(type.getFields()))
  for (const [name, resolver] of Object.entries(resolvers)) {
    const field = fields.get(name)
    if (!field) throw new Error(`${type.name} has no field ${name} in the schema.`)
    if (typeof resolver === 'function') field.resolve = resolver
    else Object.assign(field, resolver)
  }
}

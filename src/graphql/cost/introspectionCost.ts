import {
  getNamedType,
  isObjectType,
  Kind,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { own } from '../../runtime/own.ts'

/** A part of the schema, as introspection shows it. */
type SchemaPart = object

/** Counts the fields that a selection makes of parts of the schema. */
export interface IntrospectionCounter {
  of(selections: SelectionSetNode, type: GraphQLObjectType, part: SchemaPart): number
}

/**
 * Returns a counter that is exact, since the schema is there to be looked at: of a part that comes again under the same
 * selection the count is known, so that nesting costs no more than width. It stops counting beyond `most`.
 */
export function introspectionCounter(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  most: number,
): IntrospectionCounter {
  const known = new Map<SelectionSetNode, Map<SchemaPart, number>>()
  const info = { schema } as unknown as GraphQLResolveInfo
  let looked = 0

  function of(selections: SelectionSetNode, type: GraphQLObjectType, part: SchemaPart): number {
    const ofParts = known.get(selections) ?? new Map<SchemaPart, number>()
    known.set(selections, ofParts)
    const before = ofParts.get(part)
    if (before !== undefined) return before
    const count = counted(selections, type, part)
    ofParts.set(part, count)
    return count
  }

  function counted(selections: SelectionSetNode, type: GraphQLObjectType, part: SchemaPart): number {
    let count = 0
    for (const node of selections.selections) {
      if (++looked > most) return most
      if (node.kind === Kind.FIELD) {
        const field = own(type.getFields(), node.name.value)
        count += 1 + (node.selectionSet && field ? costBelow(node.selectionSet, field, part) : 0)
      } else {
        const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
        if (fragment) count += of(fragment.selectionSet, type, part)
      }
    }
    return count
  }

  function costBelow(selections: SelectionSetNode, field: GraphQLField<unknown, unknown>, part: SchemaPart): number {
    const type = getNamedType(field.type)
    if (!isObjectType(type)) return 0
    // The resolvers of introspection only look things up; what is deprecated counts as if it were asked for.
    const value: unknown = field.resolve?.(part, { includeDeprecated: true }, {}, info)
    const parts = (Array.isArray(value) ? value : [value]) as (SchemaPart | null | undefined)[]
    return parts.reduce((sum, one) => sum + (one ? of(selections, type, one) : 0), 0)
  }
  return { of }
}

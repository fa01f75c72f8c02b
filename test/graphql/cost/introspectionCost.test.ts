import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  buildSchema,
  graphqlSync,
  Kind,
  parse,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
} from 'graphql'
import { introspectionCounter } from '../../../src/graphql/cost/introspectionCost.ts'

const schema = buildSchema(`
  "The root." type Query { a(x: Int, y: String): Thing old: Int @deprecated(reason: "gone") }
  type Thing { id: ID! next: Thing }
`)
const schemaType = schema.getType('__Schema') as GraphQLObjectType

/** How many fields a selection of \`__schema\` makes, as the counter has it. */
function counted(query: string, most = 1_000_000): number {
  const { definitions } = parse(query)
  const fragments = new Map<string, FragmentDefinitionNode>()
  let field: FieldNode | null = null
  for (const one of definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one)
    else if (one.kind === Kind.OPERATION_DEFINITION) field = one.selectionSet.selections[0] as FieldNode
  }
  assert.ok(field?.selectionSet)
  return introspectionCounter(schema, fragments, most).of(field.selectionSet, schemaType, schema)
}

/** How many fields its answer has. */
function answered(query: string): number {
  const { data, errors } = graphqlSync({ schema, source: query })
  assert.equal(errors, undefined)
  const fieldsOf = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + fieldsOf(one), 0)
    if (value === null || typeof value !== 'object') return 0
    return Object.values(value).reduce((sum: number, one) => sum + 1 + fieldsOf(one), 0)
  }
  return fieldsOf(data?.['__schema'])
}

describe('the cost of introspection', () => {
  it('is the number of fields that the answer has', () => {
    const queries = [
      '{ __schema { description } }',
      '{ __schema { queryType { name description } mutationType { name } } }',
      '{ __schema { types { name fields(includeDeprecated: true) { name args(includeDeprecated: true) { name type { name ofType { name } } } } } } }',
      '{ __schema { ...S } } fragment S on __Schema { directives { name } ... on __Schema { queryType { name } } }',
    ]
    for (const query of queries) assert.equal(counted(query), answered(query), query)
  })

  it('counts what is deprecated as if it were asked for', () => {
    const more =
      counted('{ __schema { queryType { fields { name } } } }') -
      answered('{ __schema { queryType { fields { name } } } }')
    assert.equal(more, 1, 'the field "old"')
  })

  it('goes without what is not there: fields, and fragments', () => {
    assert.equal(counted('{ __schema { nothing { name } ...Gone } }'), 1)
  })

  it('stops beyond the most, and costs little for what is nested deep', () => {
    const level = (depth: number): string => (depth === 0 ? 'name' : `fields { type { ${level(depth - 1)} } }`)
    const deep = `{ __schema { types { ${level(30)} } } }`
    assert.ok(counted(deep) > 1_000)
    assert.ok(counted(deep, 5) <= 5 * 30)
  })
})

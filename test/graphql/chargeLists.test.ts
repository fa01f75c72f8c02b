import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { buildSchema, graphql, type GraphQLSchema } from 'graphql'
import { createBudget, type Budget } from '../../src/app/read/budget.ts'
import { chargeLists } from '../../src/graphql/cost/chargeLists.ts'

const text = `
  type Query { thing: Thing things: [Thing!]! }
  type Thing { id: ID name: String one: Thing some: [Thing!]! later: [Thing] any: [Any!]! numbers: [Int!]! }
  type Other { size: Int some: [Thing!]! }
  union Any = Thing | Other`

/** Things of things, each list of so many, and a count of the fields of things that were resolved. */
function schemaOf(length: number): { schema: GraphQLSchema; resolved: () => number } {
  const schema = buildSchema(text)
  let resolved = 0
  const list = (name: string) => Array.from({ length }, () => ({ __typename: name }))
  const values: Readonly<Record<string, () => unknown>> = {
    id: () => 'id',
    one: () => ({}),
    some: () => list('Thing'),
    later: () => Promise.resolve(list('Thing')),
    any: () => [...list('Thing'), ...list('Other')],
    numbers: () => list('').map((_, i) => i),
    things: () => list('Thing'),
    thing: () => ({}),
  }
  for (const type of ['Query', 'Thing', 'Other'])
    for (const field of Object.values((schema.getType(type) as ReturnType<GraphQLSchema['getQueryType']>)!.getFields()))
      field.resolve = () => {
        if (type !== 'Query') resolved++
        return values[field.name]?.() ?? null
      }
  chargeLists(schema)
  return { schema, resolved: () => resolved }
}
const ask = (schema: GraphQLSchema, source: string, budget: Budget) =>
  graphql({ schema, source, contextValue: { scope: { budget } } })
const budgetOf = (work: number) => createBudget({ work, characters: 1, milliseconds: 60_000 }, () => new Error('late'))
const plenty = 1e9

const leaf = fc.constantFrom('id', 'name', 'numbers')
const { selection } = fc.letrec<{ selection: string; field: string }>((tie) => ({
  selection: fc.array(tie('field'), { minLength: 1, maxLength: 3 }).map(aliased),
  field: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.tuple(fc.constantFrom('one', 'some', 'later'), tie('selection')).map(([name, inner]) => `${name} { ${inner} }`),
    tie('selection').map((inner) => `any { ... on Thing { ${inner} } ... on Other { size some { ${inner} } } }`),
  ),
}))
function aliased(fields: readonly string[]): string {
  return fields.map((field, i) => `f${i}: ${field}`).join(' ')
}

describe('what lists draw on a budget', () => {
  it('is never less than the fields of their items, however the query is nested', async () => {
    await fc.assert(
      fc.asyncProperty(selection, fc.integer({ min: 0, max: 4 }), async (inner, length) => {
        const { schema, resolved } = schemaOf(length)
        let spent = 0
        const counting: Budget = { spend: (work) => void (spent += work), hold: () => undefined, over: null }
        const { errors } = await ask(schema, `{ things { ${inner} } }`, counting)
        assert.equal(errors, undefined)
        assert.ok(spent >= resolved(), `${spent} for ${resolved()} fields`)
      }),
      { numRuns: 300 },
    )
  })

  it('is drawn before their items are looked at', async () => {
    const { schema, resolved } = schemaOf(1000)
    const { errors } = await ask(schema, '{ things { id name } }', budgetOf(1000))
    assert.match(errors?.[0]?.message ?? '', /too large/)
    assert.equal(resolved(), 0)
  })

  it('is each list its own, so that lists of lists stop early', async () => {
    const { schema, resolved } = schemaOf(100)
    await ask(schema, '{ things { some { later { id } } } }', budgetOf(10_000))
    assert.ok(resolved() < 10_000, `${resolved()} fields were resolved`)
  })

  it('ends when the time of the request is over, though nothing is read', async () => {
    const { schema, resolved } = schemaOf(10)
    const late = createBudget({ work: plenty, characters: 1, milliseconds: -1 }, () => new Error('late'))
    const { errors } = await ask(schema, '{ things { some { id } } }', late)
    assert.equal(errors?.[0]?.message, 'late')
    assert.equal(resolved(), 0)
  })

  it('counts a fragment as often as it is spread, and of alternatives the dearest alone', async () => {
    const spentOn = async (source: string) => {
      let spent = 0
      await ask(schemaOf(10).schema, source, {
        spend: (work) => void (spent += work),
        hold: () => undefined,
        over: null,
      })
      return spent
    }
    const once = await spentOn('{ things { ...F } } fragment F on Thing { id name }')
    assert.ok((await spentOn('{ things { one { ...F } two: one { ...F } } } fragment F on Thing { id name }')) > once)
    const first = await spentOn('{ thing { any { ... on Thing { id name } } } }')
    assert.equal(await spentOn('{ thing { any { ... on Thing { id name } ... on Other { size } } } }'), first)
  })

  it('is looked up once for documents that double with each fragment', async () => {
    const { schema } = schemaOf(1)
    const fragments = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Thing { a${i}: one { ...F${i + 1} } b${i}: one { ...F${i + 1} } }`,
    )
    const begin = performance.now()
    const { errors } = await ask(
      schema,
      `{ things { ...F0 } } ${fragments.join(' ')} fragment F60 on Thing { id }`,
      budgetOf(plenty),
    )
    assert.match(errors?.[0]?.message ?? '', /too large/)
    assert.ok(performance.now() - begin < 5_000)
  })
})

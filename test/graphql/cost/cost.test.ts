import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, Kind, parse } from 'graphql'
import { costOf } from '../../../src/graphql/cost/cost.ts'

const schema = buildSchema('type Query { pages(first: Int): Query, name: String, tree: String }')

describe('the cost of a query', () => {
  const costs = (text: string, ...all: readonly object[]) => {
    const document = parse(text)
    const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
    assert.ok(operation)
    return all.map((variables) => costOf(schema, document, operation, { ...variables }).fields)
  }

  it('counts a document again for other variables, in fragments too', () => {
    assert.deepEqual(costs('query ($n: Int = 3) { pages(first: $n) { name } }', { n: 2 }, {}, { n: 5 }), [3, 4, 6])
    const spread = 'query ($n: Int) { ...F tree } fragment F on Query { pages(first: $n) { name } }'
    assert.deepEqual(costs(spread, { n: 2 }, { n: 7 }), [103, 108])
  })
  it('counts one whose sizes stand in it the same each time, with whatever variables', () => {
    assert.deepEqual(
      costs('query ($other: Int) { pages(first: 4) { name } }', {}, { other: 9 }, { first: 7 }),
      [5, 5, 5],
    )
  })
  it('counts introspection as far as it may go each time', () => {
    const document = parse('{ __schema { types { fields { type { fields { name } } } } } }')
    const [operation] = document.definitions
    assert.ok(operation?.kind === Kind.OPERATION_DEFINITION)
    const [little, all] = [40, Number.MAX_SAFE_INTEGER].map(
      (most) => costOf(schema, document, operation, {}, most).fields,
    )
    assert.ok(Number(little) < Number(all), 'what was counted no farther is not what it costs')
  })
})

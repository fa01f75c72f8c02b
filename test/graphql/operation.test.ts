import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, getOperationAST, parse } from 'graphql'
import { checkCost, refusalOf } from '../../src/graphql/operation.ts'
import fc from '../support/properties.ts'

const schema = buildSchema('type Query { a: Int next: Query }')

/** How many fields an operation may make, within these limits. */
function cost(query: string, limits: { queryDepth?: number; queryFields?: number } = {}): number {
  const document = parse(query)
  const operation = getOperationAST(document)
  assert.ok(operation)
  return checkCost({ queryDepth: 10, queryFields: 100, answerBytes: 0, ...limits }, schema, document, operation, {})
}

describe('an operation', () => {
  it('may make as many fields as the limit says, and no more', () => {
    const query = '{ a b: a next { a } }'
    const fields = cost(query)
    assert.equal(cost(query, { queryFields: fields }), fields)
    assert.throws(() => cost(query, { queryFields: fields - 1 }), {
      message: new RegExp(`too large: up to ${fields} fields, where ${fields - 1} are the most`),
      extensions: {
        code: 'QUERY_TOO_EXPENSIVE',
        details: { given: fields, limit: fields - 1 },
        http: { status: 400 },
      },
    })
  })

  it('may be nested as deep as the limit says, and no deeper', () => {
    const query = '{ next { next { a } } }'
    assert.ok(cost(query, { queryDepth: 3 }) > 0)
    assert.throws(() => cost(query, { queryDepth: 2 }), /too nested: up to 3 levels deep, where 2 are the most/)
  })
})

describe('an answer', () => {
  const open = { spend: () => undefined, hold: () => undefined, over: null }
  const used = { ...open, over: new Error('Its time is over.') }

  it('leaves as it is where it has room and nothing was used up', () => {
    assert.equal(refusalOf({ data: { a: 1 } }, false, open, 1_000), null)
    assert.equal(refusalOf({}, false, open, 1_000), null)
  })

  it('does not leave where a part of it is missing; of a mutation it says what was done', () => {
    assert.equal(refusalOf({ data: null }, false, used, 1_000)?.originalError, used.over)
    assert.equal(refusalOf({ data: null }, true, used, 1_000), null)
  })

  it('does not leave where it is too large, of whatever operation', () => {
    const data = { text: 'é'.repeat(100) }
    for (const isMutation of [false, true])
      assert.match(
        refusalOf({ data }, isMutation, open, 200)?.message ?? '',
        /its answer has \d+ bytes or more, where 200/,
      )
  })

  it('is never refused with room for twice its JSON and some, and always with less than half', () => {
    // Numbers count as five bytes, marks that JSON escapes as one.
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '→') })
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(fc.constantFrom('name', 'other'), tie('value')),
      ),
    })).value
    fc.assert(
      fc.property(values, (data) => {
        const bytes = Buffer.byteLength(JSON.stringify(data))
        assert.equal(refusalOf({ data }, false, open, bytes * 2 + 10), null)
        if (bytes > 20) assert.notEqual(refusalOf({ data }, false, open, Math.floor(bytes / 2)), null)
      }),
    )
  })
})

import assert from 'node:assert/strict'
import { parseValue } from 'graphql'
import { describe, it } from 'node:test'
import { scalars } from '../../src/graphql/scalars.ts'

const { JSON: scalar } = scalars
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('a value of the scalar JSON', () => {
  it('is kept as it was given', () => {
    for (const text of ['null', '0', '-1.5e300', '{"a":[1,{"__proto__":2}]}', '"x"']) {
      const value: unknown = JSON.parse(text)
      assert.equal(JSON.stringify(scalar.parseValue(value)), text.replace('-1.5e300', '-1.5e+300'))
    }
    assert.deepEqual(scalar.parseValue(nested(500)), nested(500))
  })

  it('is refused with a number that would come back as null, wherever that stands', () => {
    for (const text of ['1e400', '[-1e400]', '{"a":{"b":[1e999]}}'])
      assert.throws(() => scalar.parseValue(JSON.parse(text)), /larger than numbers can be/, text)
    assert.throws(() => scalar.parseLiteral(parseValue('{a: [1e400]}')), /larger than numbers can be/)
  })

  it('is refused where it is nested deeper than can be written', () => {
    for (const depth of [501, 100_000]) assert.throws(() => scalar.parseValue(nested(depth)), /500 levels deep/)
  })
})

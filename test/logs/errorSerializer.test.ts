import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { errorSerializer } from '../../src/logs/errorSerializer.ts'

const mark = 'PRIVATE'
function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (thrown) {
    return thrown
  }
  throw new Error('Nothing was thrown.')
}

describe('an error in the log', () => {
  it('says what it is, where it was thrown, and what caused it', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const told = errorSerializer(new TypeError('fetch failed', { cause }))
    assert.deepEqual([told.type, told.message], ['TypeError', 'fetch failed'])
    assert.match(told.stack, /^ {4}at .*errorSerializer\.test/)
    assert.deepEqual([told.cause?.message, told.cause?.code], ['refused', 'ECONNREFUSED'])
    const several = errorSerializer(new AggregateError([cause, cause], 'both failed'))
    assert.deepEqual(
      several.errors?.map(({ code }) => code),
      ['ECONNREFUSED', 'ECONNREFUSED'],
    )
  })

  it('never quotes what could not be read, nor in a cause, nor in a member of its own', () => {
    const quoting = [
      () => JSON.parse(`{"text":${mark}}`) as unknown,
      () => JSON.parse(mark) as unknown,
      () => BigInt(mark),
      () => new RegExp(`${mark}(`),
      () => new URL(mark),
    ].map(thrownBy)
    const graphql = new Error(`Long cannot represent a value that is no whole number: "${mark}"`)
    const all = [...quoting, graphql, mark, { text: mark }, Object.assign(new Error('x'), { details: mark })]
    for (const thrown of all)
      for (const error of [thrown, new Error('outside', { cause: thrown }), new AggregateError([thrown], 'several')])
        assert.doesNotMatch(JSON.stringify(errorSerializer(error)), /PRIVATE/, String(thrown))
  })

  it('takes no line of a message for a place', () => {
    const lines = fc.array(fc.constantFrom('    at x (PRIVATE:1:1)', 'PRIVATE', '', 'at PRIVATE'), { maxLength: 5 })
    fc.assert(
      fc.property(lines, (text) => {
        const { stack } = errorSerializer(thrownBy(() => JSON.parse(`{"${mark}": ${text.join('\n')}x`)))
        assert.doesNotMatch(stack, /PRIVATE/)
      }),
    )
  })

  it('of causes without an end tells some', () => {
    const endless = new Error('again')
    endless.cause = endless
    assert.ok(JSON.stringify(errorSerializer(endless)).length < 20_000)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../../src/domain/model.ts'
import { gaveOf } from '../../../src/formats/iflow/results.ts'

const result = (content: Json, isError = false) => ({ type: 'toolResult', callId: 'k', content, isError }) as const
const google = (response: Json, more = {}) => ({
  callId: 'k',
  responseParts: { functionResponse: { response } },
  ...more,
})

describe("a result in Google's form inside of Anthropic's", () => {
  it('is what the tool gave, its output or all of it', () => {
    assert.deepEqual(gaveOf(result(google({ output: 'x' })), false), result('x'))
    assert.deepEqual(gaveOf(result(google({ files: ['a'] })), false), result({ files: ['a'] }))
    const listed = { responseParts: [{ functionResponse: { response: { output: 'x' } } }] }
    assert.deepEqual(gaveOf(result(listed), false), result('x'))
  })

  it('is an error where the tool, the result or the entry says so', () => {
    assert.deepEqual(gaveOf(result(google({ error: 'no' })), false), result('no', true))
    assert.deepEqual(gaveOf(result(google({ output: 'x' }), true), false), result('x', true))
    assert.deepEqual(gaveOf(result(google({ output: 'x' })), true), result('x', true))
  })

  it('keeps what stands beside it', () => {
    assert.deepEqual(gaveOf(result(google({ output: 'x' }, { display: 'd' })), false), {
      ...result('x'),
      extra: { display: 'd' },
    })
  })

  it('stays as it came where there is no such form, or more than one response', () => {
    const two = { responseParts: [1, 2].map((output) => ({ functionResponse: { response: { output } } })) }
    for (const content of ['x', null, [1], {}, two] satisfies Json[])
      assert.deepEqual(gaveOf(result(content), false), result(content))
    assert.deepEqual(gaveOf(result('x'), true), result('x', true))
  })
})

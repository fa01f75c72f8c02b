import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../../../src/domain/model.ts'
import { deepest, isTooDeep, mayBeTooDeep, pruned } from '../../../../src/formats/reading/lines/nesting.ts'
import fc from '../../../support/properties.ts'

const nested = (levels: number): Json => {
  let value: Json = 7
  for (let k = 0; k < levels; k++) value = k % 2 === 0 ? [value] : { in: value }
  return value
}
/** A chain of entries, each in the list of the one that it answers. */
const talk = (length: number): Json => {
  let value: Json = { text: 'a', replies: [] }
  for (let k = 1; k < length; k++) value = { text: 'a', replies: [value] }
  return value
}

describe('a value that is nested', () => {
  it('is too deep from one level below the deepest on', () => {
    assert.deepEqual(
      [nested(0), nested(deepest), nested(deepest + 1)].map((value) => isTooDeep(value)),
      [false, false, true],
    )
    assert.deepEqual([isTooDeep(nested(deepest), 2), isTooDeep(nested(deepest - 1), 2)], [true, false])
  })

  it('may be too deep by the brackets in its text, wherever it is', () => {
    for (const levels of [1, deepest, deepest + 1, 3 * deepest])
      for (const level of [1, 5])
        if (isTooDeep(nested(levels), level)) assert.ok(mayBeTooDeep(JSON.stringify(nested(levels)), level))
    assert.equal(mayBeTooDeep(JSON.stringify(nested(deepest))), false)
  })

  it('is cut below the deepest level, and as it was where nothing is', () => {
    const cut = JSON.stringify(pruned(nested(deepest + 5)))
    assert.ok(cut.includes('"…"') && !cut.includes('7'))
    assert.equal(isTooDeep(JSON.parse(cut) as Json), false)
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        assert.deepEqual(JSON.stringify(pruned(value as Json)), JSON.stringify(value)),
      ),
    )
  })

  it('may hold as many entries in each other as there are', () => {
    const long = talk(20_000)
    const of = { roots: new Set<unknown>([long]), by: 'replies' }
    assert.deepEqual([isTooDeep(long), isTooDeep(long, 1, of)], [true, false])
    let [depth, entry] = [0, pruned(long, 1, of) as { replies: Json[] } | undefined]
    for (; entry; entry = entry.replies[0] as typeof entry) depth++
    assert.equal(depth, 20_000)
  })
})

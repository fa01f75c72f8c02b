import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rangeOf } from '../../../src/http/responses/byteRange.ts'
import fc from '../../support/properties.ts'

describe('the bytes that a Range header asks for', () => {
  it('are from one to another, both included, to the end, or the last ones', () => {
    assert.deepEqual(rangeOf('bytes=0-0', 10), { from: 0, to: 0 })
    assert.deepEqual(rangeOf('bytes=2-', 10), { from: 2, to: 9 })
    assert.deepEqual(rangeOf('bytes=-3', 10), { from: 7, to: 9 })
  })

  it('end where the file ends', () => {
    assert.deepEqual(rangeOf('bytes=8-100', 10), { from: 8, to: 9 })
    assert.deepEqual(rangeOf('bytes=-100', 10), { from: 0, to: 9 })
  })

  it('are the whole where the header is not there, is no range, or names several', () => {
    for (const header of [
      undefined,
      '',
      'bytes=',
      'bytes=-',
      'items=0-1',
      'bytes=0-1,3-4',
      'bytes=a-b',
      'bytes=5-4',
      'bytes=0-1 ',
    ])
      assert.equal(rangeOf(header, 10), null, header)
  })

  it('are none where all of them lie behind the end', () => {
    for (const header of ['bytes=10-', 'bytes=10-20', 'bytes=-0'])
      assert.equal(rangeOf(header, 10), 'unsatisfiable', header)
    for (const header of ['bytes=0-', 'bytes=-1']) assert.equal(rangeOf(header, 0), 'unsatisfiable', header)
  })

  it('lie in the file, whatever is asked', () => {
    const end = fc.oneof(fc.constant(''), fc.nat({ max: 20 }).map(String))
    fc.assert(
      fc.property(end, end, fc.nat({ max: 15 }), (first, last, size) => {
        const range = rangeOf(`bytes=${first}-${last}`, size)
        if (range === null || range === 'unsatisfiable') return
        const all = Array.from({ length: size }, (_, k) => k)
        const asked =
          first === ''
            ? all.slice(-Number(last))
            : all.filter((k) => k >= Number(first) && (last === '' || k <= Number(last)))
        assert.deepEqual(all.slice(range.from, range.to + 1), asked)
      }),
    )
  })
})

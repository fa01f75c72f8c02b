import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { preservedOf } from '../../../src/formats/claudeCode/preserved.ts'

const of = (compactMetadata: JsonObject, known = (uuid: string) => uuid) => preservedOf({ compactMetadata }, known)

describe('what a compaction kept', () => {
  it('is null where its boundary says nothing', () => {
    assert.deepEqual(
      [preservedOf({}, String), of({}), of({ preservedMessages: [] }), of({ preservedSegment: { headUuid: 'a' } })],
      [null, null, null, null],
    )
  })

  it('is a stretch by its ends, in either spelling, behind the summary', () => {
    const expected = { keep: [['a', 'b']], tail: 'b', anchor: 's', messages: [] }
    assert.deepEqual(of({ preservedSegment: { headUuid: 'a', tailUuid: 'b', anchorUuid: 's' } }), expected)
    assert.deepEqual(of({ preservedSegment: { head: 'a', tail: 'b', anchor: 's' } }), expected)
  })

  it('is messages one by one, in the order of the talk; the last one is its end', () => {
    const keep = [
      ['a', 'a'],
      ['b', 'b'],
    ]
    assert.deepEqual(of({ preservedMessages: { uuids: ['a', 7, 'b'], anchorUuid: 's' } }), {
      keep,
      tail: 'b',
      anchor: 's',
      messages: ['a', 'b'],
    })
    for (const preservedMessages of [['a', 'b'], { allUuids: ['a', 'b'] }])
      assert.deepEqual(of({ preservedMessages }), { keep, tail: 'b', anchor: null, messages: ['a', 'b'] })
  })

  it('is called by what its lines are known by', () => {
    const metadata = { preservedSegment: { head: 'a', tail: 'b', anchor: 's' }, preservedMessages: ['c'] }
    const known = of(metadata, (uuid) => `${uuid}!`)
    assert.deepEqual(known, {
      keep: [
        ['a!', 'b!'],
        ['c!', 'c!'],
      ],
      tail: 'b!',
      anchor: 's!',
      messages: ['c!'],
    })
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc, { anyCodePoint } from '../../../support/properties.ts'
import { bucketOf, longId, shortId } from '../../../../src/app/imports/append/lineNames.ts'
import { lineIdBuckets } from '../../../../src/domain/records/importMarks.ts'

describe('an id of a line', () => {
  it('is remembered in 23 characters where it is a UUID', () => {
    const id = '0190b3c4-d5e6-7f80-9a1b-2c3d4e5f6071'
    assert.equal(shortId(id).length, 23)
    assert.equal(longId(shortId(id)), id)
  })

  it('comes back as it was, whatever it is', () => {
    const id = fc.oneof(
      fc.uuid(),
      fc.string({ unit: anyCodePoint }),
      fc.constantFrom('', '~', '=', '~abc'),
      fc.uuid().map((one) => one.toUpperCase()),
    )
    fc.assert(fc.property(id, (given) => assert.equal(longId(shortId(given)), given)))
  })

  it('is in one bucket, and ids are spread over all of them', () => {
    const buckets = Array.from({ length: 2000 }, (_, k) => bucketOf(`id ${k}`))
    assert.deepEqual([...new Set(buckets)].sort(), [...lineIdBuckets].sort())
    assert.equal(bucketOf('id 0'), buckets[0])
  })
})

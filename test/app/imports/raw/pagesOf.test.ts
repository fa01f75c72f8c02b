import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../../support/properties.ts'
import { pagesOf } from '../../../../src/app/imports/raw/pagesOf.ts'

it('pages hold all that there is, in order, and all but the last are full', () => {
  assert.deepEqual([...pagesOf([], 3)], [])
  assert.deepEqual([...pagesOf(new Set([1, 2, 3]), 3)], [[1, 2, 3]])
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 5 }), (items, most) => {
      const pages = [...pagesOf(items, most)]
      assert.deepEqual(pages.flat(), items)
      assert.ok(pages.slice(0, -1).every(({ length }) => length === most))
      assert.ok(pages.every(({ length }) => length > 0 && length <= most))
    }),
  )
})

it('no more is read than the pages that are taken', () => {
  let read = 0
  const items = (function* () {
    for (;;) yield read++
  })()
  const [page] = pagesOf(items, 4)
  assert.deepEqual([page, read], [[0, 1, 2, 3], 4])
})

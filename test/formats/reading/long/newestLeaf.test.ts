import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { atOnce } from '../../../../src/formats/breaths.ts'
import { newestLeaf, type TimedPlace } from '../../../../src/formats/reading/long/newestLeaf.ts'

const leafOf = (places: readonly TimedPlace[]) => atOnce(newestLeaf(places))
const place = (id: string, parent: string | null, at: string | null): TimedPlace => ({ id, parent, at })

describe('the newest leaf of a tree', () => {
  it('is none where there is no entry, and the only entry where there is one', () => {
    assert.equal(leafOf([]), null)
    assert.equal(leafOf([place('a', null, null)]), 'a')
  })

  it('is the leaf of the newest time, not an entry in the middle', () => {
    assert.equal(leafOf([place('a', null, '9'), place('b', 'a', '2'), place('c', 'a', '1')]), 'b')
  })

  it('is the last one of several with one time, and never one without a time where another has one', () => {
    assert.equal(leafOf([place('a', null, '1'), place('b', null, '1')]), 'b')
    assert.equal(leafOf([place('a', null, '1'), place('b', null, null)]), 'a')
    assert.equal(leafOf([place('a', null, null), place('b', null, null)]), 'b')
  })

  it('is none where all entries are in a circle', () => {
    assert.equal(leafOf([place('a', 'b', '1'), place('b', 'a', '2')]), null)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Sight } from '../../src/storage/sight.ts'

describe('what a request has seen', () => {
  it('is answered by the leader until it is known, and by followers then', () => {
    const sight = new Sight()
    assert.deepEqual([sight.mayFollow, sight.bookmarks()], [false, []])
    sight.admit([])
    assert.equal(sight.mayFollow, true)
  })

  it('is answered by the leader alone once what is read decides on a write, whatever comes later', () => {
    const sight = new Sight()
    sight.admit(['a'])
    sight.stayAtLeader()
    sight.admit(['b'])
    assert.equal(sight.mayFollow, false)
  })

  it('holds each bookmark once, its own and those that it came with', () => {
    const sight = new Sight()
    sight.admit(['a', 'b'])
    sight.admit(['b', 'c'])
    assert.deepEqual(sight.bookmarks(), ['a', 'b', 'c'])
  })

  it('gives up the bookmarks that a statement covered for those which it was given', () => {
    const sight = new Sight()
    sight.admit(['a', 'b'])
    sight.saw(['a'], ['d'])
    assert.deepEqual(sight.bookmarks(), ['b', 'd'])
  })

  it('loses nothing by a statement that was given none', () => {
    const sight = new Sight()
    sight.admit(['a'])
    sight.saw(['a'], [])
    assert.deepEqual(sight.bookmarks(), ['a'])
  })

  it('keeps what statements beside each other saw', () => {
    const sight = new Sight()
    sight.admit(['a'])
    const before = sight.bookmarks()
    sight.saw(before, ['b'])
    sight.saw(before, ['c'])
    assert.deepEqual(sight.bookmarks(), ['b', 'c'])
  })
})

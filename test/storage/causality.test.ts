import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Causality } from '../../src/storage/causality.ts'

describe('what a request has seen', () => {
  it('is answered by the leader until it is known, and by followers then', () => {
    const causality = new Causality()
    assert.deepEqual([causality.mayFollow, causality.bookmarks()], [false, []])
    causality.admit([])
    assert.equal(causality.mayFollow, true)
  })

  it('is answered by the leader alone once what is read decides on a write, whatever comes later', () => {
    const causality = new Causality()
    causality.admit(['a'])
    causality.readFromLeader()
    causality.admit(['b'])
    assert.equal(causality.mayFollow, false)
  })

  it('holds each bookmark once, its own and those that it came with', () => {
    const causality = new Causality()
    causality.admit(['a', 'b'])
    causality.admit(['b', 'c'])
    assert.deepEqual(causality.bookmarks(), ['a', 'b', 'c'])
  })

  it('gives up the bookmarks that a statement covered for those which it was given', () => {
    const causality = new Causality()
    causality.admit(['a', 'b'])
    causality.record(['a'], ['d'])
    assert.deepEqual(causality.bookmarks(), ['b', 'd'])
  })

  it('loses nothing by a statement that was given none', () => {
    const causality = new Causality()
    causality.admit(['a'])
    causality.record(['a'], [])
    assert.deepEqual(causality.bookmarks(), ['a'])
  })

  it('keeps what statements beside each other saw', () => {
    const causality = new Causality()
    causality.admit(['a'])
    const before = causality.bookmarks()
    causality.record(before, ['b'])
    causality.record(before, ['c'])
    assert.deepEqual(causality.bookmarks(), ['b', 'c'])
  })
})

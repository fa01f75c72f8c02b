import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seenTokens } from '../../src/http/seenTokens.ts'

const begin = seenTokens(Buffer.from('key'))

describe('a token of what was seen', () => {
  it('says what was seen to a server with the same key, and lets followers answer', () => {
    const one = begin()
    assert.equal(one.token(), null)
    one.sight.saw([], ['FB:a'])
    const next = seenTokens(Buffer.from('key'))()
    assert.equal(next.sight.mayFollow, false)
    next.admit(one.token() ?? '')
    assert.equal(next.sight.mayFollow, true)
    assert.deepEqual(next.sight.bookmarks(), ['FB:a'])
    next.sight.saw(['FB:a'], ['FB:b'])
    next.sight.stayAtLeader()
    assert.equal(next.sight.mayFollow, false)
    const both = begin()
    both.admit(`${one.token()}, ${next.token()}`)
    assert.deepEqual(both.sight.bookmarks(), ['FB:a', 'FB:b'])
  })

  it('says nothing where one of several is not ours: then the leader answers', () => {
    const one = begin()
    one.sight.saw([], ['FB:a'])
    const token = one.token() ?? ''
    const foreign = seenTokens(Buffer.from('other'))()
    foreign.sight.saw([], ['FB:b'])
    for (const wrong of ['', '.', 'x', 'x.y', `${token}x`, foreign.token() ?? '', `${token},${foreign.token()}`]) {
      const next = begin()
      next.admit(wrong)
      assert.deepEqual([next.sight.mayFollow, next.sight.bookmarks()], [false, []], wrong)
    }
  })

  it('is not given where it is longer than 1 KB', () => {
    const one = begin()
    one.sight.saw([], ['FB:a'])
    assert.ok((one.token() ?? '').length < 1024)
    one.sight.saw(
      [],
      Array.from({ length: 40 }, (_, n) => `FB:${'x'.repeat(30)}${n}`),
    )
    assert.equal(one.token(), null)
  })
})

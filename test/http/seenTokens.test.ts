import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seenTokens } from '../../src/http/seenTokens.ts'

const begin = seenTokens(Buffer.from('key'))

describe('a token of what was seen', () => {
  it('says what was seen to a server with the same key, and lets followers answer', () => {
    const one = begin()
    assert.equal(one.token(), null)
    one.causality.record([], ['FB:a'])
    const next = seenTokens(Buffer.from('key'))()
    assert.equal(next.causality.mayFollow, false)
    next.admit(one.token() ?? '')
    assert.equal(next.causality.mayFollow, true)
    assert.deepEqual(next.causality.bookmarks(), ['FB:a'])
    next.causality.record(['FB:a'], ['FB:b'])
    next.causality.readFromLeader()
    assert.equal(next.causality.mayFollow, false)
    const both = begin()
    both.admit(`${one.token()}, ${next.token()}`)
    assert.deepEqual(both.causality.bookmarks(), ['FB:a', 'FB:b'])
  })

  it('says nothing where one of several is not ours: then the leader answers', () => {
    const one = begin()
    one.causality.record([], ['FB:a'])
    const token = one.token() ?? ''
    const foreign = seenTokens(Buffer.from('other'))()
    foreign.causality.record([], ['FB:b'])
    for (const wrong of ['', '.', 'x', 'x.y', `${token}x`, foreign.token() ?? '', `${token},${foreign.token()}`]) {
      const next = begin()
      next.admit(wrong)
      assert.deepEqual([next.causality.mayFollow, next.causality.bookmarks()], [false, []], wrong)
    }
  })

  it('is not given where it is longer than 1 KB', () => {
    const one = begin()
    one.causality.record([], ['FB:a'])
    assert.ok((one.token() ?? '').length < 1024)
    one.causality.record(
      [],
      Array.from({ length: 40 }, (_, n) => `FB:${'x'.repeat(30)}${n}`),
    )
    assert.equal(one.token(), null)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../src/client/client.ts'
import { seenHeader, seenTokens } from '../../src/client/seen.ts'

describe('what a client has seen', () => {
  it('is what its answers said, each in the place of what its request sent', () => {
    const seen = seenTokens()
    const first = seen.begin()
    assert.equal(first.header, null)
    first.end('a')
    const [one, other] = [seen.begin(), seen.begin()]
    assert.deepEqual([one.header, other.header], ['a', 'a'])
    one.end('b')
    assert.equal(seen.begin().header, 'b')
    // It was sent before `b` came, and does not cover it.
    other.end('c')
    assert.equal(seen.begin().header, 'b,c')
    seen.begin().end('d')
    assert.equal(seen.begin().header, 'd')
  })

  it('is nothing after something was seen without a token, whatever else was on its way', () => {
    const seen = seenTokens()
    seen.begin().end('a')
    const late = seen.begin()
    seen.begin().end(null)
    assert.equal(seen.begin().header, null)
    late.end('b')
    assert.equal(seen.begin().header, null)
    seen.begin().end('c')
    const later = seen.begin()
    seen.forget()
    later.end('d')
    assert.equal(seen.begin().header, null)
  })

  it('is not sent where it is more than a header holds, and then the answer covers it', () => {
    const seen = seenTokens()
    const many = Array.from({ length: 9 }, () => seen.begin())
    many.forEach(({ end }, n) => end(String(n)))
    const all = seen.begin()
    assert.equal(all.header, null)
    all.end('whole')
    assert.equal(seen.begin().header, 'whole')
  })

  it('goes with each request of a connection, until an answer says nothing of it', async () => {
    const sent: (string | null)[] = []
    const answers = ['one', 'two', null, 'three']
    const fetch = (_: unknown, init?: RequestInit) => {
      sent.push(new Headers(init?.headers).get(seenHeader))
      const token = answers.shift() ?? null
      const headers = token === null ? {} : { [seenHeader]: token }
      return Promise.resolve(new Response('{"data":{}}', { headers }))
    }
    const client = await connect({ url: 'http://127.0.0.1:1', fetch })
    for (let n = 0; n < 4; n++) await client.query('{ viewer { tenant } }')
    assert.deepEqual(sent, [null, 'one', 'two', null])
  })
})

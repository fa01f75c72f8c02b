import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeOf } from '../src/serve.ts'

describe('the line of a start', () => {
  it('has an address that can be opened', () => {
    assert.equal(placeOf('127.0.0.1', 4000), 'http://127.0.0.1:4000/graphql')
    assert.equal(placeOf('::1', 1), 'http://[::1]:1/graphql')
    assert.equal(placeOf('[::1]', 1), 'http://[::1]:1/graphql')
  })

  it('has the port that a container is published as', () => {
    assert.equal(placeOf('0.0.0.0', 4000, 4010), 'http://127.0.0.1:4010/graphql')
  })

  it('names the port alone where nobody knows the address', () => {
    for (const host of ['0.0.0.0', '::', '[::]']) {
      assert.match(placeOf(host, 4000), /^port 4000 of all its addresses; .*published/, host)
      assert.doesNotMatch(placeOf(host, 4000), /:4000|0\.0\.0\.0/, host)
    }
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explorerAddress } from '../../../src/cli/verbs/open.ts'
import { idOfPart } from '../../../src/runtime/idInPath.ts'
import fc from '../../support/properties.ts'

describe('where the explorer shows a conversation', () => {
  it('is below the address of the server, with or without a slash at its end', () => {
    assert.equal(explorerAddress(new URL('http://127.0.0.1:4000'), 'trip'), 'http://127.0.0.1:4000/c/trip')
    for (const base of ['https://example.org/graph', 'https://example.org/graph/'])
      assert.equal(explorerAddress(new URL(base), 'trip'), 'https://example.org/graph/c/trip')
  })

  it('holds the id as one part of the path, whatever its letters', () => {
    const ids = fc
      .oneof(fc.constantFrom('.', '..', '~.', '~~..', '%2e'), fc.string({ unit: 'grapheme', minLength: 1 }))
      .filter((id) => !/\p{Surrogate}/u.test(id))
    fc.assert(
      fc.property(ids, (id) => {
        const { pathname, search, hash } = new URL(explorerAddress(new URL('http://a/base/'), id))
        assert.deepEqual([search, hash], ['', ''])
        assert.equal(idOfPart(decodeURIComponent(pathname.replace(/^\/base\/c\//, ''))), id)
      }),
    )
  })

  it('leaves the address that it was given as it was', () => {
    const server = new URL('http://a/base')
    explorerAddress(server, 'trip')
    assert.equal(server.href, 'http://a/base')
  })
})

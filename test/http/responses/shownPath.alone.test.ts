import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shownPath } from '../../../src/http/responses/shownPath.ts'
import fc from '../../support/properties.ts'

describe('a path as it may be logged', () => {
  it('is without its query', () => {
    assert.equal(shownPath('/attachments/a?sig=secret'), '/attachments/a')
    assert.equal(shownPath('/a?b?c'), '/a')
    assert.equal(shownPath('?sig=secret'), '')
    assert.equal(shownPath('/'), '/')
  })

  it('is without a key that is a part of it, wherever that is', () => {
    assert.equal(shownPath('/k/secret/graphql'), '/k/…/graphql')
    assert.equal(shownPath('k/secret'), 'k/…')
    assert.equal(shownPath('/base/k/secret?x=1'), '/base/k/…')
    assert.equal(shownPath('/book/1'), '/book/1')
  })

  it('is without a key however its path is encoded, and without one that stands in another place', () => {
    for (const k of ['%6b', '%6B', '%256b', '%25%36%62'])
      assert.equal(shownPath(`/${k}/secret/v1/models`), `/${k}/…/v1/models`)
    const key = `tg_${'a'.repeat(12)}_${'B'.repeat(43)}_cccccc`
    assert.equal(shownPath(`/keys/${key}/x`), '/keys/…/x')
    assert.equal(shownPath(`/keys/${key.replace('tg_', '%74g_')}`), '/keys/…')
    assert.equal(shownPath(`/x#k=${key}`), '/x')
  })

  it('is without a key that is encoded a thousand times over, and takes no longer for it', () => {
    const began = process.cpuUsage()
    const k = `%${'25'.repeat(10_000)}6b`
    assert.equal(shownPath(`/${k}/secret`), `/${k}/…`)
    const none = `%${'25'.repeat(10_000)}6c`
    assert.equal(shownPath(`/${none}/secret`), `/${none}/secret`)
    // Of the processor, not of the clock: a busy machine takes long for anything.
    assert.ok(process.cpuUsage(began).user < 1_000_000)
  })

  it('never holds the key or the query', () => {
    const word = fc.string({ unit: fc.constantFrom('Q', 'Z', '%', '-'), minLength: 3 })
    const path = fc.constantFrom('', '/proxy', '/a/b')
    fc.assert(
      fc.property(path, word, path, word, (before, key, after, query) => {
        const text = shownPath(`${before}/k/${key}${after}?q=${query}`)
        assert.equal(text, `${before}/k/…${after}`)
      }),
    )
  })
})

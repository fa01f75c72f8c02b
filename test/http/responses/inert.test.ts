import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inert, isForBrowser } from '../../../src/http/responses/inert.ts'

describe('an answer in words of others', () => {
  it('has no right of this origin, and is taken for nothing else than it says', () => {
    assert.equal(inert['x-content-type-options'], 'nosniff')
    assert.match(inert['content-security-policy'], /default-src 'none';.*sandbox$/)
  })

  it('is not for a browser that would show or run it, and is for programs and for what a page fetches', () => {
    const shown = [
      'document',
      'iframe',
      'frame',
      'object',
      'embed',
      'worker',
      'sharedworker',
      'serviceworker',
      'script',
      'style',
      'image',
    ]
    for (const destination of shown) assert.ok(isForBrowser({ 'sec-fetch-dest': destination }), destination)
    assert.ok(isForBrowser({ 'sec-fetch-mode': 'navigate' }))
    for (const headers of [{}, { 'sec-fetch-mode': 'cors' }, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }])
      assert.ok(!isForBrowser(headers))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { attachedAs, bytesOfUrl, hashedUrl, isAddress, urlOf } from '../../../src/adapters/turns/dataUrls.ts'

describe('a URL that holds its bytes', () => {
  it('gives them, and what stands before them', () => {
    assert.deepEqual(bytesOfUrl('data:text/plain;base64,aGk='), {
      head: 'data:text/plain;base64,',
      bytes: Buffer.from('hi'),
    })
    assert.equal(bytesOfUrl('DATA:;BASE64,aGk=')?.head, 'DATA:;BASE64,')
  })

  it('gives none where they would not come back as the same URL', () => {
    const urls = [
      '',
      'https://a/b',
      'data:,hi',
      'data:;base64,',
      'data:;base64,aGk',
      'data:;base64,aGk=\n',
      'data:;base64,a-_=',
      'data:;base64,%61',
    ]
    for (const url of urls) assert.equal(bytesOfUrl(url), null, url)
  })

  it('is made again of its bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('data:;base64,', 'data:image/png;a=b;base64,'),
        fc.uint8Array({ minLength: 1 }),
        (head, bytes) => {
          const read = bytesOfUrl(urlOf(head, bytes))
          assert.deepEqual([read?.head, [...(read?.bytes ?? [])]], [head, [...bytes]])
        },
      ),
    )
  })

  it('names its bytes by their hash, so that it is none', () => {
    assert.equal(hashedUrl('data:;base64,', 'ab'), 'data:;base64,sha256:ab')
    assert.equal(bytesOfUrl(hashedUrl('data:;base64,', 'ab')), null)
  })
})

describe('an address of an attachment', () => {
  it('is one of the web, of at most 8000 characters', () => {
    const longest = `https://a/${'b'.repeat(7990)}`
    for (const url of ['http://a', 'HTTPS://a/né?b#c', longest]) assert.equal(isAddress(url), true)
    for (const url of ['', 'ftp://a', 'data:,a', 'blob:https://a', 'a/b', 'https://', `${longest}b`])
      assert.equal(isAddress(url), false)
  })

  it('has no blank, no control character and none that turns the direction of text', () => {
    for (const sign of [' ', '\n', '\u0000', '\ud800', '\u202e', '\u2066'])
      assert.equal(isAddress(`https://a/${sign}b`), false)
  })
})

describe('what an attachment is called', () => {
  it('is its media type and its name where it takes them', () => {
    assert.deepEqual(attachedAs('image/svg+xml', 'né (1).svg'), { mediaType: 'image/svg+xml', fileName: 'né (1).svg' })
  })

  it('is nothing where it does not', () => {
    for (const type of [undefined, 7, '', 'image', 'a/b; c', `a/${'b'.repeat(254)}`])
      assert.deepEqual(attachedAs(type, undefined), {})
    for (const name of [null, '', '.hidden', 'a/b', '../a', 'a\nb', 'a'.repeat(256)])
      assert.deepEqual(attachedAs(undefined, name), {})
    assert.deepEqual(attachedAs(undefined, 'a'.repeat(255)), { fileName: 'a'.repeat(255) })
  })
})

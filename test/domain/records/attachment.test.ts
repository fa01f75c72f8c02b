import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attachmentIds, checkFileName, checkMediaType, checkUri } from '../../../src/domain/records/attachment.ts'
import { Refusal } from '../../../src/domain/refusals.ts'

const isBadInput = (thrown: unknown) => thrown instanceof Refusal && thrown.code === 'BAD_INPUT'

describe('a media type', () => {
  it('has its name in lower case, and its parameters as they were', () => {
    assert.equal(checkMediaType('Image/SVG+XML'), 'image/svg+xml')
    assert.equal(checkMediaType('audio/ogg; codecs="Opus"'), 'audio/ogg; codecs="Opus"')
    assert.equal(checkMediaType(null), 'application/octet-stream')
  })

  it('is refused when it is none', () => {
    for (const given of [
      '',
      'image',
      'image/',
      '/png',
      'a/b/c',
      'a/b;c',
      'a/b\r\nx: y',
      'a b/c',
      `a/${'b'.repeat(255)}`,
    ])
      assert.throws(() => checkMediaType(given), isBadInput, given)
  })
})

describe('a file name', () => {
  it('is kept as it is', () => {
    for (const given of ['a.txt', '.bashrc', '…', 'Bêtise 100%.pdf', 'a'.repeat(255), '🙂'])
      assert.doesNotThrow(() => checkFileName(given), given)
  })

  it('is refused when it leads elsewhere or cannot be shown', () => {
    for (const given of [
      '..',
      '.',
      'a/b',
      'c:\\x',
      '\0',
      'a\nb',
      '\u0085',
      'gpj\u202etxt',
      '\ud800',
      'a'.repeat(256),
      ' ',
    ])
      assert.throws(() => checkFileName(given), isBadInput, JSON.stringify(given))
  })
})

describe('a URI', () => {
  it('may have any scheme that runs nothing', () => {
    for (const given of ['https://a/b?c#d', 'file:///x', 's3://b/k', 'urn:x:y', 'mcp+x://a', 'mailto:a@b'])
      assert.doesNotThrow(() => checkUri(given), given)
  })

  it('is refused when it is relative, or has what may run', () => {
    for (const given of [
      'a',
      '/a',
      '//a',
      'javascript:x',
      'VBScript:x',
      'data:,x',
      'blob:https://a/b',
      'https://a b',
      'https://a\u0001',
    ])
      assert.throws(() => checkUri(given), isBadInput, given)
  })
})

describe('the attachments of content', () => {
  it('are named once each, in order', () => {
    const use = (attachmentId: string) => ({ type: 'attachment' as const, attachmentId })
    assert.deepEqual(attachmentIds([use('b'), { type: 'text', text: 'x' }, use('a'), use('b')]), ['b', 'a'])
  })
})

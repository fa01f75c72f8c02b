import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { servedAs } from '../../../src/http/responses/contentDisposition.ts'
import fc from '../../support/properties.ts'

describe('how bytes of a media type are served', () => {
  it('is to be shown where that runs nothing; text with its letters', () => {
    assert.deepEqual(servedAs('image/png', null), { contentType: 'image/png', disposition: 'inline' })
    assert.equal(servedAs('text/plain', null).contentType, 'text/plain; charset=utf-8')
    assert.equal(servedAs('image/png; x=y', null).disposition, 'inline')
  })

  it('is to be downloaded else, under its own type only where no browser runs that', () => {
    assert.deepEqual(servedAs('application/pdf', null), { contentType: 'application/pdf', disposition: 'attachment' })
    for (const type of [
      'text/html',
      'image/svg+xml',
      'application/xhtml+xml',
      'text/javascript',
      'TEXT/HTML',
      '',
      'image/png\r\nx: y',
    ])
      assert.deepEqual(
        servedAs(type, null),
        { contentType: 'application/octet-stream', disposition: 'attachment' },
        type,
      )
  })

  it('names the file twice: in plain letters for old clients, and whole', () => {
    assert.equal(
      servedAs('application/zip', 'Zürich "1".zip').disposition,
      `attachment; filename="Z_rich _1_.zip"; filename*=UTF-8''Z%C3%BCrich%20%221%22.zip`,
    )
  })

  it('is a header of one line, whatever the name, from which the name can be read', () => {
    const names = fc.string({ unit: 'grapheme' }).filter((name) => !/\p{Surrogate}/u.test(name))
    fc.assert(
      fc.property(names, (name) => {
        const { disposition } = servedAs('text/html', name)
        const [, plain, whole = ''] =
          /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''(\S*)$/.exec(disposition) ?? []
        assert.match(plain ?? '?', /^[\x20-\x7e]*$/)
        assert.equal(decodeURIComponent(whole), name)
      }),
    )
  })
})

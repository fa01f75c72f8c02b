import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { downloadUrl, percentEncoded } from '../../src/graphql/downloadUrl.ts'
import fc from '../support/properties.ts'
import { tenantFor } from '../support/tenants.ts'

const tenant = tenantFor('acme')
const stored = { id: 'abc', uri: null }

describe('where the bytes of an attachment are served', () => {
  it('is by its id, with the name of the file where it has one', () => {
    assert.equal(downloadUrl(stored, null, tenant, null), '/attachments/abc')
    assert.equal(
      downloadUrl(stored, "a & b's (1).png", tenant, null),
      '/attachments/abc?fileName=a%20%26%20b%27s%20%281%29.png',
    )
  })

  it('is nowhere where the attachment is the address of another place', () => {
    assert.equal(downloadUrl({ id: 'abc', uri: 'https://example.org/x' }, 'x', tenant, null), null)
  })

  it('holds what signs exactly this download, where callers must be known', () => {
    const signed = downloadUrl(stored, 'x.png', tenant, ({ tenant: of, id, fileName }) => ({
      sig: `${of}/${id}/${fileName}`,
    }))
    assert.equal(signed, '/attachments/abc?fileName=x.png&sig=acme%2Fabc%2Fx.png')
  })

  it('gives every file name back, whatever its letters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((name) => !/\p{Surrogate}/u.test(name)),
        (name) => {
          const url = new URL(downloadUrl(stored, name, tenant, null) ?? '', 'http://a')
          assert.equal(url.searchParams.get('fileName'), name)
          assert.equal(url.hash, '')
        },
      ),
    )
  })

  it('is a text that a header may hold: no letter but those of RFC 5987', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        assert.match(percentEncoded(text), /^([\w.~!-]|%[0-9A-F]{2})*$/)
        assert.equal(decodeURIComponent(percentEncoded(text)), text)
      }),
    )
  })
})

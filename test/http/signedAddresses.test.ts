import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signedAddresses } from '../../src/http/signedAddresses.ts'
import fc from '../support/properties.ts'
import { tenantFor } from '../support/tenants.ts'

const key = Buffer.alloc(32, 7)
const download = { tenant: tenantFor('acme'), id: 'abc', fileName: 'é.png' }
const signed = (now: () => number = () => 1_000_000) => {
  const addresses = signedAddresses(key, 60, now)
  const { exp = '', sig = '', tenant } = addresses.sign(download)
  return { addresses, exp, sig, tenant }
}

describe('a signed address', () => {
  it('opens the download that it was made for, until its seconds are over', () => {
    let now = 1_000_999
    const { addresses, exp, sig, tenant } = signed(() => now)
    assert.deepEqual([tenant, exp], ['acme', '1060'])
    assert.equal(addresses.holds(download, { exp, sig }), true)
    now = 1_059_999
    assert.equal(addresses.holds(download, { exp, sig }), true)
    now = 1_060_000
    assert.equal(addresses.holds(download, { exp, sig }), false)
  })

  it('opens nothing else: no other file, name, tenant or time', () => {
    const { addresses, exp, sig } = signed()
    const others = [{ id: 'abd' }, { fileName: null }, { fileName: 'e.png' }, { tenant: 'acmf' }]
    for (const other of others) assert.equal(addresses.holds({ ...download, ...other }, { exp, sig }), false)
    for (const time of ['9999999999', '01060', '1060 ', '', '-1'])
      assert.equal(addresses.holds(download, { exp: time, sig }), false)
  })

  it('cannot be made without the key', () => {
    const { exp, sig } = signed()
    const others = signedAddresses(Buffer.alloc(32, 8), 60, () => 1_000_000)
    assert.equal(others.holds(download, { exp, sig }), false)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(signed().addresses.holds(download, { exp, sig: text }), text === sig)
      }),
      { numRuns: 50 },
    )
  })

  it('does not hold for parts that run into each other', () => {
    const addresses = signedAddresses(key, 60, () => 1_000_000)
    const { exp = '', sig = '' } = addresses.sign({ tenant: tenantFor('a'), id: 'bc', fileName: 'd' })
    assert.equal(addresses.holds({ tenant: 'ab', id: 'c', fileName: 'd' }, { exp, sig }), false)
    assert.equal(addresses.holds({ tenant: 'a', id: 'bcd', fileName: '' }, { exp, sig }), false)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Tenant } from '../../../src/domain/model.ts'
import { placeOf } from '../../../src/storage/attachments/place.ts'
import fc from '../../support/properties.ts'

const hash = 'ab'.repeat(32)
const place = (tenant: string, id = hash) => placeOf(tenant as Tenant, id)

describe('where bytes of a hash lie', () => {
  it('is in a folder of the tenant and one of the first two digits', () => {
    assert.deepEqual(place('acme'), ['acme', 'ab', hash])
    assert.deepEqual(place('a'.repeat(64))?.[0], 'a'.repeat(64))
  })

  it('is nowhere for what is no hash', () => {
    for (const id of ['', 'ab', hash.toUpperCase(), `${hash}0`, hash.slice(1), `../${hash.slice(3)}`, `${hash}\n`])
      assert.equal(place('acme', id), null, JSON.stringify(id))
  })

  it('is in a folder named by a hash for a tenant of other letters', () => {
    for (const tenant of ['Acme', '', '..', 'a/b', '~x', '-a', 'a'.repeat(65), 'acmé'])
      assert.match(place(tenant)?.[0] ?? '', /^~[0-9a-f]{64}$/, tenant)
  })

  it('is never the same for two tenants, even where letters of either case are one', () => {
    const tenants = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'A', '/', '.', 'é', '_') }),
      fc.string({ unit: fc.constantFrom('a', '0', '\0', '~', '😀') }),
    )
    fc.assert(
      fc.property(tenants, tenants, (one, other) => {
        fc.pre(one !== other && !/\p{Surrogate}/u.test(one + other))
        assert.notEqual(place(one)?.[0].toLowerCase(), place(other)?.[0].toLowerCase())
      }),
    )
  })
})

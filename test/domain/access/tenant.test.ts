import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc, { anyCodePoint } from '../../support/properties.ts'
import { defaultTenant, tenantNamed } from '../../../src/domain/access/tenant.ts'

describe('the name of a tenant', () => {
  it('is lower-case letters, digits, "_" and "-", the first a letter or digit', () => {
    for (const name of ['a', '0', 'team-1_b', 'x'.repeat(64), defaultTenant]) assert.equal(tenantNamed(name), name)
    for (const name of ['', '-a', '_a', 'A', 'é', 'a b', 'a/b', 'a\n', 'a.b', 'x'.repeat(65)])
      assert.equal(tenantNamed(name), null, JSON.stringify(name))
  })

  it('is the text itself or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint }), (name) => {
        assert.ok([name, null].includes(tenantNamed(name)))
      }),
    )
  })
})

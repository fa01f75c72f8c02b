import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { credentialTenants } from '../../../src/http/admission/inFlight.ts'
import { tenantNamed, type Tenant } from '../../../src/domain/access/tenant.ts'

const named = (name: string): Tenant => tenantNamed(name) ?? assert.fail(name)

describe('the tenants of headers that were seen', () => {
  it('are those that they led to last, and of none an empty name', () => {
    const seen = credentialTenants()
    assert.deepEqual([seen.by(undefined).tenant, seen.by('Bearer one').tenant], ['', ''])
    seen.by('Bearer one').note(named('acme'))
    seen.by('Bearer two').note(named('umbrella'))
    assert.deepEqual(
      ['Bearer one', 'Bearer two', 'Bearer three', undefined].map((header) => seen.by(header).tenant),
      ['acme', 'umbrella', '', ''],
    )
    seen.by('Bearer one').note(named('umbrella'))
    seen.by(undefined).note(named('default'))
    assert.deepEqual([seen.by('Bearer one').tenant, seen.by(undefined).tenant], ['umbrella', 'default'])
  })

  it('are no more than a few thousand', () => {
    const seen = credentialTenants()
    seen.by('Bearer first').note(named('acme'))
    for (let n = 0; n < 2_000; n++) seen.by(`Bearer ${n}`).note(named('acme'))
    assert.equal(seen.by('Bearer first').tenant, '')
    assert.equal(seen.by('Bearer 1999').tenant, 'acme')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tenantsSeen } from '../../../src/http/bounds/tenantsSeen.ts'
import { tenantNamed, type Tenant } from '../../../src/domain/tenant.ts'

const named = (name: string): Tenant => tenantNamed(name) ?? assert.fail(name)

describe('the tenants of headers that were seen', () => {
  it('are those that they led to last, and of none an empty name', () => {
    const seen = tenantsSeen()
    assert.deepEqual([seen.of(undefined), seen.of('Bearer one')], ['', ''])
    seen.note('Bearer one', named('acme'))
    seen.note('Bearer two', named('umbrella'))
    assert.deepEqual(
      ['Bearer one', 'Bearer two', 'Bearer three', undefined].map((header) => seen.of(header)),
      ['acme', 'umbrella', '', ''],
    )
    seen.note('Bearer one', named('umbrella'))
    seen.note(undefined, named('default'))
    assert.deepEqual([seen.of('Bearer one'), seen.of(undefined)], ['umbrella', 'default'])
  })

  it('are no more than a few thousand', () => {
    const seen = tenantsSeen()
    seen.note('Bearer first', named('acme'))
    for (let n = 0; n < 2_000; n++) seen.note(`Bearer ${n}`, named('acme'))
    assert.equal(seen.of('Bearer first'), '')
    assert.equal(seen.of('Bearer 1999'), 'acme')
  })
})

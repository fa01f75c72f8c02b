import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asBroughtIn } from '../../../src/domain/records/broughtIn.ts'
import type { Event } from '../../../src/domain/model.ts'
import { anonymous, operator } from '../../../src/domain/access/principal.ts'
import { fakeOf } from '../../support/fakes.ts'

const event = fakeOf<Event>('event', { id: 'e', kind: 'STORE', principal: null, details: { a: 1 } })

describe('a record that comes from another store', () => {
  it('leaves nobody of this store as who did it, and keeps what was said as words', () => {
    const key = { kind: 'KEY', id: 'k1', label: 'ann', scopes: ['WRITE'] } as const
    const brought = asBroughtIn({ ...event, principal: key })
    assert.deepEqual(brought, { ...event, details: { a: 1, broughtIn: { kind: 'KEY', id: 'k1', label: 'ann' } } })
    assert.deepEqual(asBroughtIn(brought), brought)
    assert.equal(asBroughtIn({ ...event, principal: operator }).principal, null)
  })

  it('leaves what nobody did as it is, and lets nobody be called somebody', () => {
    assert.deepEqual(asBroughtIn(event), event)
    assert.deepEqual(asBroughtIn({ ...event, principal: { ...anonymous, id: 'ann' } }).principal, anonymous)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anonymous, operator, type Principal } from '../../../src/domain/access/principal.ts'
import { noScope, type Erasure } from '../../../src/domain/erasure/erasure.ts'
import { erasureOf, erasureRow } from '../../../src/storage/rows/erasure.ts'

const erasure: Erasure = {
  ...{
    id: 'e1',
    version: 2,
    at: '2026-01-01T00:00:00.000000000Z',
    state: 'DONE' as Erasure['state'],
    principal: operator,
  },
  ...{ reason: 'OTHER', note: 'asked by é', scope: { ...noScope, messages: 3 }, observationIds: ['o1', 'o2'] },
  ...{ things: ['ab'], digest: 'cd', residue: [], signature: null, purge: null },
  plan: { conversationIds: ['c1'], attachmentIds: [], askedAttachmentIds: [], entityIds: ['x'] },
}

describe('an erasure in a store', () => {
  it('comes out as it went in, whoever asked for it', () => {
    const key: Principal = { kind: 'KEY', id: 'k1', label: 'ci', scopes: ['READ', 'WRITE'] }
    for (const principal of [operator, anonymous, key]) {
      const one = { ...erasure, principal }
      assert.deepEqual(erasureOf(erasureRow(one)), one)
    }
    assert.deepEqual(erasureOf(erasureRow({ ...erasure, plan: null, note: null })).plan, null)
  })

  it('has its time and state in columns, by which it is listed', () => {
    const { id, version, at, state, body } = erasureRow(erasure)
    assert.deepEqual([id, version, at, state], ['e1', 2, erasure.at, erasure.state])
    assert.equal('at' in (JSON.parse(body) as object), false)
  })
})

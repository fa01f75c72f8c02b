import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AccessRefused, requireScope, unauthenticated } from '../../../src/app/access/accessRefused.ts'
import { accessScopes, anonymous, type AccessScope } from '../../../src/domain/access/principal.ts'

const may = (needed: AccessScope, ...scopes: AccessScope[]): boolean => {
  try {
    requireScope({ ...anonymous, scopes }, needed)
    return true
  } catch (thrown) {
    assert.ok(thrown instanceof AccessRefused)
    assert.deepEqual([thrown.code, thrown.details], ['FORBIDDEN', { scope: needed }])
    return false
  }
}

describe('a scope', () => {
  it('allows what needs it, and nothing else', () => {
    for (const needed of accessScopes)
      for (const scope of accessScopes.filter((one) => one !== 'WRITE'))
        assert.equal(may(needed, scope), needed === scope)
    assert.ok(!may('READ'))
    assert.ok(may('ERASE', 'READ', 'ERASE'))
  })

  it('of writing allows reading, for a mutation answers with what is there', () => {
    assert.deepEqual(
      accessScopes.filter((needed) => may(needed, 'WRITE')),
      ['READ', 'WRITE'],
    )
  })
})

it('all that is wrong with a caller has one answer', () => {
  const { code, details, message } = unauthenticated()
  assert.deepEqual([code, details], ['UNAUTHENTICATED', {}])
  assert.equal(message, unauthenticated().message)
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instantOf } from '../../../../src/domain/instants.ts'
import {
  compacted,
  compactedOrNull,
  expanded,
  expandedOrNull,
  instantFrom,
  timeText,
} from '../../../../src/storage/neo4j/reading/compactText.ts'
import fc from '../../../support/properties.ts'

describe('compact text', () => {
  it('comes out as it went in, also what has the form of compact text itself', () => {
    const id = '01a20283-6eef-73b1-ad2a-7764f0fa3896'
    for (const text of [
      id,
      id.toUpperCase(),
      'ab'.repeat(32),
      'AB'.repeat(32),
      'o1',
      '',
      '=',
      compacted(id),
      '=\u0000\ud800',
    ])
      assert.equal(expanded(compacted(text)), text)
    assert.equal(compacted(id).length, 22)
    assert.equal(compacted('ab'.repeat(32)).length, 43)
  })

  it('of an instant has its order and fits into a node', () => {
    const at = '2026-01-01T00:00:00.000000001Z'
    assert.equal(timeText(at), '2026-01-01 00:00:00.000000001')
    assert.equal(instantFrom(timeText(at)), at)
  })

  it('is as short only for what it can give back, whatever the text', () => {
    const text = fc.oneof(
      fc.uuid(),
      fc.string({ unit: fc.constantFrom('a', 'A', '/', '"', '\\', '\0', 'é', '😀', '\ud800') }),
      fc.string({ unit: fc.constantFrom('=', 'a', '0', '-'), maxLength: 70 }),
    )
    fc.assert(fc.property(text, (one) => assert.equal(expanded(compacted(one)), one)))
    assert.deepEqual([compactedOrNull(null), expandedOrNull(null)], [null, null])
  })

  it('of two instants has their order', () => {
    const instants = fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n }).map(instantOf)
    fc.assert(
      fc.property(instants, instants, (one, other) => assert.equal(timeText(one) < timeText(other), one < other)),
    )
  })
})

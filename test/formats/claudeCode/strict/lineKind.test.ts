import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineKind } from '../../../../src/formats/claudeCode/strict/lineKind.ts'

describe('the kind of a line', () => {
  it('is its type', () => {
    assert.deepEqual([lineKind({ type: 'user' }), lineKind({}), lineKind({ type: 7 })], ['user', '', ''])
    assert.equal(lineKind({ type: 'user', subtype: 'x', attachment: { type: 'y' } }), 'user')
  })

  it('has the subtype of what the system says', () => {
    assert.deepEqual(
      [lineKind({ type: 'system', subtype: 'compact_boundary' }), lineKind({ type: 'system' })],
      ['system/compact_boundary', 'system'],
    )
  })

  it('has the type of what it holds, where it holds something of a type of its own', () => {
    assert.equal(lineKind({ type: 'attachment', attachment: { type: 'file' } }), 'attachment/file')
    assert.equal(lineKind({ type: 'progress', data: { type: 'hook' } }), 'progress/hook')
    assert.deepEqual(
      [lineKind({ type: 'progress', attachment: { type: 'file' } }), lineKind({ type: 'attachment', attachment: 'x' })],
      ['progress', 'attachment'],
    )
    assert.equal(lineKind({ type: 'constructor' }), 'constructor')
  })
})

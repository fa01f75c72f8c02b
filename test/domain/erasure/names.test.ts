import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keyNames, names } from '../../../src/domain/erasure/names.ts'

describe('what the record of an idempotency key names', () => {
  it('is each id in it once, however deep it stands', () => {
    const results = [{ runId: 'r' }, { runId: 'r', forks: [{ conversationId: 'c' }, 'd'] }]
    assert.deepEqual(keyNames({ results }).sort(), ['c', 'd', 'r'])
  })

  it('is a message alone where its observation and conversation stand beside it: no erasure takes those without it', () => {
    const turn = { messageId: 'c:1', observationId: 'o', conversationId: 'c' }
    assert.deepEqual(keyNames([turn, { observationId: 'p' }]).sort(), ['c:1', 'p'])
  })

  it('is nothing that a sentence, a hash or a line of a ledger says, but whatever stands in a member of such a name', () => {
    const refusal = { code: 'NOT_FOUND', message: 'There is no "c".', pathHash: 'ab', eventId: 'e' }
    assert.deepEqual(keyNames(refusal), [])
    assert.deepEqual(keyNames({ message: { messageId: 'c:1' } }), ['c:1'])
  })

  it('is no text that is longer than an id', () => {
    assert.deepEqual(keyNames(['x'.repeat(2_600), 'x'.repeat(2_601), '']), ['x'.repeat(2_600)])
  })
})

describe('a value', () => {
  it('names what any text in it is', () => {
    const isNamed = (text: string) => text === 'c'
    assert.deepEqual([names({ a: [1, { b: 'c' }] }, isNamed), names({ c: null }, isNamed)], [true, false])
  })
})

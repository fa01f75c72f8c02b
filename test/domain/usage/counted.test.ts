import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc, { anyCodePoint } from '../../support/properties.ts'
import {
  answerKey,
  answerKeyOf,
  changesCounts,
  countedOf,
  failedCalls,
  isCounted,
  nameKey,
} from '../../../src/domain/usage/counted.ts'
import { spentOf } from '../../../src/domain/usage/counters.ts'
import type { Block, JsonObject, Observation } from '../../../src/domain/model.ts'
import { unplaced } from '../../support/tree/drawing.ts'

const call = (name: string): Block => ({ type: 'toolCall', callId: name, name, input: {} })
const failed = (callId: string, isError = true): Block => ({ type: 'toolResult', callId, content: 'no', isError })
const turn = (blocks: readonly Block[], more: Partial<Observation> = {}): Observation => ({
  ...unplaced('o', { role: 'ASSISTANT', blocks }),
  ...{ observedAt: '2026-01-02T23:59:59.999999999Z', model: 'm', usage: { answerId: 'a', inputTokens: 3 } },
  ...more,
})
const host = { origin: 'HOST' } as const
const corrected = (fields: JsonObject) => ({ overlay: { fields, provenance: {}, at: '' } })

describe('what a turn counts', () => {
  it('is in the bucket of its conversation, day, role and model', () => {
    const { bucket, usage, answerId } = countedOf(turn([]), host, null)
    assert.deepEqual(bucket, {
      conversationId: 'c',
      experiment: false,
      day: '2026-01-02',
      role: 'ASSISTANT',
      model: 'm',
    })
    assert.deepEqual([usage, answerId], [spentOf({ inputTokens: 3 }), 'a'])
    assert.equal(countedOf(turn([], { model: null }), { origin: 'EXPERIMENT' }, null).bucket.model, '')
    assert.equal(countedOf(turn([]), { origin: 'EXPERIMENT' }, null).bucket.experiment, true)
    assert.equal(countedOf(turn([], { usage: null }), host, null).usage, null)
  })

  it('has each tool for each call, and the failed ones by their calls', () => {
    const blocks = [call('ls'), call('ls'), call('read'), failed('k'), failed('x'), failed('y', false)]
    const { tools, failures } = countedOf(
      turn(blocks),
      host,
      null,
      new Map([
        ['k', 'bash'],
        ['y', 'cat'],
      ]),
    )
    assert.deepEqual(
      [tools, failures],
      [
        ['ls', 'ls', 'read'],
        ['bash', ''],
      ],
    )
    assert.deepEqual(failedCalls(blocks), ['k', 'x'])
  })

  it('is as corrections have it, but for the answer that it was stored with', () => {
    const message = corrected({
      model: 'n',
      usage: { answerId: 'b' },
      content: [call('cat')],
    })
    const counted = countedOf(turn([call('ls')]), host, message)
    assert.deepEqual(
      [counted.bucket.model, counted.answerId, counted.storedAnswerId, counted.tools],
      ['n', 'b', 'a', ['cat']],
    )
    const cleared = countedOf(turn([]), host, corrected({ usage: null, model: null }))
    assert.deepEqual([cleared.usage, cleared.answerId, cleared.bucket.model], [null, null, ''])
  })
})

it('a storing of a turn is counted, and no copy, restatement or note', () => {
  assert.ok(isCounted(turn([])))
  for (const more of [{ copyOf: 'x' }, { kind: 'RESTATEMENT' }, { kind: 'NOTE' }, { role: null }] as const)
    assert.ok(!isCounted(turn([], more)), JSON.stringify(more))
})

it('corrections of usage, model and content change what is counted', () => {
  for (const name of ['usage', 'model', 'content']) assert.ok(changesCounts(corrected({ [name]: null })), name)
  assert.ok(!changesCounts(corrected({ senderId: 'x' })))
  assert.ok(!changesCounts({ overlay: null }))
})

describe('a name as sums are kept by it', () => {
  it('is short, and has no half of a surrogate pair nor a NUL', () => {
    assert.equal(nameKey('read'), 'read')
    assert.equal(nameKey('x'.repeat(200)), 'x'.repeat(200))
    assert.equal(nameKey('x'.repeat(201)), `${'x'.repeat(200)}…`)
    assert.equal(nameKey('a\ud800b\0'), 'a\ufffdb\ufffd')
    assert.equal(nameKey(`${'x'.repeat(199)}😀`), `${'x'.repeat(199)}\ufffd…`, 'a pair that is cut is no half')
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, maxLength: 300 }), (name) => {
        assert.doesNotMatch(nameKey(name), /[\p{Surrogate}\0]/u)
        assert.ok(nameKey(name).length <= 201)
      }),
    )
  })

  it('of an answer is another one for another answer, however long', () => {
    assert.equal(answerKey('msg_1'), 'msg_1')
    const long = 'x'.repeat(200)
    const keys = [long, `${long}a`, `${long}b`, 'a\0', 'a\ud800'].map(answerKey)
    assert.equal(new Set(keys).size, 5)
    assert.equal(keys[0], long)
    for (const key of keys.slice(1)) assert.match(key, /^[0-9a-f]{64}$/)
    assert.deepEqual(
      [answerKeyOf(null), answerKeyOf({}), answerKeyOf({ answerId: null }), answerKeyOf({ answerId: 'a' })],
      [null, null, null, 'a'],
    )
  })
})

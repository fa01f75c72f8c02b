import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { AnswerPart } from '../../../src/domain/usage/answer.ts'
import type { Bucket, Counted } from '../../../src/domain/usage/counted.ts'
import { answerSumNames, answerSumOf, noSpent, type Spent } from '../../../src/domain/usage/counters.ts'
import {
  createFold,
  merged,
  moveOf,
  settled,
  shareOf,
  type Rollup,
  type UsageSum,
} from '../../../src/domain/usage/rollup.ts'
import type { EventKind, JsonObject } from '../../../src/domain/model.ts'

const bucket = (model = 'm', conversationId = 'c'): Bucket => ({
  conversationId,
  experiment: false,
  day: '2026-01-01',
  role: 'ASSISTANT',
  model,
})
const spent = (inputTokens: number, costUsd = 0): Spent => ({ ...noSpent, inputTokens, costUsd, stated: costUsd > 0 })
const turn = (id: string, more: Partial<Counted> = {}): Counted => ({
  ...{
    observationId: id,
    at: '2026-01-01T00:00:00.000000000Z',
    bucket: bucket(),
    answerId: null,
    storedAnswerId: null,
  },
  ...{ usage: null, tools: [], failures: [] },
  ...more,
})
const sums = (rollup: Pick<Rollup, 'usage'>) =>
  rollup.usage.map(({ model, observations, messages, answers, inputTokens }) => [
    model,
    observations,
    messages,
    answers,
    inputTokens,
  ])

describe('sums that are folded', () => {
  it('have a row for each bucket, with what its turns, messages and answers come to', () => {
    const fold = createFold()
    fold.turn(turn('a', { usage: spent(3) }), 1)
    fold.turn(turn('b', { usage: spent(4) }), 1)
    fold.turn(turn('d', { bucket: bucket('n') }), 1)
    fold.message(bucket('n'))
    assert.deepEqual(sums(fold.result()), [
      ['m', 2, 0, 2, 7],
      ['n', 1, 1, 0, 0],
    ])
    assert.deepEqual(createFold().result(), { usage: [], tools: [], moves: [], parts: [] })
  })

  it('have a row for each tool, with its calls, its failures and its share', () => {
    const fold = createFold()
    fold.turn(turn('a', { usage: spent(5), tools: ['ls', 'cat'], failures: ['ls'] }), 1)
    const rows = fold.result().tools.map(({ tool, calls, errors, inputTokens }) => [tool, calls, errors, inputTokens])
    assert.deepEqual(rows, [
      ['ls', 1, 1, 3],
      ['cat', 1, 0, 2],
    ])
  })

  it('are nothing once all is taken off again, rows too', () => {
    const fold = createFold()
    const one = turn('a', { usage: spent(5), tools: ['ls', 'cat'], failures: ['ls'] })
    fold.turn(one, 1)
    fold.turn(one, -1)
    assert.deepEqual(fold.result(), { usage: [], tools: [], moves: [], parts: [] })
  })

  it('keep buckets apart whose names run together', () => {
    const fold = createFold()
    for (const [model, id] of [
      ['1', 'c'],
      ['', 'c1'],
      ['a:b', 'c'],
      ['b', 'ca:'],
    ] as const)
      fold.turn(turn('a', { bucket: bucket(model, id) }), 1)
    assert.equal(fold.result().usage.length, 4)
  })

  it('never go beyond what a number keeps', () => {
    const fold = createFold()
    for (let k = 0; k < 3; k++) fold.turn(turn('a', { usage: spent(Number.MAX_SAFE_INTEGER) }), 1)
    assert.equal(fold.result().usage[0]?.inputTokens, Number.MAX_SAFE_INTEGER)
  })

  it('count an answer of several turns once, and leave out one of which a part goes', () => {
    const of = (id: string, inputTokens: number) =>
      turn(id, { answerId: 'x', storedAnswerId: 'x', usage: spent(inputTokens) })
    const fold = createFold()
    fold.turn(of('a', 3), 1)
    fold.turn(of('b', 5), 1)
    const alone = fold.alone()
    assert.deepEqual(sums(alone!.sums), [['m', 2, 0, 1, 5]])
    assert.deepEqual(
      alone?.answers.get('x')?.map(({ observationId }) => observationId),
      ['a', 'b'],
    )
    fold.turn(of('a', 3), -1)
    assert.equal(fold.alone(), null)
  })
})

describe('answers that are settled', () => {
  const part = (id: string, inputTokens: number): AnswerPart => ({
    observationId: id,
    at: '2026-01-01T00:00:00.000000000Z',
    bucket: bucket(),
    usage: spent(inputTokens),
    tools: [],
    counts: true,
  })
  const rollup = (...parts: AnswerPart[]): Rollup => ({
    usage: [],
    tools: [],
    moves: [],
    parts: parts.map((one) => ({ answerId: 'x', observationId: one.observationId, part: one })),
  })

  it('add what they count now less what they counted before', () => {
    const known = new Map([['x', [part('a', 3)]]])
    const { answers, rollup: added } = settled(rollup(part('b', 5)), known)
    assert.deepEqual(
      answers.get('x')?.map(({ observationId }) => observationId),
      ['a', 'b'],
    )
    assert.deepEqual(sums(added), [['m', 0, 0, 0, 2]])
    assert.deepEqual(sums(settled(rollup(part('b', 2)), known).rollup), [], 'a smaller part adds nothing')
    assert.deepEqual(sums(settled(rollup(part('b', 2)), new Map()).rollup), [['m', 0, 0, 1, 2]])
  })

  it('come to the same, one change after the other or all at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'd'), fc.nat(9)), { minLength: 1, maxLength: 6 }),
        (all) => {
          // prettier-ignore
          const parts = all.map(([id, inputTokens]) => part(id, inputTokens))
          let [known, usage]: [ReadonlyMap<string, readonly AnswerPart[]>, readonly UsageSum[]] = [new Map(), []]
          for (const one of parts) {
            const step = settled(rollup(one), known)
            known = step.answers
            usage = merged(usage, step.rollup.usage)
          }
          const whole = settled(rollup(...parts), new Map())
          assert.deepEqual([sums({ usage }), known], [sums(whole.rollup), whole.answers])
        },
      ),
    )
  })
})

it('the shares of calls come to the whole, numbers of tokens as whole numbers', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(100), fc.integer({ min: 1, max: 7 }), (inputTokens, cents, count) => {
      const whole = answerSumOf(spent(inputTokens, cents))
      const shares = Array.from({ length: count }, (_, k) => shareOf(whole, count, k))
      for (const name of answerSumNames) {
        const sum = shares.reduce((before, share) => before + share[name], 0)
        assert.ok(Math.abs(sum - whole[name]) < 1e-9, name)
        if (name !== 'costUsd') assert.ok(shares.every((share) => Number.isInteger(share[name])))
      }
    }),
  )
})

describe('a move', () => {
  const of = (kind: EventKind, details: JsonObject = {}) =>
    moveOf({ kind, at: '2026-01-02T00:00:00.000000000Z', conversationId: 'c', details }, { origin: 'EXPERIMENT' })

  it('is a rewind or an undo, or turns by which others left', () => {
    const shared = { conversationId: 'c', experiment: true, day: '2026-01-02' }
    assert.deepEqual(of('REWIND'), { ...shared, kind: 'REWIND', count: 1 })
    assert.deepEqual(of('UNDO'), { ...shared, kind: 'UNDO', count: 1 })
    assert.deepEqual(of('STORE', { leftTranscript: 4 }), { ...shared, kind: 'REPLACED', count: 1 })
    assert.deepEqual(of('STORE', { leftTranscript: 4, replacements: 3 }), { ...shared, kind: 'REPLACED', count: 3 })
  })

  it('is none of what else happens, and of numbers that cannot be', () => {
    for (const kind of ['SWITCH', 'FORK', 'IMPORT'] as const) assert.equal(of(kind, { leftTranscript: 1 }), null)
    for (const details of [
      {},
      { leftTranscript: 0 },
      { leftTranscript: '4' },
      { replacements: 0, leftTranscript: 1 },
      { replacements: 1e9 },
      { replacements: -1 },
    ])
      // prettier-ignore
      assert.equal(of('STORE', details), null, JSON.stringify(details))
  })
})

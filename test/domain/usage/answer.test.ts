import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  countOfAnswer,
  firstPart,
  packParts,
  partsOfTurn,
  unpackParts,
  withPart,
  type AnswerPart,
} from '../../../src/domain/usage/answer.ts'
import type { Counted } from '../../../src/domain/usage/counted.ts'
import { noSpent } from '../../../src/domain/usage/counters.ts'

const at = (n: number) => `2026-01-0${n}T00:00:00.000000000Z`
const part = (id: string, day: number, more: Partial<AnswerPart> = {}): AnswerPart => ({
  ...{ observationId: id, at: at(day), usage: noSpent, tools: [], counts: true },
  bucket: { conversationId: 'c', experiment: false, day: at(day).slice(0, 10), role: 'ASSISTANT', model: 'm' },
  ...more,
})
const change = (one: AnswerPart) => ({ answerId: 'a', observationId: one.observationId, part: one })

describe('the parts of a counted turn', () => {
  const { bucket } = part('o', 1)
  const counted = (more: Partial<Counted>): Counted => ({
    ...{
      observationId: 'o',
      at: at(1),
      bucket,
      answerId: 'a',
      storedAnswerId: 'a',
      usage: noSpent,
      tools: ['ls'],
      failures: [],
    },
    ...more,
  })
  const told = (more: Partial<Counted>) =>
    partsOfTurn(counted(more)).map(({ answerId, part: one }) => [answerId, one?.counts, one?.tools.length])

  it('are one of the answer that it names', () => {
    assert.deepEqual(told({}), [['a', true, 1]])
    assert.deepEqual(told({ answerId: null, storedAnswerId: null }), [])
  })

  it('are one that does not count of the answer that it was stored with, where a correction took it out', () => {
    assert.deepEqual(told({ answerId: 'b' }), [
      ['b', true, 1],
      ['a', false, 0],
    ])
    assert.deepEqual(told({ answerId: null }), [['a', false, 0]])
    assert.deepEqual(told({ usage: null }), [['a', false, 0]])
  })
})

describe('the parts of an answer', () => {
  it('are in the order of their times, one of each turn', () => {
    const ids = (parts: readonly AnswerPart[]) => parts.map(({ observationId }) => observationId).join('')
    const two = withPart(withPart([], change(part('b', 2))), change(part('a', 1)))
    assert.equal(ids(two), 'ab')
    assert.equal(ids(withPart(two, change(part('a', 3)))), 'ba')
    assert.equal(ids(withPart(two, change(part('c', 2)))), 'abc')
    assert.equal(ids(withPart(two, { answerId: 'a', observationId: 'a', part: null })), 'b')
    assert.deepEqual(withPart([], { answerId: 'a', observationId: 'a', part: null }), [])
  })

  it('count the largest of each counter, where the earliest of them stands', () => {
    const usage = (inputTokens: number, outputTokens: number, stated = false) => ({
      ...noSpent,
      inputTokens,
      outputTokens,
      stated,
    })
    const parts = [
      part('b', 2, { usage: usage(5, 1, true), tools: ['x'] }),
      part('a', 1, { usage: usage(1, 7), tools: ['y'] }),
    ]
    const count = countOfAnswer(parts)
    assert.deepEqual([count?.at, count?.bucket.day, count?.tools], [at(1), '2026-01-01', ['y', 'x']])
    assert.deepEqual(count?.usage, usage(5, 7, true))
    assert.equal(firstPart(parts)?.observationId, 'a')
  })

  it('count nothing where none of them counts', () => {
    for (const parts of [[], [part('a', 1, { counts: false })]])
      assert.deepEqual([countOfAnswer(parts), firstPart(parts)], [null, null])
    const [out, within] = [part('a', 1, { counts: false }), part('b', 2)]
    assert.equal(countOfAnswer([out, within])?.at, at(2))
  })

  it('come back as they were packed', () => {
    const any = fc.record({
      ...{ id: fc.string(), day: fc.integer({ min: 1, max: 9 }), counts: fc.boolean(), stated: fc.boolean() },
      ...{
        experiment: fc.boolean(),
        model: fc.string(),
        tools: fc.array(fc.string(), { maxLength: 2 }),
        input: fc.nat(),
      },
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (all) => {
        const parts = all.map(({ id, day, counts, stated, experiment, model, tools, input }) => {
          const { bucket } = part(id, day)
          return part(id, day, {
            counts,
            tools,
            bucket: { ...bucket, experiment, model },
            usage: { ...noSpent, inputTokens: input, costUsd: 0.5, stated },
          })
        })
        assert.deepEqual(unpackParts(packParts(parts)), parts)
      }),
    )
  })

  it('count the same in whatever order they come', () => {
    const any = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(9), fc.boolean()), { maxLength: 5 })
    fc.assert(
      fc.property(any, (all) => {
        const parts = all.map(([day, outputTokens, counts], k) =>
          part(`o${k}`, day, { counts, usage: { ...noSpent, outputTokens } }),
        )
        const added = (some: readonly AnswerPart[]) =>
          some.reduce<readonly AnswerPart[]>((before, one) => withPart(before, change(one)), [])
        assert.deepEqual(countOfAnswer(added(parts.toReversed())), countOfAnswer(added(parts)))
      }),
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Observation } from '../../../src/domain/model.ts'
import { observationOf, observationRow } from '../../../src/storage/rows/observation.ts'
import { converse, correct, rewind, store, textBlock } from '../../support/tree/acts.ts'
import { createWorld, known } from '../../support/world.ts'

/** A path with a tool call and its result, an edit beside it, a note, and a correction, which has no place. */
function observations(): Observation[] {
  const world = createWorld()
  converse(world, 'trip')
  const usage = { inputTokens: 10, outputTokens: 5, costUsd: 0.25 }
  const first = store(world, 'trip', { turnId: 'u1', role: 'USER' })
  store(world, 'trip', {
    turnId: 'a1',
    role: 'ASSISTANT',
    usage,
    blocks: [{ type: 'toolCall', callId: 'k', name: 'Read', input: {} }],
  })
  store(world, 'trip', {
    turnId: 't1',
    role: 'TOOL',
    blocks: [{ type: 'toolResult', callId: 'k', content: 'x', isError: true }],
  })
  rewind(world, 'trip', first)
  store(world, 'trip', { turnId: 'a2', role: 'ASSISTANT', blocks: [textBlock('né')] })
  store(world, 'trip', { kind: 'NOTE' })
  correct(world, known(world.messages, 'trip:a2'))
  return [...world.observations.values()]
}
const whole: Partial<Observation> = {
  ...{ senderId: 's', senderKind: 'person', model: 'm', runId: 'r', branchId: 'b', sourceKind: 'k', priority: 7 },
  ...{ fields: { a: [1] }, metadata: { b: null }, restates: 'o', salt: 'ab', externalId: 'x', copyOf: 'o0' },
}

describe('an observation in a store', () => {
  it('comes out as it went in, whole or lean, with a place or without', () => {
    const all = observations().flatMap((one) => [one, { ...one, ...whole }, { ...one, priority: 100 }])
    assert.ok(all.some(({ place }) => place === null) && all.some(({ place }) => (place?.openCalls.length ?? 0) > 0))
    for (const form of ['whole', 'lean'] as const)
      for (const one of all) assert.deepEqual(observationOf(observationRow(one, one.blocks, form)), one, form)
  })

  it('takes less room where it is lean: what is as usual, or follows from a column, is not in its body', () => {
    const [first] = observations()
    assert.ok(first)
    const usual = { ...first, priority: 100 }
    const [lean, other] = [observationRow(usual, usual.blocks, 'lean'), observationRow(usual)]
    assert.ok(lean.body.length < other.body.length)
    const { body: _, ...columns } = lean
    assert.deepEqual({ ...other, body: '' }, { ...columns, body: '' })
    assert.doesNotMatch(lean.body, /priority|"turns"|"entries"|"calls"/)
  })

  it('may have its blocks in another form, which its reader makes blocks of', () => {
    const [one] = observations()
    assert.ok(one)
    const row = observationRow(one, [{ type: 'text', text: 3 }])
    const read = observationOf(row, (blocks) => blocks.map((block) => ({ ...block, text: 'abc' }) as Block))
    assert.deepEqual(read.blocks, [textBlock('abc')])
  })

  it('has what is usual where its body says nothing', () => {
    const [one] = observations()
    assert.ok(one)
    const read = observationOf({ ...observationRow(one), body: '{"blocks":[]}' })
    assert.deepEqual([read.priority, read.fields, read.model, read.place], [100, {}, null, null])
  })

  it('says that it was erased only where it was', () => {
    const [one] = observations()
    assert.ok(one)
    const erased = { by: 'e1', begins: true, titled: true, failed: 0, declined: 0 }
    assert.deepEqual(observationOf(observationRow({ ...one, erased })).erased, erased)
    assert.equal('erased' in observationOf(observationRow(one)), false)
  })
})

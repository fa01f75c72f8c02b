import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLaterMessage, isMoved, relationOf } from '../../../../src/app/backups/conversation/relation.ts'
import type { Fact } from '../../../../src/domain/messages/snapshot.ts'
import { firstOf } from '../../../../src/domain/messages/messageSnapshot.ts'
import { unplaced } from '../../../support/tree/drawing.ts'

const state = (version: number, lastSeq = 0) => ({ version, lastSeq })

describe('two states of one thing', () => {
  it('of a conversation grow by its version and by its ledger', () => {
    const of = (...[stored, fields]: [number, number][]) =>
      relationOf('conversation', state(...stored!), state(...fields!))
    assert.equal(of([2, 5], [1, 4]), 'further')
    assert.equal(of([2, 5], [2, 4]), 'further')
    assert.equal(of([1, 4], [2, 4]), 'behind')
    assert.equal(of([1, 5], [2, 4]), null, 'neither can have become the other')
    assert.equal(of([2, 4], [2, 4]), null)
  })

  it('of other kinds that grow do so by their version, and the rest never', () => {
    assert.equal(relationOf('entity', state(2, 1), state(1, 9)), 'further')
    assert.equal(relationOf('annotations', state(1), state(2)), 'behind')
    assert.equal(relationOf('observation', state(2), state(1)), null)
  })

  it('of one are turned around when the two are', () => {
    const turned = { further: 'behind', behind: 'further' } as const
    for (const [a, b] of [
      [state(1, 1), state(2, 2)],
      [state(3, 1), state(1, 1)],
      [state(1, 2), state(2, 1)],
    ] as const) {
      // prettier-ignore
      const there = relationOf('conversation', a, b)
      assert.equal(relationOf('conversation', b, a), there && turned[there])
    }
  })
})

it('a later state of a message is of the same turn, and has no fewer observations', () => {
  const message = { ...firstOf(unplaced('a'), 't', null), observationCount: 2 }
  assert.ok(isLaterMessage(message, message))
  assert.ok(isLaterMessage(message, { ...message, observationCount: 3, deleted: true }))
  assert.ok(!isLaterMessage(message, { ...message, observationCount: 1 }))
  for (const other of [{ role: 'TOOL' }, { turnId: 'u' }, { createdAt: '' }] as const)
    assert.ok(!isLaterMessage(message, { ...message, ...other }))
})

it('a fact was moved where it is the same of another entity', () => {
  const fact: Fact = {
    id: 'f',
    kind: 'FACT',
    ownerKind: 'ENTITY',
    ownerId: 'a',
    fields: { x: 1 },
    priority: 100,
    specificity: null,
    sourceKind: null,
    note: null,
    observedAt: '',
    ingestedAt: '',
  }
  assert.ok(isMoved(fact, { ...fact, ownerId: 'b' }))
  assert.ok(!isMoved(fact, fact))
  assert.ok(!isMoved(fact, { ...fact, ownerId: 'b', fields: { x: 2 } }))
  assert.ok(!isMoved({ ...fact, ownerKind: 'RELATIONSHIP' }, { ...fact, ownerKind: 'RELATIONSHIP', ownerId: 'b' }))
})

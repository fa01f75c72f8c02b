import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ChangeSet, changeSetOf, overlay, valuesOf } from '../../../../src/app/write/draft/changeSet.ts'
import type { Observation } from '../../../../src/domain/model.ts'
import { newConversation } from '../../../../src/domain/messages/newConversation.ts'
import { tree } from '../../../support/tree/drawing.ts'
import { changes, event } from '../../../support/changes.ts'
import { fakeReads } from '../../../support/fakes.ts'

const drawn = tree('a  b<a  c<b')
const nodes = [...drawn.observations.values()]
const [a, b, c] = nodes as [Observation, Observation, Observation]
const stored = fakeReads({
  observation: (id: string) => Promise.resolve(id === 'a' ? a : null),
  range: () => Promise.resolve([a, b]),
  lineage: () => Promise.resolve([]),
  conversation: () => Promise.resolve(null),
})

/** Returns a set with what is drawn but its first node. */
function drafted(): ChangeSet {
  const changes = new ChangeSet()
  for (const node of [b, c]) changes.putObservation(node)
  for (const value of drawn.segments.values()) changes.putSegment({ isNew: true, value })
  return changes
}

describe('an overlay', () => {
  const whole = { segmentId: a.place?.segmentId ?? '', axis: 'depth', from: 0, to: 9 } as const

  it('answers from changes, and asks the store for the rest', async () => {
    const reads = overlay(stored, drafted())
    assert.equal(await reads.observation('c'), c)
    assert.equal(await reads.observation('a'), a)
    assert.equal((await reads.segmentNow(whole.segmentId)).tipId, 'c')
  })

  it('puts nodes behind those of the store, each once, though they may have been written meanwhile', async () => {
    assert.deepEqual(await overlay(stored, drafted()).range(whole), [a, b, c])
    assert.deepEqual(await overlay(stored, new ChangeSet()).range(whole), [a, b])
  })

  it('sees what comes to the changes later', async () => {
    const changes = new ChangeSet()
    const reads = overlay(stored, changes)
    assert.equal(await reads.observation('c'), null)
    changes.putObservation(c)
    assert.equal(await reads.observation('c'), c)
  })

  it('knows the lineage of a fork of a fork that are both new', async () => {
    const changes = new ChangeSet()
    const made = (id: string, of: string | null) => ({
      ...newConversation(id, '2026-01-01T00:00:00.000000000Z'),
      forkedFrom: of === null ? null : { conversationId: of, observationId: 'a', turn: 1, pathHash: '', eventId: 'e' },
    })
    for (const [id, of] of [
      ['one', null],
      ['two', 'one'],
      ['three', 'two'],
    ] as const)
      // prettier-ignore
      changes.conversations.set(id, { conversation: made(id, of), isNew: true })
    const ids = (await overlay(stored, changes).lineage('three')).map(({ id }) => id)
    assert.deepEqual(ids, ['two', 'one'])
  })
})

describe('a change set', () => {
  it('is written as its values, and read again from them', () => {
    const written = valuesOf([drafted()])
    assert.deepEqual(valuesOf([changeSetOf(changes(event('e', 'c'), written))]), written)
    assert.deepEqual(written.observations, [b, c])
  })

  it('keeps a message new that changes again in the same write', () => {
    const changes = new ChangeSet()
    const value = { id: 'm' } as Parameters<ChangeSet['putMessage']>[0]['value']
    changes.putMessage({ isNew: true, value })
    changes.putMessage({ isNew: false, value })
    assert.deepEqual(valuesOf([changes]).messages, [{ isNew: true, value }])
  })
})

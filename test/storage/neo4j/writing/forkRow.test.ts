import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forkRow } from '../../../../src/storage/neo4j/writing/forkRow.ts'
import { run } from '../../../support/records/acts.ts'
import { given } from '../given.ts'
import { rowOf, shapes } from './shapes.ts'

const { world, made, nextTurn, named, forked } = shapes()
const [own, also] = forked.events
const [conversation] = forked.conversations

describe('the row that makes a fork', () => {
  it('names the source, the point and how many lines each ledger gets', () => {
    const row = rowOf(forkRow, forked)
    assert.ok(row)
    const from = conversation?.value.forkedFrom
    assert.deepEqual([row['conversationId'], row['sourceId'], row['pointId']], ['alt', 'trip', from?.observationId])
    assert.deepEqual([given(row['ownEvents']), given(row['sourceEvents'])], [1n, 1n])
    assert.equal(row['isSourceFirst'], false, 'locks are taken in the order of ids')
    const events = row['events'] as readonly {
      readonly isOwn: boolean
      readonly ordinal: never
      readonly props: { readonly conversationId: string }
    }[]
    assert.deepEqual(
      events.map(({ isOwn, ordinal, props }) => [isOwn, given(ordinal), props.conversationId]),
      [
        [true, 1n, 'alt'],
        [false, 1n, 'trip'],
      ],
    )
  })

  it('is none where nothing is forked, or the fork is there', () => {
    for (const changes of [made, nextTurn, named]) assert.equal(rowOf(forkRow, changes), null)
    assert.ok(conversation)
    assert.equal(rowOf(forkRow, { ...forked, conversations: [{ ...conversation, expected: 1 }] }), null)
  })

  it('is none where one of both ledgers says nothing of it, or another ledger does', () => {
    assert.ok(also)
    assert.equal(rowOf(forkRow, { ...forked, events: [own] }), null)
    assert.equal(rowOf(forkRow, { ...forked, events: [also] }), null)
    assert.equal(
      rowOf(forkRow, { ...forked, events: [own, also, { ...also, id: 'e9', conversationId: 'third' }] }),
      null,
    )
  })

  it('is none where more than a fork is made', () => {
    assert.equal(rowOf(forkRow, { ...forked, runs: [run(world, 'alt', 'r1')] }), null)
    assert.equal(rowOf(forkRow, { ...forked, observations: nextTurn.observations }), null)
  })
})

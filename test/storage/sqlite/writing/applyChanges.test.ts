import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Changes } from '../../../../src/domain/changes.ts'
import { applyChanges } from '../../../../src/storage/sqlite/writing/applyChanges.ts'
import { writeRequest } from '../../../../src/storage/sqlite/writing/writeRequest.ts'
import { changes, event } from '../../../support/changes.ts'
import { converse, fork, store } from '../../../support/tree/acts.ts'
import { createWorld } from '../../../support/world.ts'
import { creation } from '../../contract/writing.ts'
import { memory, tenantIn } from '../memory.ts'

function empty() {
  const connection = memory()
  const tenant = tenantIn(connection, 't')
  return { connection, apply: (one: Changes) => applyChanges(connection, tenant, writeRequest('', one)) }
}
const world = createWorld()
converse(world, 'trip')
const node = store(world, 'trip', { turnId: 'u1' })
fork(world, 'trip', node, 'alt')
const [made, stored, forked] = world.changes as readonly Changes[] as readonly [Changes, Changes, Changes]

describe('one write', () => {
  it('answers the number of each line in its ledger, without gaps, of each ledger by itself', () => {
    const { apply } = empty()
    const seqs = [made, stored, forked].map((one) => {
      const answer = apply(one)
      return answer.kind === 'written' ? answer.seqs.map(([, seq]) => seq) : answer
    })
    assert.deepEqual(seqs, [[1], [2], [1, 3]])
  })

  it('that was done before is answered as it was, and nothing is written twice', () => {
    const { connection, apply } = empty()
    apply(made)
    const first = apply(stored)
    assert.deepEqual(apply(stored), first)
    assert.deepEqual(
      connection.get('SELECT (SELECT count(*) FROM observations), (SELECT count(*) FROM events)'),
      [1, 2],
    )
  })

  it('is refused where a conversation is there, has another version, or is missing', () => {
    const { apply } = empty()
    assert.deepEqual(apply(changes(event('e1', 'gone'))), { kind: 'conversationMissing', conversationId: 'gone' })
    apply(made)
    assert.deepEqual(apply(changes(event('e2', 'trip'), { conversations: [creation('trip')] })), {
      kind: 'conversationChanged',
      conversationId: 'trip',
    })
    const [change] = stored.conversations
    assert.ok(change)
    assert.deepEqual(apply({ ...stored, conversations: [{ ...change, expected: 9 }] }), {
      kind: 'conversationChanged',
      conversationId: 'trip',
    })
  })

  it('is refused where its key was used, or a message is there that should be new', () => {
    const { apply } = empty()
    const key = { key: 'k', operation: 'o', inputHash: 'h', result: null, storedAt: '2026-01-01T00:00:00.000000000Z' }
    apply({ ...made, key })
    assert.equal(apply({ ...changes(event('e', 'trip')), key }).kind, 'keyUsed')
    apply(stored)
    const [change] = stored.conversations
    assert.ok(change)
    const again = {
      ...stored,
      events: [event('e3', 'trip')],
      conversations: [{ ...change, expected: change.value.version }],
    } as Changes
    assert.deepEqual(apply(again), { kind: 'messageExists', messageId: 'trip:u1' })
  })

  it('throws where what it changes is not there: that is a fault, no refusal', () => {
    const { apply } = empty()
    apply(made)
    const known = { ...stored, messages: stored.messages.map(({ value }) => ({ isNew: false, value })) }
    assert.throws(() => apply(known), /The message "trip:u1" is not there to be changed/)
  })

  it('of no conversation has no number', () => {
    const { connection, apply } = empty()
    assert.deepEqual(apply(changes(event('loose', null))), { kind: 'written', seqs: [] })
    assert.deepEqual(connection.get('SELECT count(*) FROM loose_events'), [1])
  })
})

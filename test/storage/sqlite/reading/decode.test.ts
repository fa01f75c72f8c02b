import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../../../src/domain/model.ts'
import * as decode from '../../../../src/storage/sqlite/reading/decode.ts'
import { byId, junction } from '../../../../src/storage/sqlite/reading/readSql.ts'
import { changes, event } from '../../../support/changes.ts'
import { checkpoint, converse, correct, fork, rewind, store, textBlock, update } from '../../../support/tree/acts.ts'
import { createWorld, known } from '../../../support/world.ts'
import { applied, memory, tenantIn } from '../memory.ts'

const connection = memory()
const tenant = tenantIn(connection, 't')
const world = createWorld()
converse(world, 'trip', { metadata: { tag: 'né', pinned: true }, cwd: '/w' })
const first = store(world, 'trip', { turnId: 'u1', blocks: [textBlock('Hello')] })
store(world, 'trip', { turnId: 'a1' })
rewind(world, 'trip', first)
store(world, 'trip', { turnId: 'a2', externalId: 'x' })
checkpoint(world, 'trip')
correct(world, known(world.messages, 'trip:u1'))
fork(world, 'trip', first, 'alt')
converse(world, '01a20283-6eef-73b1-ad2a-7764f0fa3896')
update(world, 'trip', { title: 'Mine' })
applied(connection, tenant, world.changes)
const key = {
  key: 'k',
  operation: 'storeTurn',
  inputHash: 'ab',
  result: { ids: [1, null] } as Json,
  storedAt: '2026-01-01T00:00:00.000000000Z',
}
const mark = { name: 'file', value: { line: 3 } }
applied(connection, tenant, [changes(event('loose', null, { note: 'né' }), { key, importMarks: [mark] })])

const row = (kind: keyof typeof byId, id: string) => {
  const found = connection.get(byId[kind], tenant, id)
  assert.ok(found, `${kind} ${id}`)
  return found
}

describe('rows back to values', () => {
  it('are conversations as they were, forks with their point, and ids of any form', () => {
    assert.equal(world.conversations.size, 3)
    for (const [id, one] of world.conversations)
      assert.deepEqual(decode.decodeConversation(row('conversations', id)), one)
  })

  it('are observations as they were, in the tree and outside it', () => {
    for (const [id, one] of world.observations) assert.deepEqual(decode.decodeObservation(row('observations', id)), one)
    assert.ok([...world.observations.values()].some(({ place }) => place === null))
  })

  it('are messages, segments and junctions as they were', () => {
    for (const [id, one] of world.messages) assert.deepEqual(decode.decodeMessage(row('messages', id)), one)
    for (const [id, one] of world.segments) assert.deepEqual(decode.decodeSegment(row('segments', id)), one)
    for (const one of world.junctions.values())
      assert.deepEqual(
        decode.decodeJunction(connection.get(junction, tenant, one.conversationId, one.parentId) ?? []),
        one,
      )
    assert.equal(world.junctions.size, 1)
  })

  it('are events as they were, with the move of a head and without a conversation', () => {
    for (const one of world.events) assert.deepEqual(decode.decodeEvent(row('events', one.id)), one)
    assert.ok(world.events.some(({ head }) => head !== null))
    assert.deepEqual(decode.decodeEvent(row('events', 'loose')), { ...event('loose', null, { note: 'né' }), seq: null })
  })

  it('are a frontier: a conversation, its head and that one’s segment; without a head nothing', () => {
    const { conversation, head, segment } = decode.decodeFrontier(row('frontiers', 'trip'))
    assert.equal(conversation.headId, head?.id)
    assert.equal(segment?.id, head?.place?.segmentId)
    const empty = decode.decodeFrontier(row('frontiers', '01a20283-6eef-73b1-ad2a-7764f0fa3896'))
    assert.deepEqual([empty.head, empty.segment], [null, null])
  })

  it('are keys, marks and directories with their JSON read', () => {
    assert.deepEqual(decode.decodeKey(row('keys', 'k')), key)
    assert.deepEqual(decode.decodeMark(row('importMarks', 'file')), mark)
    assert.deepEqual(decode.decodeDirectory(['"/w"', 2, 'now']), { cwd: '/w', conversations: 2, updatedAt: 'now' })
    assert.deepEqual(decode.named([1, 'a', 'b'], ['x', 'y'], 1), { x: 'a', y: 'b' })
  })
})

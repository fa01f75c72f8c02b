import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  foldRequest,
  registryRequest,
  roomForTurn,
  weightOf,
  writability,
  writeRequest,
} from '../../../../src/storage/sqlite/writing/writeRequest.ts'
import { changes, event } from '../../../support/changes.ts'
import { converse, fork, store } from '../../../support/tree/acts.ts'
import { createWorld } from '../../../support/world.ts'

const world = createWorld()
converse(world, 'trip', { title: 'né' })
const first = store(world, 'trip', { turnId: 'u1' })
fork(world, 'trip', first, 'alt')
const [made, stored, forked] = world.changes.map((one) => writeRequest('t', one))

describe('changes as rows for the writer', () => {
  it('say of a conversation which version it must have, and of what is new that it is', () => {
    assert.deepEqual([made?.conversations[0]?.expected, stored?.conversations[0]?.expected], [null, 1])
    assert.deepEqual([stored?.messages[0]?.isNew, stored?.segments[0]?.isNew], [true, true])
    assert.equal(stored?.observations[0]?.[0], first.id)
  })

  it('hold what a fork is of in columns: its source, its point and the line that made it', () => {
    const [conversation] = forked?.conversations ?? []
    assert.deepEqual(conversation?.row.slice(5, 8), ['trip', first.id, first.place.turn])
    assert.deepEqual(made?.conversations[0]?.row.slice(5, 10), [null, null, null, null, null])
  })

  it('hold the key, the marks and the stretches of a file as they are written', () => {
    const [bytes, at] = [Uint8Array.of(1), '2026-01-01T00:00:00.000000000Z']
    const request = writeRequest(
      't',
      changes(event('e', 'trip'), {
        key: { key: 'k', operation: 'o', inputHash: 'h', result: { messageId: 'm', observationId: 'o' }, storedAt: at },
        importMarks: [{ name: 'm', value: null }],
        rawChunks: [{ conversationId: 'trip', source: 's', firstLine: 1, lineCount: 2, bytes }],
      }),
    )
    const row = ['k', 'o', 'h', '{"messageId":"m","observationId":"o"}', at]
    assert.deepEqual(request.key, { row, names: ['m'] })
    assert.deepEqual([request.importMarks, request.rawChunks], [[['m', 'null']], [['trip', 's', 1, 2, bytes]]])
  })

  it('weigh one and each row that they write', () => {
    assert.equal(weightOf(writability), 1)
    assert.ok(stored)
    assert.equal(weightOf(stored), 4, 'the conversation, the message, the observation')
  })

  it('are nothing in requests for something else', () => {
    const requests = [roomForTurn, foldRequest('t', ['2026-01-01']), registryRequest('addApiKey', ['k'])]
    assert.deepEqual(
      requests.map((one) => [one.events.length, weightOf(one)]),
      [
        [0, 1],
        [0, 1],
        [0, 1],
      ],
    )
    assert.deepEqual([requests[1]?.tenant, requests[1]?.days], ['t', ['2026-01-01']])
  })
})

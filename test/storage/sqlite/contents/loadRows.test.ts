import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadBatch } from '../../../../src/domain/contents.ts'
import { loaderOn } from '../../../../src/storage/sqlite/contents/loader.ts'
import { loadRows } from '../../../../src/storage/sqlite/contents/loadRows.ts'
import {
  decodeConversation,
  decodeEvent,
  decodeMark,
  decodeMessage,
  decodeObservation,
  decodeRawChunk,
  decodeSegment,
} from '../../../../src/storage/sqlite/reading/decode.ts'
import { byId, rawChunks, rawSources } from '../../../../src/storage/sqlite/reading/readSql.ts'
import { event } from '../../../support/changes.ts'
import { converse, fork, store } from '../../../support/tree/acts.ts'
import { createWorld } from '../../../support/world.ts'
import { memory } from '../memory.ts'

const world = createWorld()
converse(world, 'trip', { title: 'né' })
const first = store(world, 'trip', { turnId: 'u1' })
store(world, 'trip', { turnId: 'a1' })
fork(world, 'trip', first, 'alt')
const loose = { ...event('loose', null), seq: null }
const chunk = (position: number, firstLine: number) => ({
  ...{
    conversationId: 'trip',
    source: `s${position}`,
    position,
    firstLine,
    lineCount: 2,
    bytes: Uint8Array.of(0, 255),
  },
})
const lastSeqs: Readonly<Record<string, number>> = { trip: 4, alt: 1 }
const batches: readonly LoadBatch[] = [
  {
    kind: 'conversation',
    values: [...world.conversations.values()].map((one) => ({ ...one, lastSeq: lastSeqs[one.id] ?? 0 })),
  },
  { kind: 'message', values: [...world.messages.values()] },
  { kind: 'segment', values: [...world.segments.values()] },
  { kind: 'observation', values: [...world.observations.values()] },
  { kind: 'event', values: [...world.events, loose] },
  { kind: 'rawChunk', values: [chunk(2, 1), chunk(1, 1), chunk(2, 3)] },
  { kind: 'importMark', values: [{ name: 'm', value: { line: 1 } }] },
  { kind: 'guard', values: [{ name: 'g', value: 3 }] },
  {
    kind: 'idempotencyKey',
    values: [
      {
        key: 'k',
        operation: 'o',
        inputHash: 'h',
        result: { messageId: 'trip:u1' },
        storedAt: '2026-01-01T00:00:00.000000000Z',
      },
    ],
  },
]
const connection = memory()
const answers = loaderOn(connection)([
  ...batches.flatMap((batch) => loadRows(batch).map((rows) => ({ tenant: 't', ...rows }))),
  { end: true },
])
const found =
  <T>(
    kind: 'conversations' | 'messages' | 'observations' | 'segments' | 'events' | 'importMarks',
    read: (row: readonly never[]) => T,
  ) =>
  (id: string): T | null => {
    const row = connection.get(byId[kind], 1, id)
    return row && read(row as readonly never[])
  }

describe('values as rows that are loaded', () => {
  it('are all written', () => {
    assert.deepEqual(
      answers.filter((answer) => 'failure' in answer),
      [],
    )
  })

  it('are read as they were: conversations, turns, segments and events, with a conversation or without', () => {
    for (const [id, one] of world.observations) assert.deepEqual(found('observations', decodeObservation)(id), one)
    for (const [id, one] of world.messages) assert.deepEqual(found('messages', decodeMessage)(id), one)
    for (const [id, one] of world.segments) assert.deepEqual(found('segments', decodeSegment)(id), one)
    for (const one of [...world.events, loose]) assert.deepEqual(found('events', decodeEvent)(one.id), one)
    for (const [id, one] of world.conversations) assert.deepEqual(found('conversations', decodeConversation)(id), one)
    assert.deepEqual(found('importMarks', decodeMark)('m'), { name: 'm', value: { line: 1 } })
  })

  it('keep the place of each source of a file, and its whole length', () => {
    assert.deepEqual(connection.all(rawSources, 1, 'trip'), [
      ['s1', 2],
      ['s2', 4],
    ])
    const rows = connection.allBytes(rawChunks, 1, 'trip', 's2', 1, 9)
    assert.deepEqual(
      rows.map((row) => decodeRawChunk(row).firstLine),
      [1, 3],
    )
  })

  it('keep the last number of each ledger and of each guard', () => {
    assert.deepEqual(connection.all('SELECT id, last_seq FROM conversations ORDER BY id'), [
      ['alt', 1],
      ['trip', 4],
    ])
    assert.deepEqual(connection.all('SELECT name, value FROM guards'), [['g', 3]])
  })

  it('are no rows where there are no values', () => {
    const rows = loadRows({ kind: 'event', values: [] })
    assert.deepEqual(
      rows.flatMap((one) => ('rows' in one ? one.rows : ['records'])),
      [],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Observation } from '../../../../src/domain/model.ts'
import { cwdKey } from '../../../../src/storage/rows/conversation.ts'
import { decodeConversation, decodeObservation } from '../../../../src/storage/sqlite/reading/decode.ts'
import * as sql from '../../../../src/storage/sqlite/reading/readSql.ts'
import { changes, event } from '../../../support/changes.ts'
import { converse, fork, store, update } from '../../../support/tree/acts.ts'
import { pathOf } from '../../../support/tree/plainTree.ts'
import { createWorld } from '../../../support/world.ts'
import { creation } from '../../contract/writing.ts'
import { applied, memory, tenantIn } from '../memory.ts'

const connection = memory()
const [tenant, other] = [tenantIn(connection, 't'), tenantIn(connection, 'other')]
const world = createWorld()
converse(world, 'trip', { cwd: '/né' })
const path = Array.from({ length: 6 }, (_, k) => store(world, 'trip', { turnId: `t${k}`, externalId: `x${k % 2}` }))
const [, second] = path
fork(world, 'trip', second ?? null, 'f1')
fork(world, 'f1', second ?? null, 'f2')
update(world, 'f2', { cwd: '/né' })
applied(connection, tenant, world.changes)
const twin = createWorld()
converse(twin, 'trip', { cwd: '/né' })
applied(connection, other, twin.changes)

const ids = (rows: readonly (readonly unknown[])[], at = 0) => rows.map((row) => decodeObservation(row as never, at).id)
const segmentId = second?.place.segmentId ?? ''

describe('nodes of a segment', () => {
  it('are those between two numbers, both included, in their order, along each axis', () => {
    for (const axis of ['depth', 'turn', 'entry'] as const) {
      const isIn = ({ place }: Observation) => (place?.[axis] ?? -1) >= 2 && (place?.[axis] ?? 9) <= 4
      assert.deepEqual(
        ids(connection.all(sql.ranges[axis].one, tenant, segmentId, 2, 4)),
        path.filter(isIn).map(({ id }) => id),
        axis,
      )
    }
    assert.deepEqual(connection.all(sql.ranges.depth.one, other, segmentId, 0, 9), [])
  })

  it('of several ranges come in the order of the ranges, each with its place among them', () => {
    const asked = JSON.stringify([
      [segmentId, 4, 5],
      ['none', 0, 9],
      [segmentId, 0, 0],
    ])
    const rows = connection.all(sql.ranges.depth.many, tenant, asked)
    assert.deepEqual(
      rows.map(([key]) => key),
      [0, 0, 2],
    )
    assert.deepEqual(ids(rows, 1), [path[4]?.id, path[5]?.id, path[0]?.id])
    assert.deepEqual(pathOf(world, path[5]?.id ?? '').length, 6)
  })
})

describe('what had an id where it came from', () => {
  it('is found by it, oldest first, one id or several', () => {
    const odd = path.filter((_, k) => k % 2 === 1).map(({ id }) => id)
    assert.deepEqual(ids(connection.all(sql.externals.one, tenant, 'x1')), odd)
    const rows = connection.all(sql.externals.many, tenant, JSON.stringify([['none'], ['x1']]))
    assert.deepEqual([rows.map(([key]) => key), ids(rows, 1)], [[1, 1, 1], odd])
  })
})

describe('the conversations that one was forked from', () => {
  it('are nearest first, and none for one that is no fork', () => {
    const lineage = (id: string) => connection.all(sql.lineage, tenant, id).map((row) => decodeConversation(row).id)
    assert.deepEqual(['f2', 'f1', 'trip', 'none'].map(lineage), [['f1', 'trip'], ['trip'], [], []])
  })
})

describe('directories', () => {
  it('are those of a tenant, the latest activity first, with how many conversations each has', () => {
    const rows = connection.all(sql.directories, tenant, null, null, 9)
    assert.deepEqual(
      rows.map(([key, count]) => [key, count]),
      [[cwdKey('/né'), 3]],
    )
    assert.deepEqual(connection.all(sql.directories, tenant, String(rows[0]?.[2]), cwdKey('/né'), 9), [])
  })
})

describe('stretches of a file', () => {
  const chunk = (firstLine: number, lineCount: number) => ({
    conversationId: 'file',
    source: 's',
    firstLine,
    lineCount,
    bytes: Uint8Array.of(firstLine),
  })
  applied(connection, tenant, [
    changes(event('e1', 'file'), {
      conversations: [creation('file')],
      rawChunks: [chunk(1, 3), chunk(4, 1), chunk(5, 10)],
    }),
  ])
  const from = (line: number, limit = 9) =>
    connection.allBytes(sql.rawChunks, tenant, 'file', 's', line, limit).map((row) => row[2])

  it('begin with the one that holds the line', () => {
    assert.deepEqual(
      [1, 3, 4, 5, 14].map((line) => from(line)),
      [[1, 4, 5], [1, 4, 5], [4, 5], [5], [5]],
    )
    assert.deepEqual([from(15), from(1, 2)], [[], [1, 4]])
    assert.deepEqual(connection.all(sql.rawSources, tenant, 'file'), [['s', 14]])
  })
})

describe('how many rows there are', () => {
  it('is counted of every kind, over all tenants', () => {
    const count = (kind: keyof typeof sql.rowCounts) => connection.get(sql.rowCounts[kind])?.[0]
    assert.deepEqual(
      [count('conversations'), count('observations'), count('rawChunks'), count('entities')],
      [5, 6, 3, 0],
    )
    for (const statement of Object.values(sql.rowCounts)) assert.equal(typeof connection.get(statement)?.[0], 'number')
  })
})

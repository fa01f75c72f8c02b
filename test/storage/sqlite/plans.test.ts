import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { listNames } from '../../support/records/lists.ts'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { messagesById } from '../../../src/storage/sqlite/bundles/sql.ts'
import { epochSql } from '../../../src/storage/sqlite/reading/observationCache/epochs.ts'
import * as keys from '../../../src/storage/sqlite/writing/keySql.ts'
import { lists } from '../../../src/storage/sqlite/lists/listSql.ts'
import { migrate } from '../../../src/storage/sqlite/migrations.ts'
import * as reads from '../../../src/storage/sqlite/reading/readSql.ts'
import { tables } from '../../../src/storage/sqlite/schema.ts'
import { endpointExists, relationshipLists } from '../../../src/storage/sqlite/records/relationship.ts'
import { leavesBelow, transcriptsWith } from '../../../src/storage/sqlite/descendants/sql.ts'
import { walkSql } from '../../../src/storage/sqlite/reading/walkSql.ts'
import * as writes from '../../../src/storage/sqlite/writing/writeSql.ts'
import { newPath } from './folder.ts'

describe('every statement finds its rows by an index, in order', () => {
  const path = newPath()
  const connection = connect(path, 'writer')
  migrate(connection, path)
  after(() => connection.close())

  const planOf = (sql: string) => {
    const rows = connection.all(`EXPLAIN QUERY PLAN ${sql}`)
    return rows.map((row) => String(row[3]))
  }
  const goesByIndex = (
    sql: string,
    { mayScan = /^SCAN (json_each|CONSTANT ROW|line|\(subquery)/, mayWork = false } = {},
  ) => {
    const plan = planOf(sql)
    for (const step of plan) {
      if (step.startsWith('SCAN')) assert.match(step, mayScan, plan.join('\n'))
      if (step.startsWith('SEARCH'))
        assert.match(step, /USING (COVERING )?INDEX|USING PRIMARY KEY|USING INTEGER PRIMARY KEY/)
      if (!mayWork) assert.doesNotMatch(step, /TEMP B-TREE|AUTOMATIC/, plan.join('\n'))
    }
  }

  for (const list of listNames)
    it(`of the list ${list}`, () => {
      const { first, tied, later, count } = lists[list]
      for (const sql of [first, tied, later, count]) {
        // Of events of the same time alone ids are sorted.
        goesByIndex(sql, { mayWork: list === 'eventsOfKind' })
        assert.match(planOf(sql).join('\n'), /SEARCH/)
      }
    })

  for (const [list, index] of [
    ['headMoves', 'events_head_moves'],
    ['checkpoints', 'events_checkpoints'],
    ['eventsOfKind', 'events_by_kind'],
  ] as const)
    it(`of the few events that are ${list}, without the rest of the ledger`, () => {
      const { first, tied, later, count } = lists[list]
      for (const sql of [first, tied, later, count]) assert.match(planOf(sql).join('\n'), new RegExp(`INDEX ${index} `))
    })

  for (const [kind, sql] of Object.entries(reads.byId)) it(`of ${kind} by id`, () => goesByIndex(sql))
  for (const [axis, sql] of Object.entries(reads.ranges))
    it(`of ranges by ${axis}`, () => {
      for (const text of [sql.one, sql.many]) {
        goesByIndex(text, { mayScan: /^SCAN asked/ })
        assert.match(
          planOf(text).join('\n'),
          /tenant=\? AND segment_id=\? AND (depth|turn|entry)>\? AND (depth|turn|entry)<\?/,
        )
      }
    })

  it('of idempotency keys by what their records name, and of those that have expired', () => {
    goesByIndex(keys.keysNaming, { mayScan: /^SCAN asked/ })
    assert.match(planOf(keys.keysNaming).join('\n'), /SEARCH n USING PRIMARY KEY \(tenant=\? AND name=\?\)/)
    for (const sql of Object.values(keys.expiredKeys)) goesByIndex(sql)
    assert.match(planOf(keys.expiredKeys.oldest).join('\n'), /keys_by_time \(tenant=\? AND stored_at<\?\)/)
  })

  it('of messages by their ids, and of the epoch of observations', () => {
    goesByIndex(messagesById, { mayScan: /^SCAN asked/ })
    goesByIndex(epochSql.one)
  })

  for (const [what, sql] of Object.entries({ leavesBelow, transcriptsWith }))
    it(`of ${what}: the segments that leave one, at each level`, () => {
      const plan = planOf(sql).filter((step) => step.includes('INDEX segments_by_exit'))
      assert.equal(plan.length, 2)
      for (const step of plan) assert.match(step, /\(tenant=\? AND <expr>=\?/)
    })

  it('of how many conversations are on a shelf: the index alone is read', () =>
    assert.match(planOf(reads.conversationsOnShelf).join('\n'), /COVERING INDEX conversations_by_shelf/))

  it('of the conversations by activity', () => {
    for (const sql of Object.values(reads.conversations)) goesByIndex(sql)
    assert.match(
      planOf(reads.conversations.below).join('\n'),
      /tenant=\? AND deleted=\? AND <expr>=\? AND activity_at>\? AND activity_at<\?/,
    )
  })

  it('of the conversations with a title that few have: one walk through those of the tenant', () => {
    for (const sql of Object.values(reads.scanned)) {
      goesByIndex(sql, { mayWork: true })
      assert.match(planOf(sql).join('\n'), /SEARCH conversations USING PRIMARY KEY \(tenant=\?\)/)
    }
    assert.match(planOf(reads.activityBehind).join('\n'), /COVERING INDEX conversations_by_shelf/)
  })

  it('of the forks of one conversation by activity, which are sorted', () => {
    for (const sql of Object.values(reads.forksOf)) goesByIndex(sql, { mayWork: true })
  })

  for (const [end, lists] of Object.entries(relationshipLists))
    for (const [type, { live, deleted }] of lists)
      it(`of relationships by ${end}, ${type ?? 'every type'}`, () => {
        for (const sql of [live, deleted].flatMap((it) => [it.first, it.tied, it.later, it.count])) {
          goesByIndex(sql)
          assert.match(planOf(sql).join('\n'), new RegExp(`tenant=\\? AND ${end}=\\? AND deleted=\\?`))
        }
      })

  it('of what a relationship ties', () => {
    for (const sql of Object.values(endpointExists)) goesByIndex(sql)
  })

  it('of many externals at once', () => goesByIndex(reads.externals.many, { mayScan: /^SCAN asked/ }))

  it('of externals, junctions and raw lines', () => {
    for (const sql of [reads.externals.one, reads.junction, reads.rawSources, reads.rawChunks]) goesByIndex(sql)
  })

  for (const [table, { first, later }] of Object.entries(walkSql))
    it(`of a walk through ${table}`, () => {
      goesByIndex(first)
      goesByIndex(later)
      assert.match(planOf(later).join('\n'), /tenant=\? AND (id|key|name)>\?/)
    })

  it('of lineages', () => goesByIndex(reads.lineage, { mayWork: true }))

  for (const [name, write] of Object.entries(writes))
    it(`of the write ${name}`, () => {
      for (const sql of typeof write === 'string' ? [write] : [write.withSum, write.summing]) goesByIndex(sql)
    })
  for (const [kind, { writes }] of Object.entries(tables))
    it(`of the writes of ${kind}`, () => {
      for (const sql of writes) goesByIndex(sql)
    })
})

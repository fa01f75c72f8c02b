/** Ids of 36 hexadecimal digits, which files of before have as bytes, are found after the migration. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { checkedColumns } from '../../../src/storage/sqlite/connection/faults.ts'
import { schemaVersion } from '../../../src/storage/sqlite/migrations.ts'
import { firstVersion, migrations, newestVersion } from '../../../src/storage/sqlite/schema.ts'
import { exactIds } from '../../../src/storage/sqlite/steps/exactIds.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { fill } from '../../support/changes.ts'
import { tenantFor } from '../../support/tenants.ts'
import { converse, createWorld, fork, headOf, rewind, store as put, type World } from '../../support/world.ts'
import { sameAnswers } from '../contract/answers.ts'
import { newPath } from './folder.ts'

const tenant = tenantFor('before')
const digits = Array.from({ length: 16 }, (_, k) => `${k.toString(16)}0123456789abcdef`.repeat(3).slice(0, 36))

/** A branched conversation and a fork whose observations and events have the ids. */
function worldOf(ids: readonly string[]): World {
  const world = createWorld({ ids: [...ids] })
  converse(world, 'talk')
  const root = put(world, 'talk')
  put(world, 'talk', { role: 'ASSISTANT' })
  put(world, 'talk', { parent: root })
  fork(world, 'talk', headOf(world, 'talk'), 'fork')
  const last = put(world, 'fork')
  put(world, 'fork', { role: 'ASSISTANT' })
  rewind(world, 'fork', last)
  return world
}

/** Stores the ids of a file as the version before did, which made bytes of any 36 digits, and gives it that version. */
function asBefore(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA foreign_keys = OFF')
  const other = { events: ['id', 'head_from', 'head_to'], conversations: ['fork_point', 'fork_event', 'head_id'] }
  const columns = { observations: ['id', 'parent_id'], segments: ['tip_id'], junctions: ['parent_id'], ...other }
  for (const [table, names] of Object.entries(columns))
    for (const name of names) database.exec(`UPDATE ${table} SET ${name} = unhex(${name}) WHERE length(${name}) = 36`)
  database.exec(`PRAGMA user_version = ${firstVersion + migrations.indexOf(exactIds) - 1}`)
  database.close()
  const connection = connect(path, 'writer')
  for (const table of Object.keys(columns) as (keyof typeof checkedColumns)[])
    connection.exec(`UPDATE ${table} SET sum = row_sum(${checkedColumns[table]})`)
  connection.close()
}

describe('a file in which ids of 36 digits are bytes', () => {
  for (const [what, ids] of Object.entries({ 'such ids': digits, 'none of them': [] }))
    it(`answers by every id once it is opened, with ${what}`, async () => {
      const [path, world] = [newPath(), worldOf(ids)]
      const before = await openSqliteStore({ path })
      await fill(before, tenant, world, 1)
      await before.close()
      asBefore(path)
      const store = await openSqliteStore({ path })
      try {
        await sameAnswers(store, tenant, world)
        put(world, 'fork')
        await fill(store, tenant, world)
        await sameAnswers(store, tenant, world)
        assert.deepEqual(await store.faults(), [])
      } finally {
        await store.close()
      }
      const file = connect(path, 'reader')
      assert.equal(schemaVersion(file), newestVersion)
      file.close()
    })
})

import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { erase } from '../../../src/app/erasures/erase.ts'
import type { Json } from '../../../src/domain/model.ts'
import { canonicalJson } from '../../../src/domain/tree/pathHash.ts'
import { defaultTenant } from '../../../src/domain/access/tenant.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { backedUp, everything, restored } from '../../support/backups.ts'
import { openDirectory } from '../../../src/storage/attachments/directory.ts'
import { actsOn } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { newPath } from './folder.ts'

/**
 * Tables that say nothing of their own: numbers of tenants, a filler, epochs, and segments, which are made anew. Keys open the
 * store that made them, or sign for it, and for no other.
 */
const notCarried = new Set(['tenants', 'disk_space', 'segments', 'api_keys', 'receipt_keys', 'observation_epochs'])
/** Columns of the same kind. */
const madeAnew = new Set(['segment_id', 'sum'])

type Row = Record<string, unknown>

function contentOf(path: string): Record<string, string[]> {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all() as { name: string }[]
  const content = tables.map(({ name }) => {
    const rows = database.prepare(`SELECT * FROM ${name}`).all() as Row[]
    const kept = rows.map((row) =>
      JSON.stringify(
        Object.entries(row).map(([column, value]) => (madeAnew.has(column) ? null : [column, shown(value)])),
      ),
    )
    return [name, kept.sort()] as const
  })
  database.close()
  return Object.fromEntries(content)
}

/** Bodies are JSON, whose members have no order. */
function shown(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  return canonicalJson(JSON.parse(value) as Json)
}

void it('a backup carries every column of every table: a new one cannot be forgotten', async () => {
  const folder = dirname(newPath())
  const bytes = await openDirectory(join(folder, 'bytes'))
  const paths = ['a.db', 'b.db'].map((name) => join(folder, name)) as [string, string]
  const stores = await Promise.all(paths.map((path) => openSqliteStore({ path })))
  const [from, to] = stores.map((store) =>
    actsOn(
      'default',
      () => store,
      () => bytes,
    ).scope({ tenant: 'default' }),
  )
  if (!from || !to) throw new Error('There are two.')
  await everything(from)
  await say(from, 'erasing', 'u1')
  await erase(from, { messageIds: ['erasing:u1'], reason: 'OTHER' })
  await restored(to, await backedUp(from))
  for (const store of stores) {
    await store.foldRollups(defaultTenant)
    assert.deepEqual(await store.faults(), [])
    await store.close()
  }
  const [before, after] = paths.map(contentOf)
  for (const [table, rows] of Object.entries(before ?? {})) {
    if (notCarried.has(table)) continue
    assert.ok(rows.length > 0, `everything() makes no row of the table "${table}": let it make one`)
    const differing = rows.filter((row) => !after?.[table]?.includes(row))
    assert.deepEqual([after?.[table]?.length, differing], [rows.length, []], `the table "${table}"`)
  }
})

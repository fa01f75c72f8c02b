import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { keptTables, tenantTables } from '../../../../src/storage/sqlite/registry/tenantRows.ts'
import { openSqliteStore } from '../../../../src/storage/sqlite/store.ts'

it('every table of a tenant is emptied when the tenant is erased, or is one that stays, or holds its keys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-rows-'))
  try {
    const path = join(folder, 'store.db')
    await (await openSqliteStore({ path })).close()
    const file = new DatabaseSync(path, { readOnly: true })
    const sql =
      "SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'tenant')"
    const tables = (file.prepare(sql).all() as { name: string }[]).map(({ name }) => name)
    file.close()
    assert.deepEqual(tables.sort(), [...Object.keys(tenantTables), ...keptTables, 'api_keys'].sort())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

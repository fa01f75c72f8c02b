import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { tableBytes } from '../../bench/support/tableBytes.ts'

void it('bytes of tables are those of whole pages, what lies in the log too, and no file is left beside', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a #1.db')
  const database = new DatabaseSync(file)
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (printf('%9000s', ''))")
  assert.equal(tableBytes(file).get('t'), 3 * 4096)
  database.close()
  assert.deepEqual(readdirSync(folder), ['a #1.db'])
})

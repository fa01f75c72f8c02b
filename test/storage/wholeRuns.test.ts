/** A SQLite file of the commit before runs and lines of ledgers left out what follows from others, and setups were packed. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import { integrity } from '../../src/app/integrity/integrity.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { within } from '../support/alteredLines.ts'
import { backedUp, restored } from '../support/backups.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'
import { record, setup } from './before/wholeRuns.ts'

const before = (name: string) =>
  brotliDecompressSync(readFileSync(new URL(`before/wholeRuns.${name}.br`, import.meta.url)))

/** The lines of a backup without that of its tenant, which said less before; the first says when it was made, the last counts. */
const linesOf = (backup: Buffer): string[] =>
  within(backup)
    .filter((line) => !line.startsWith('{"line":"tenant"'))
    .sort()

async function open(path: string) {
  const store = await openSqliteStore({ path })
  const bytes = await openDirectory(newFolder())
  const scope = () =>
    actsOn(
      'the store',
      () => store,
      () => bytes,
    ).scope({ tenant: 'one' })
  return { store, scope }
}

describeOnce('a SQLite file whose runs, lines and setups are whole', () => {
  it('holds what it held, and goes on with rows that are not', async (context) => {
    const path = join(newFolder(), 'store.db')
    writeFileSync(path, before('db'))
    const { store, scope } = await open(path)
    context.after(() => store.close())
    assert.deepEqual(linesOf(await backedUp(scope())), linesOf(before('ndjson')))
    await record(scope(), 'proxied', 'second')
    await record(scope(), 'new', 'third')
    const place = (conversationId: string, key: string) => ({ conversationId, kind: 'proxy.setup', key })
    const places = [place('proxied', 'first'), place('proxied', 'second'), place('new', 'third')]
    const records = await store.stateRecords(scope().tenant, places)
    assert.deepEqual(
      records.map((one) => one?.value),
      [setup, setup, setup],
    )
    // Titles that were derived by the rule of then begin with a capital: nothing else differs.
    const findings = []
    for (const id of ['proxied', 'talk', 'new'])
      for (const { code, details } of (await integrity(scope(), id)).findings) findings.push([id, code, details])
    const title = (kept: string, found: string) => ({ name: 'derivedTitle', kept, found })
    assert.deepEqual(findings, [
      ['proxied', 'SUMMARY_DIFFERS', title('First-u', 'first-u')],
      ['talk', 'SUMMARY_DIFFERS', title('U1', 'u1')],
    ])
    assert.deepEqual(await store.faults(), [])

    const mixed = await backedUp(scope())
    const other = await open(join(newFolder(), 'other.db'))
    context.after(() => other.store.close())
    await restored(other.scope(), mixed)
    assert.deepEqual(linesOf(await backedUp(other.scope())), linesOf(mixed))
  })

  it('gets rows that are shorter', async () => {
    const path = join(newFolder(), 'store.db')
    writeFileSync(path, before('db'))
    const { store, scope } = await open(path)
    await record(scope(), 'proxied', 'second')
    await store.close()
    const database = new DatabaseSync(path)
    const lengths = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map((row) => Number(Object.values(row as object)[0]))
    const setups = lengths("SELECT length(value) FROM state_records WHERE kind = 'proxy.setup' ORDER BY rowid")
    const runs = lengths("SELECT length(body) FROM runs WHERE run_id LIKE '%-COMPLETED' ORDER BY rowid")
    const lines = lengths(
      "SELECT length(body) FROM events WHERE conversation_id = 'proxied' AND kind = 'STORE' ORDER BY seq",
    )
    database.close()
    const saved = [setups, runs, lines].map(([whole = 0, short = 0]) => whole - short)
    assert.ok((saved[0] ?? 0) > 8_000, `setups ${setups.join()}`)
    assert.deepEqual([runs.length, (saved[1] ?? 0) > 150], [2, true], `runs ${runs.join()}`)
    assert.deepEqual([lines.length, (saved[2] ?? 0) > 70], [2, true], `lines ${lines.join()}`)
  })
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, renameSync, rmSync, statSync, truncateSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import { StoreLost, type GraphStore } from '../../../src/storage/graphStore.ts'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { changes, event, seqsOf } from '../../support/changes.ts'
import { creation } from '../contract/writing.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'

const creating = (id: string) => changes(event(`e ${id}`, id), { conversations: [creation(id)] })

/** What an operator, a script or a full quota may do to the files of a store that is open. */
const harms: Readonly<Record<string, (path: string) => void>> = {
  'the database was removed': (path) => unlinkSync(path),
  'the database was emptied': (path) => truncateSync(path, 0),
  'the database was cut': (path) => truncateSync(path, statSync(path).size - 4096),
  'the database was replaced by a copy': (path) => {
    cpSync(path, `${path}.copy`)
    renameSync(`${path}.copy`, path)
  },
  'the log was removed': (path) => unlinkSync(`${path}-wal`),
  'the log was emptied': (path) => truncateSync(`${path}-wal`, 0),
  'the log was cut in its header': (path) => truncateSync(`${path}-wal`, 20),
  'the log was cut': (path) => truncateSync(`${path}-wal`, statSync(`${path}-wal`).size - 4096),
  'the index of the log was removed': (path) => unlinkSync(`${path}-shm`),
  'the folder was removed': (path) => rmSync(dirname(path), { recursive: true }),
}

async function storeWith(count: number, path: string): Promise<GraphStore> {
  const store = await openSqliteStore({ path, readers: 1 })
  for (let k = 0; k < count; k++) seqsOf(await store.write(tenantFor('t'), creating(`c${k}`)))
  return store
}

/** Brings what the log holds into the database, as SQLite does by itself from time to time. */
function checkpoint(path: string, mode: 'PASSIVE' | 'TRUNCATE'): void {
  const other = connect(path, 'writer')
  assert.equal(other.get(`PRAGMA wal_checkpoint(${mode})`)?.[0], 0)
  other.close()
}

describe('a SQLite store whose files are harmed while it is open', () => {
  for (const [harm, inflict] of Object.entries(harms))
    it(`acknowledges no write, and is not ready: ${harm}`, async () => {
      const path = newPath('store/s.db')
      const store = await storeWith(20, path)
      checkpoint(path, 'PASSIVE')
      seqsOf(await store.write(tenantFor('t'), creating('before')))
      await store.ready()
      inflict(path)
      await assert.rejects(store.ready(), StoreLost)
      for (let k = 0; k < 3; k++) await assert.rejects(store.write(tenantFor('t'), creating(`late${k}`)), StoreLost)
      await assert.rejects(store.ready(), StoreLost)
      await store.close().catch(() => undefined)
    })

  it('says so of a write that was under way', async () => {
    const path = newPath()
    const store = await storeWith(1, path)
    const writes = Array.from({ length: 300 }, (_, k) => store.write(tenantFor('t'), creating(`w${k}`)))
    // By now they are with the thread that writes.
    await Promise.resolve()
    unlinkSync(path)
    const outcomes = await Promise.allSettled(writes)
    assert.ok(outcomes.every((it) => it.status === 'rejected' && it.reason instanceof StoreLost))
    await store.close()
  })
})

describe('a SQLite store beside another process that may do what it does', () => {
  it('goes on when that brings the log into the database, cuts it, and closes', async () => {
    const path = newPath()
    const store = await storeWith(20, path)
    let count = 0
    for (const mode of ['PASSIVE', 'TRUNCATE', 'TRUNCATE'] as const) {
      checkpoint(path, mode)
      // An answer to what was written already writes nothing.
      seqsOf(await store.write(tenantFor('t'), creating('c0')))
      await store.ready()
      seqsOf(await store.write(tenantFor('t'), creating(`after ${mode} ${count++}`)))
    }
    await store.close()
  })

  it('goes on when that makes the file smaller', async () => {
    const path = newPath()
    const store = await storeWith(300, path)
    checkpoint(path, 'TRUNCATE')
    const sizeBefore = statSync(path).size
    vacuumWithoutConversations(path)
    assert.ok(statSync(path).size < sizeBefore)
    seqsOf(await store.write(tenantFor('t'), creating('after')))
    await store.ready()
    await store.close()
  })
})

/** In a process of its own, as a person with a tool would. */
function vacuumWithoutConversations(path: string): void {
  const work = `
    import { DatabaseSync } from '@photostructure/sqlite'
    const database = new DatabaseSync(process.argv[1])
    database.exec("DELETE FROM events; DELETE FROM conversations WHERE id <> 'c0'; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', work, path], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
}

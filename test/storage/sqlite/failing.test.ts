import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreUnavailable } from '../../../src/storage/graphStore.ts'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate, schemaVersion } from '../../../src/storage/sqlite/migrations.ts'
import { walGuard } from '../../../src/storage/sqlite/connection/walGuard.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { writeRequest } from '../../../src/storage/sqlite/writing/writeRequest.ts'
import { writerOn } from '../../../src/storage/sqlite/threads/writer.ts'
import { changes, event, seqsOf } from '../../support/changes.ts'
import { converse, store as put, textBlock } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'
import { creation } from '../contract/writing.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'

const creating = (id: string) => changes(event(`e ${id}`, id), { conversations: [creation(id)] })

describe('a SQLite store that cannot write', () => {
  it('says so while another process holds the lock too long, and goes on afterwards', async () => {
    const path = newPath()
    const store = await openSqliteStore({ path })
    const other = connect(path, 'writer')
    other.exec('BEGIN IMMEDIATE')
    await assert.rejects(
      store.write(tenantFor('t'), creating('a')),
      (error) => error instanceof StoreUnavailable && !error.uncertain && /locked/.test(error.message),
    )
    other.exec('ROLLBACK')
    other.close()
    seqsOf(await store.write(tenantFor('t'), creating('a')))
    assert.deepEqual((await store.rowCounts())['conversations'], 1)
    await store.close()
  })

  it('applies nothing in half when the disk is full, and goes on with what fits', () => {
    const path = newPath()
    const connection = connect(path, 'writer')
    migrate(connection, path)
    const file = walGuard(path, connection)
    const writer = writerOn(connection, schemaVersion(connection), file)
    const pages = Number(connection.get('PRAGMA page_count')?.[0])
    connection.exec(`PRAGMA max_page_count = ${pages + 60}`)
    const large = createWorld()
    converse(large, 'large')
    for (let k = 0; k < 50; k++) put(large, 'large', { blocks: [textBlock('x'.repeat(10_000))] })
    const requests = [...large.changes, creating('small')].map((it) => writeRequest('t', it))
    const answers = requests.map((request) => writer.apply([request])[0])
    const written = answers.filter((it) => it && 'value' in it && it.value.kind === 'written').length
    const full = answers.filter((it) => it && 'failure' in it && it.failure.kind === 'full' && !it.failure.uncertain)
    assert.ok(written > 5 && full.length > 0, `${written} written, ${full.length} full`)
    assert.equal(connection.get('SELECT count(*) FROM events')?.[0], written)
    assert.deepEqual(connection.all('PRAGMA integrity_check'), [['ok']])
    file.close()
    connection.close()
  })

  it('refuses what is asked after it was closed, and answers what was asked before', async () => {
    const store = await openSqliteStore({ path: newPath() })
    const asked = Promise.all(Array.from({ length: 50 }, (_, k) => store.write(tenantFor('t'), creating(`c${k}`))))
    const closed = store.close()
    for (const outcome of await asked) assert.equal(outcome.kind, 'written')
    await closed
    await assert.rejects(store.write(tenantFor('t'), creating('late')), StoreUnavailable)
    await assert.rejects(store.conversations(tenantFor('t'), ['c0']), StoreUnavailable)
  })
})

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import { wordsOfQuery } from '../../../src/domain/search/wordExpression.ts'
import { followedIndex } from '../../../src/search/sqlite/followedIndex.ts'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate, schemaVersion } from '../../../src/storage/sqlite/migrations.ts'
import { migrations } from '../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { tenantFor } from '../../support/tenants.ts'
import { newPath } from './folder.ts'

const secret = 'the number of my card is 4000-1234'
const newFiles = () => ({ path: newPath(), index: newPath('search.db') })
const isWhole = (step: unknown) => typeof step === 'object'
const whole = migrations.findIndex(isWhole)

/** Says whether the file or its log holds the text. */
const holds = (path: string, text: string) =>
  [path, `${path}-wal`].some((name) => existsSync(name) && readFileSync(name).includes(text))

/** Makes a file as the version before had it, with rows of which some were deleted. */
function oldFile(path: string): void {
  const made = connect(path, 'writer')
  migrate(made, path, migrations.slice(0, whole))
  made.close()
  const database = new DatabaseSync(path)
  database.exec(`
    INSERT INTO tenants (tenant, name) VALUES (1, 't');
    INSERT INTO conversations (tenant, id, version, last_seq, created_at, activity_at, deleted, origin, metadata_key, body)
    VALUES (1, 'c', 1, 1, x'00', x'00', 0, 'HOST', '', '{"derived":["",""]}');
    INSERT INTO segments (tenant, id, conversation_id, tip_id, tip_depth, tip_at, body)
    VALUES (1, 's', 'c', x'00', 0, x'00', '{}');`)
  const add = database.prepare(`
    INSERT INTO observations (tenant, id, kind, conversation_id, role, observed_at, ingested_at, content_hash, segment_id,
      depth, body) VALUES (1, ?, 'TURN', 'c', 'USER', x'00', x'00', x'00', 's', ?, ?)`)
  const body = (text: string) => JSON.stringify({ blocks: [{ type: 'text', text }], priority: 1 })
  for (let k = 0; k < 60; k++) add.run(`o${k}`, k, body(k % 3 === 1 ? secret.repeat(40) : `fox ${k}`))
  database.exec(`DELETE FROM observations WHERE depth % 3 = 1`)
  database.close()
}

describe('a file', () => {
  it('of before what is deleted goes is written anew once, and the search index is right about it', async () => {
    const { path, index } = newFiles()
    oldFile(path)
    assert.ok(holds(path, secret))
    const foxes = () => {
      const opened = followedIndex(path, index)
      const query = parseQuery('fox')
      const request = { expression: wordsOfQuery(query), query, from: null, after: null, limit: 100 }
      const { candidates, behind } = opened.find(tenantFor('t'), request)
      opened.close()
      return { ids: candidates.map(({ id }) => id), behind }
    }
    const before = foxes()
    assert.deepEqual([before.ids.length, before.behind], [40, 0])
    const store = await openSqliteStore({ path })
    assert.ok(!holds(path, secret))
    await store.ready()
    await store.close()
    const again = connect(path, 'writer')
    assert.equal(schemaVersion(again), migrations.length)
    again.close()
    assert.deepEqual(foxes(), before)
  })

  it('that was killed before it was written anew, is so the next time', async () => {
    const { path } = newFiles()
    oldFile(path)
    const steps = migrations.slice(0, whole + 1)
    const killed = [...steps.slice(0, -1), { alone: () => assert.fail('killed') }]
    const connection = connect(path, 'writer')
    assert.throws(() => migrate(connection, path, killed), /killed/)
    assert.equal(schemaVersion(connection), whole)
    connection.close()
    await (await openSqliteStore({ path })).close()
    assert.ok(!holds(path, secret))
  })

  it('keeps nothing of what is deleted, once the log is brought into it', () => {
    const { path } = newFiles()
    const connection = connect(path, 'writer')
    migrate(connection, path)
    connection.exec(`INSERT INTO tenants (tenant, name) VALUES (1, 't')`)
    for (let k = 0; k < 300; k++)
      connection.run('INSERT INTO import_marks (tenant, name, value) VALUES (1, ?, ?)', `m${k}`, `${secret} ${k}`)
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    assert.ok(holds(path, secret))
    connection.exec('DELETE FROM import_marks; PRAGMA wal_checkpoint(TRUNCATE)')
    assert.ok(!holds(path, secret))
    connection.close()
  })
})

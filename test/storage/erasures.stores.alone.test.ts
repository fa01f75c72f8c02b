/** Stores of the version before there were erasures find the copies and restatements that they hold. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { erase } from '../../src/app/erasures/erase.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { firstVersion as firstOfNeo4j, migrations as migrationsOfNeo4j } from '../../src/storage/neo4j/schema.ts'
import { restatements } from '../../src/storage/neo4j/steps/echoes.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { erasuresAdded, firstVersion, migrations } from '../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'
import { say } from '../support/talk.ts'
import { noSearch } from '../support/fakes.ts'

async function scopesOf(store: GraphStore) {
  const bytes = await openDirectory(newFolder())
  const on = actsOn(
    'the store',
    () => store,
    () => bytes,
    () => noSearch,
  )
  return () => on.scope()
}

/** A turn that a fork says again. */
async function fill(store: GraphStore): Promise<void> {
  const scope = await scopesOf(store)
  await say(scope(), 'c', 'u1', 'first')
  await say(scope(), 'c', 'a1', 'second')
  await forkConversation(scope(), { source: 'c', newConversationId: 'f' })
  const { restated } = await say(scope(), 'f', 'u1', 'first')
  assert.ok(restated)
}

async function erasesBoth(store: GraphStore): Promise<void> {
  const scope = await scopesOf(store)
  const { affected, receipt } = await erase(scope(), { messageIds: ['c:u1'], reason: 'OTHER' })
  assert.deepEqual([affected.observations, affected.copies, receipt?.state], [2, 1, 'ERASED'])
  const [own, again] = await scope().store.messages(['c:u1', 'f:u1'])
  assert.deepEqual([own?.erased, again?.erased], [true, true])
}

describeOnce('a SQLite file of the version before there were erasures', () => {
  it('erases what it holds, with what was said again', async () => {
    const path = join(newFolder(), 'store.db')
    const before = await openSqliteStore({ path })
    await fill(before)
    await before.close()
    const connection = connect(path, 'writer')
    const version = firstVersion + migrations.indexOf(erasuresAdded) - 1
    connection.exec(`DROP TABLE erasures; DROP TABLE receipt_keys; DROP INDEX observations_copies;
      DROP INDEX observations_restatements; PRAGMA user_version = ${version}`)
    connection.close()
    const store = await openSqliteStore({ path })
    await erasesBoth(store)
    assert.deepEqual(await store.faults(), [])
    await store.close()
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`a Neo4j ${version} of the version before there were erasures`, { skip }, () => {
    it('erases what it holds, with what was said again', async () => {
      const address = await withNeo4j(line)
      const open = () => openNeo4jStore({ ...address, timeouts: { read: 60_000, write: 240_000 } })
      const before = await open()
      await fill(before).finally(() => before.close())
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      try {
        await driver.executeQuery('MATCH (o:Observation) REMOVE o.restates')
        for (const name of ['observation_copy', 'observation_restatement', 'erasure_listed', 'erasure_state'])
          await driver.executeQuery(`DROP INDEX ${name}`)
        for (const name of ['erasure_id', 'receipt_key_position']) await driver.executeQuery(`DROP CONSTRAINT ${name}`)
        // The step before it made their indexes.
        const steps = { version: neo4j.int(firstOfNeo4j + migrationsOfNeo4j.indexOf(restatements) - 2) }
        await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = $version', steps)
      } finally {
        await driver.close()
      }
      const store = await open()
      await erasesBoth(store).finally(() => store.close())
    })
  })
}

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { addExits } from '../../src/storage/neo4j/below/exitMigration.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { segmentsByExit } from '../../src/storage/sqlite/together/belowSql.ts'
import { connect } from '../../src/storage/sqlite/connection.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { fill } from '../support/changes.ts'
import { migrateAnew, takeAnewFrom } from '../support/migrateAnew.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'
import { converse, createWorld, fork, headOf, known, store as put, type World } from '../support/world.ts'

const levels = 30

/** Forks of forks, each with a turn of its own and a version of it. */
function nested(): World {
  const world = createWorld()
  converse(world, 'f0')
  put(world, 'f0')
  for (let level = 1; level <= levels; level++) {
    const point = headOf(world, `f${level - 1}`)
    fork(world, `f${level - 1}`, point, `f${level}`)
    put(world, `f${level}`, { parent: point })
    put(world, `f${level}`, { parent: point })
  }
  return world
}

const tenant = tenantFor('below')

/** Counts below the root of the first conversation. */
async function counts(store: GraphStore, world: World): Promise<number[]> {
  const [root] = world.observations.values()
  const { conversationId, place } = known(world.observations, root?.id ?? '')
  const { segmentId = '', depth = 0 } = place ?? {}
  const node = { conversationId, segmentId, depth }
  const asked = [
    { ...node, what: 'leaves' as const },
    { ...node, what: 'conversations' as const },
  ]
  return store.countsBelow(tenant, asked, 10_001)
}
/** The first plan of a write takes long where the machine is busy. */
const patient = { read: 120_000, write: 120_000 }
const expected = [2 * levels, levels + 1]

describeOnce('what is counted below a node', () => {
  it('of a SQLite file that was made before is counted after its start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-below-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const [path, world] = [join(folder, 'store.db'), nested()]
    const store = await openSqliteStore({ path })
    await fill(store, tenant, world)
    await store.close()
    const connection = connect(path, 'writer')
    connection.exec('DROP INDEX segments_by_exit')
    migrateAnew(connection, path, segmentsByExit)
    connection.close()
    const again = await openSqliteStore({ path })
    assert.deepEqual(await counts(again, world), expected)
    assert.deepEqual(await again.faults(), [])
    await again.close()
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`what is counted below a node on Neo4j ${version}`, { skip }, () => {
    it('that was made before is counted after its start', async () => {
      const [address, world] = [await withNeo4j(line), nested()]
      const store = await openNeo4jStore({ ...address, timeouts: patient })
      await fill(store, tenant, world)
      assert.deepEqual(await counts(store, world), expected)
      await store.close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      await driver.executeQuery('MATCH (:Segment {tenant: $tenant})-[e:EXITS]->() DELETE e', { tenant })
      await takeAnewFrom(driver, addExits)
      const again = await openNeo4jStore({ ...address, timeouts: patient })
      assert.deepEqual(await counts(again, world), expected)
      // Done twice it draws nothing more.
      await takeAnewFrom(driver, addExits)
      await driver.close()
      await again.close()
      const twice = await openNeo4jStore({ ...address, timeouts: patient })
      assert.deepEqual(await counts(twice, world), expected)
      await twice.close()
    })
  })
}

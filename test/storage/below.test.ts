import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import neo4j, { type ResultSummary } from 'neo4j-driver'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { BELOW } from '../../src/storage/neo4j/below/cypher.ts'
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
import type { TreeNode } from '../../src/domain/model.ts'
import { converse, createWorld, fork, headOf, known, pathOf, rewind, store as put, update } from '../support/world.ts'
import type { World } from '../support/world.ts'

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

/** More forks of a node than are looked at one by one, and heads that are no tips: below the node, at it and above it. */
function crowded(): { readonly world: World; readonly node: TreeNode } {
  const world = createWorld()
  converse(world, 'first')
  const [above, node, point] = [put(world, 'first'), put(world, 'first'), put(world, 'first')]
  for (let i = 0; i < 1_100; i++) {
    fork(world, 'first', i % 40 === 0 ? above : point, `fork ${i}`)
    put(world, `fork ${i}`)
  }
  for (let i = 1; i <= 3; i++) rewind(world, `fork ${i}`, node)
  for (let i = 4; i <= 5; i++) rewind(world, `fork ${i}`, above)
  const inside = headOf(world, 'fork 6')
  put(world, 'fork 6')
  fork(world, 'fork 6', inside, 'of a fork')
  return { world, node }
}

function deleteSome(world: World): void {
  for (const i of [2, 4, 6, 7, 8, 40]) update(world, `fork ${i}`, { deletedAt: world.now() })
}

/** What a look at every path finds below a node: leaves and conversations. */
function foundBelow({ world, node }: ReturnType<typeof crowded>): number[] {
  const isBelow = (id: string | null) => {
    const at = id === null ? undefined : world.observations.get(id)
    return at !== undefined && pathOf(world, at as TreeNode).some((it) => it.id === node.id)
  }
  const isThere = (id: string) => known(world.conversations, id).deletedAt === null
  const leaves = [...world.segments.values()].filter(
    ({ tipId, conversationId: owner }) =>
      tipId !== node.id && isBelow(tipId) && (isThere(owner) || owner === node.conversationId),
  )
  const standing = [...world.conversations.values()].filter(({ id, headId }) => isThere(id) && isBelow(headId))
  return [leaves.length, standing.length]
}

/** Counts where there is much, before and after some of it is deleted, and then the conversation itself. */
async function countsCrowd(store: GraphStore): Promise<void> {
  const { world, node } = crowded()
  const { conversationId, place } = node
  const at = { conversationId, segmentId: place.segmentId, depth: place.depth }
  const asked = (['leaves', 'conversations'] as const).map((what) => ({ ...at, what }))
  const check = async () => {
    await fill(store, crowd, world, 500)
    assert.deepEqual(await store.countsBelow(crowd, asked, 10_001), foundBelow({ world, node }))
  }
  await check()
  deleteSome(world)
  await check()
  update(world, 'first', { deletedAt: world.now() })
  await check()
}

const [tenant, crowd] = [tenantFor('below'), tenantFor('below, crowded')]

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
/** Bytes that the statement had at most. */
const memoryOf = ({ profile }: ResultSummary) =>
  Number(profile && (profile.arguments as { GlobalMemory?: unknown }).GlobalMemory)

/** The first plan of a write takes long where the machine is busy. */
const patient = { read: 120_000, write: 120_000 }
const expected = [2 * levels, levels + 1]

describeOnce('what is counted below a node', () => {
  it('where there is much, of which some is deleted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-below-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const store = await openSqliteStore({ path: join(folder, 'store.db') })
    await countsCrowd(store)
    await store.close()
  })

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
    it('where there is much, of which some is deleted', async () => {
      const store = await openNeo4jStore({ ...(await withNeo4j(line)), timeouts: patient })
      await countsCrowd(store)
      await store.close()
    })

    it('takes memory by how many there are, not by their square', async () => {
      const address = await withNeo4j(line)
      const { node } = crowded()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const q = {
        tenant: crowd,
        nodes: [[node.conversationId, node.place.segmentId, neo4j.int(node.place.depth)]],
        most: neo4j.int(10_001),
      }
      const most: number[] = []
      for (const text of Object.values(BELOW)) {
        const { records, summary } = await driver.executeQuery(`PROFILE ${text}`, { q })
        assert.ok(Number(records[0]?.get('walked')) > 1_000)
        most.push(memoryOf(summary))
      }
      await driver.close()
      for (const bytes of most) assert.ok(bytes < 4_000_000, `${bytes}: of a list in each row it is more`)
    })

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

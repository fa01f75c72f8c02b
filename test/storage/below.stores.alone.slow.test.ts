import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import neo4j, { type ResultSummary } from 'neo4j-driver'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { BELOW } from '../../src/storage/neo4j/descendants/cypher.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { fill } from '../support/changes.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'
import { converse, fork, headOf, rewind, store as put, update } from '../support/tree/acts.ts'
import { createWorld, known, type World } from '../support/world.ts'
import { sameBelow } from './contract/togetherAnswers.ts'

/** More forks of the first two nodes than are looked at one by one, and heads that are no tips: at, below and above the second. */
function crowded(): World {
  const world = createWorld()
  converse(world, 'first')
  const [node, point] = [put(world, 'first'), put(world, 'first')]
  for (let i = 0; i < 1_100; i++) {
    fork(world, 'first', i % 40 === 0 ? node : point, `fork ${i}`)
    put(world, `fork ${i}`)
  }
  put(world, 'first', { parent: node })
  for (let i = 1; i <= 3; i++) rewind(world, `fork ${i}`, node)
  for (let i = 4; i <= 5; i++) rewind(world, `fork ${i}`, point)
  const inside = headOf(world, 'fork 6')
  put(world, 'fork 6')
  fork(world, 'fork 6', inside, 'of a fork')
  return world
}

/** Counts where there is much: before and after some of it is deleted, the conversation itself, and more than the index is asked for. */
async function countsCrowd(store: GraphStore): Promise<World> {
  const world = crowded()
  const check = async (limit?: number) => {
    await fill(store, crowd, world, 500)
    await sameBelow(store, crowd, world, limit)
  }
  await check()
  for (const i of [2, 4, 6, 7, 8, 40]) update(world, `fork ${i}`, { deletedAt: world.now() })
  await check()
  update(world, 'first', { deletedAt: world.now() })
  await check()
  // Older than those that count, so that a list of so many deleted ones has none of these.
  const activityAt = known(world.conversations, 'first').createdAt
  for (let i = 0; i < 1_200; i++) converse(world, `gone ${i}`, { activityAt, deletedAt: world.now() })
  await check(1_150)
  return world
}

const crowd = tenantFor('below, crowded')

/** Where the root of the first conversation stands. */
function firstRoot(world: World) {
  const [root] = world.observations.values()
  const { conversationId, place } = known(world.observations, root?.id ?? '')
  const { segmentId = '', depth = 0 } = place ?? {}
  return { conversationId, segmentId, depth }
}

/** Bytes that the statement had at most. */
const memoryOf = ({ profile }: ResultSummary) =>
  Number(profile && (profile.arguments as { GlobalMemory?: unknown }).GlobalMemory)

/** The first plan of a write takes long where the machine is busy. */
const patient = { read: 120_000, write: 120_000 }

describeOnce('what is counted below a node', () => {
  it('where there is much, of which some is deleted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-below-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const store = await openSqliteStore({ path: join(folder, 'store.db') })
    await countsCrowd(store)
    await store.close()
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`what is counted below a node on Neo4j ${version}`, { skip }, () => {
    it('where there is much, of which some is deleted, in memory that does not go by its square', async () => {
      const address = await withNeo4j(line)
      const store = await openNeo4jStore({ ...address, timeouts: patient })
      const { conversationId, segmentId, depth } = firstRoot(await countsCrowd(store))
      await store.close()
      const q = { tenant: crowd, nodes: [[conversationId, segmentId, neo4j.int(depth)]], most: neo4j.int(10_001) }
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const most: number[] = []
      for (const text of Object.values(BELOW)) {
        const { records, summary } = await driver.executeQuery(`PROFILE ${text}`, { q })
        assert.ok(Number(records[0]?.get('walked')) > 1_000)
        most.push(memoryOf(summary))
      }
      await driver.close()
      for (const bytes of most) assert.ok(bytes < 4_000_000, `${bytes}: of a list in each row it is more`)
    })
  })
}

import { anonymous } from '../../src/domain/access/principal.ts'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { storeTurns } from '../../src/app/turns/storeTurns.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { unlimited } from '../../src/app/read/budget.ts'
import { noSearch } from '../support/scopes.ts'
import { createReads, createSegmentCache } from '../../src/app/read/reads.ts'
import { headOf } from '../../src/app/read/paths.ts'
import type { Scope } from '../../src/app/scope.ts'
import { defaultLimits } from '../../src/config/defaults.ts'
import { createLanes } from '../../src/app/write/lanes/lanes.ts'
import type { PathUsage } from '../../src/domain/model.ts'
import { createFresh } from '../../src/fresh.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { tenantStore } from '../../src/storage/tenantStore.ts'
import { usageOfPaths as neo4jUsageOfPaths } from '../../src/storage/neo4j/usageOfPaths.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { migrations } from '../../src/storage/sqlite/schema.ts'
import { usageOfPaths } from '../../src/storage/sqlite/steps/usageOfPaths.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { clear } from '../support/clearNeo4j.ts'
import { takeAnewFrom } from '../support/migrateAnew.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'

const fresh = createFresh()

function scopeOn(store: GraphStore): Scope {
  const bytes = {} as Scope['attachmentBytes']
  const own = tenantStore(store, tenantFor('t'))
  const reads = createReads(own, tenantFor('t'), createSegmentCache())
  const limits = { autoCheckpoint: false, limits: defaultLimits, budget: unlimited }
  return {
    tenant: tenantFor('t'),
    ...{ salted: false, nameKey: '', principal: anonymous },
    store: own,
    attachmentBytes: bytes,
    search: noSearch,
    lanes: createLanes(store),
    fresh,
    ...limits,
    reads,
  }
}

/** Two conversations of one family, with answers in parts, and one without usage. */
async function fill(store: GraphStore): Promise<void> {
  const turn = (conversationId: string, i: number) => ({
    conversationId,
    role: i % 2 === 0 ? ('USER' as const) : ('ASSISTANT' as const),
    blocks: [{ type: 'text' as const, text: `${i}` }],
    ...(i % 2 === 0
      ? {}
      : { usage: { inputTokens: i, outputTokens: 2 * i, costUsd: 0.1, answerId: `${conversationId} ${i >> 2}` } }),
  })
  const turns = (id: string, count: number) => Array.from({ length: count }, (_, i) => turn(id, i))
  await storeTurns(scopeOn(store), { turns: turns('source', 900) })
  await forkConversation(scopeOn(store), { source: 'source', at: { turn: 700 }, newConversationId: 'fork' })
  await storeTurns(scopeOn(store), { turns: turns('fork', 9) })
  await storeTurns(scopeOn(store), { turns: turns('plain', 1) })
}

async function sums(store: GraphStore): Promise<(PathUsage | undefined)[]> {
  const scope = scopeOn(store)
  const ends = ['source', 'fork', 'plain'].map(async (id) => {
    const conversation = await scope.reads.conversation(id)
    return conversation === null ? undefined : (await headOf(scope, conversation))?.place.usage
  })
  return Promise.all(ends)
}

describeOnce('the sums of usage', () => {
  it('of a SQLite file that was made without them are made at start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-usage-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'store.db')
    const store = await openSqliteStore({ path })
    await fill(store)
    const before = await sums(store)
    await store.close()
    const connection = connect(path, 'writer')
    connection.exec(`UPDATE observations SET body = json_remove(body, '$.place.usage')`)
    assert.ok(migrations.includes(usageOfPaths))
    usageOfPaths(connection)
    connection.close()
    const again = await openSqliteStore({ path })
    assert.deepEqual(await sums(again), before)
    assert.ok((before[0]?.answers ?? 0) > 100)
    await again.close()
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`the sums of usage on Neo4j ${version}`, { skip }, () => {
    it('that was made without them are made at start', async () => {
      const address = await withNeo4j(line)
      await clear(address)
      const store = await openNeo4jStore(address)
      await fill(store)
      const before = await sums(store)
      await store.close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const { records } = await driver.executeQuery('MATCH (o:Observation) RETURN o.id AS id, o.body AS body')
      const rows = records.map((record) => {
        const [hashes, body] = (record.get('body') as string).split('\n')
        const parsed = JSON.parse(body ?? '') as { place?: { usage?: unknown } }
        delete parsed.place?.usage
        return { id: record.get('id') as string, body: `${hashes}\n${JSON.stringify(parsed)}` }
      })
      await driver.executeQuery('UNWIND $rows AS r MATCH (o:Observation {id: r.id}) SET o.body = r.body', { rows })
      await takeAnewFrom(driver, neo4jUsageOfPaths)
      await driver.close()
      const again = await openNeo4jStore(address)
      assert.deepEqual(await sums(again), before)
      await again.close()
    })
  })
}

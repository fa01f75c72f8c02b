import assert from 'node:assert/strict'
import neo4j, { type Driver } from 'neo4j-driver'
import { after, before, describe, it } from 'node:test'
import { scopeWords } from '../../src/domain/search/searchDocument.ts'
import { parseQuery } from '../../src/domain/search/searchQuery.ts'
import { wordsOfQuery } from '../../src/domain/search/wordExpression.ts'
import { find } from '../../src/search/neo4j/finder.ts'
import { openNeo4jSearch } from '../../src/search/neo4j/neo4jSearch.ts'
import type { FindRequest, SearchIndex } from '../../src/search/searchIndex.ts'
import { connect, usualTimeouts, type Connection } from '../../src/storage/neo4j/connection/connection.ts'
import { newestVersion } from '../../src/storage/neo4j/schema.ts'
import { searchIndexName } from '../../src/storage/neo4j/searchIndex.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { fill } from '../support/changes.ts'
import { neo4jLines, withNeo4j, type TestNeo4j } from '../support/neo4j.ts'
import { converse, store as storeIn, textBlock } from '../support/tree/acts.ts'
import { createWorld } from '../support/world.ts'
import { tenantFor } from '../support/tenants.ts'
import type { Tenant } from '../../src/domain/access/tenant.ts'
import { waitFor } from '../support/waitFor.ts'

for (const { line, version, skip } of await neo4jLines()) {
  describe(`the search index of Neo4j ${version}`, { skip }, () => {
    let server: TestNeo4j
    let store: GraphStore
    let driver: Driver
    let connection: Connection
    const opened: SearchIndex[] = []
    before(async () => {
      server = await withNeo4j(line)
      store = await openNeo4jStore({ ...server, timeouts: { read: 60_000, write: 60_000 } })
      driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password))
      connection = connect(server, usualTimeouts, { writer: newestVersion })
    })
    after(async () => {
      for (const index of opened) await index.close()
      await Promise.all([connection.close(), driver.close()])
      await store.close()
    })
    const open = () => {
      const index = openNeo4jSearch({ ...server, onFault: () => undefined })
      opened.push(index)
      return index
    }
    const fox = async (tenant: Tenant, ...texts: string[]) => {
      const world = createWorld({ seed: ++seed })
      converse(world, 'c')
      const ids = texts.map((text, k) => storeIn(world, 'c', { turnId: `t${k}`, blocks: [textBlock(text)] }).id)
      await fill(store, tenant, world)
      return ids
    }
    const idsOf = async (index: SearchIndex, tenant: Tenant, limit = 100) =>
      (await index.find(tenant, request(tenant, limit))).candidates.map(({ id }) => id)

    it('has what was committed before it is asked, newest first, tenant by tenant', { timeout: 60_000 }, async () => {
      const ids = await fox(tenantFor('a'), 'red fox', 'dog', 'blue fox')
      await fox(tenantFor('b'), 'green fox')
      const index = open()
      // A server that was just started may take longer to index than a search waits.
      const found = await waitFor(async () => {
        const now = await index.find(tenantFor('a'), request(tenantFor('a')))
        return now.behind === 0 && now
      })
      assert.deepEqual(
        found.candidates.map(({ id }) => id),
        [ids[2], ids[0]],
      )
    })

    it('gives words to what was stored without, and says how much is left', async () => {
      const ids = await fox(tenantFor('old'), 'red fox', 'blue fox')
      await driver.executeQuery('MATCH (o:Observation {tenant: "old"}) REMOVE o.words')
      await driver.executeQuery('MATCH (n:SearchMark) DELETE n')
      const index = open()
      index.follow()
      await waitFor(async () => (await index.behind()) === 0)
      assert.deepEqual(await idsOf(index, tenantFor('old')), [...ids].reverse())
    })

    it('is made anew when it is told to', async () => {
      const ids = await fox(tenantFor('anew'), 'red fox')
      const index = open()
      await driver.executeQuery('MATCH (o:Observation {tenant: "anew"}) SET o.words = "nothing"')
      assert.deepEqual(await idsOf(index, tenantFor('anew')), [])
      await index.reindex()
      await waitFor(async () => (await index.behind()) === 0)
      assert.deepEqual(await idsOf(index, tenantFor('anew')), ids)
    })

    it('forgets what was erased', async () => {
      const [first, second] = await fox(tenantFor('erased'), 'red fox', 'blue fox')
      const index = open()
      assert.deepEqual(await idsOf(index, tenantFor('erased')), [second, first])
      await index.forget(tenantFor('erased'), [first as string])
      assert.deepEqual(await idsOf(index, tenantFor('erased')), [second])
      const { records } = await driver.executeQuery('MATCH (o:Observation {tenant: "erased"}) RETURN o.words AS words')
      assert.equal(records.filter((record) => String(record.get('words')).includes('red')).length, 0)
    })

    it('is made anew where words were taken out of it since it was made, and not for each erasure', async () => {
      const made = async () => {
        const { records } = await driver.executeQuery('SHOW INDEXES YIELD id, name WHERE name = $name RETURN id', {
          name: searchIndexName,
        })
        return String(records[0]?.get('id'))
      }
      const [first, second, third] = await fox(tenantFor('files'), 'red fox', 'blue fox', 'green fox')
      const index = open()
      await index.renew()
      const before = await made()
      for (const id of [first, second]) await index.forget(tenantFor('files'), [id as string])
      assert.equal(await made(), before)
      await index.renew()
      const after = await made()
      assert.notEqual(after, before)
      await index.renew()
      assert.equal(await made(), after)
      assert.deepEqual(await idsOf(index, tenantFor('files')), [third])
      await index.refresh(tenantFor('files'), [third as string])
      await open().renew()
      assert.notEqual(await made(), after)
    })

    it('is made anew by several processes at once', async () => {
      const tenant = tenantFor('at once')
      const ids = await fox(tenant, 'red fox', 'blue fox', 'green fox', 'last fox')
      const [first, ...others] = ids.slice(0, 3).map((id) => ({ index: open(), id }))
      assert.ok(first)
      for (let round = 0; round < 5; round++)
        await Promise.all(
          [first, ...others].map(({ index, id }) => index.forget(tenant, [id]).then(() => index.renew())),
        )
      assert.deepEqual(await idsOf(first.index, tenant), ids.slice(3))
    })

    it('gives the same where there are too many to put in order at once', async () => {
      const ids = await fox(tenantFor('many'), ...Array.from({ length: 12 }, (_, k) => `fox ${k}`))
      await idsOf(open(), tenantFor('many'))
      const newest = [...ids].reverse()
      // The worlds of these tests are of 2026; a clock may be wrong in either direction.
      for (const now of ['2026-08-01', '2026-01-01', '2030-01-01']) {
        const seen: string[] = []
        for (let after: string | null = null; ;) {
          const asked = { ...request(tenantFor('many'), 5), after }
          const { candidates, hasMore } = await find(connection, tenantFor('many'), asked, new Date(now), 3)
          seen.push(...candidates.map(({ id }) => id))
          after = candidates.at(-1)?.position ?? null
          if (!hasMore || after === null) break
        }
        assert.deepEqual(seen, newest, now)
      }
    })
  })
}

let seed = 100

function request(tenant: Tenant, limit = 100): FindRequest {
  const query = parseQuery('fox')
  const words = { all: [wordsOfQuery(query).words, { word: scopeWords.tenant(tenant) }] }
  return { expression: { words, without: [] }, query, from: null, after: null, limit }
}

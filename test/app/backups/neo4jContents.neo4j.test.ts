import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { openDirectory } from '../../../src/storage/attachments/directory.ts'
import type { AttachmentBytes } from '../../../src/storage/attachments/attachmentBytes.ts'
import { openNeo4jStore } from '../../../src/storage/neo4j/store.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import type { GraphStore } from '../../../src/storage/graphStore.ts'
import { backedUp, contentOf, everything, restored } from '../../support/backups.ts'
import { neo4jLines, withNeo4j, type TestNeo4j } from '../../support/neo4j.ts'
import { actsOn } from '../../support/scopes.ts'

/** Properties that are made anew (words name the tenant, and come by and by), and what a lock was taken by. */
const madeAnew = new Set(['tenant', 'segmentId', 'words', 'lock', 'firstSeq', 'firstPlace'])
/** Of forks some lines have no body, and name the fork and who made it: what they say is the same. */
const saidOtherwise = new Set(['forkId', 'by'])

const nodes = 'MATCH (n {tenant: $tenant}) WHERE NOT n:Segment RETURN labels(n) AS what, properties(n) AS props'
const edges = `MATCH (a {tenant: $tenant})-[n]->(b) WHERE NOT a:Segment
RETURN [type(n), coalesce(a.id, a.runId), coalesce(b.id, b.runId)] AS what, properties(n) AS props`

async function graphOf(server: TestNeo4j, tenant: string): Promise<string[]> {
  const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password))
  try {
    const found = await Promise.all([nodes, edges].map((text) => driver.executeQuery(text, { tenant })))
    return found
      .flatMap(({ records }) =>
        records.map((record) => shown(record.get('what'), record.get('props') as Record<string, unknown>)),
      )
      .sort()
  } finally {
    await driver.close()
  }
}

function shown(what: unknown, properties: Record<string, unknown>): string {
  const kept = Object.entries(properties)
    .filter(([name]) => !madeAnew.has(name) && !saidOtherwise.has(name))
    .filter(([name]) => !(name === 'body' && JSON.stringify(what).includes('Event')))
    .map(([name, value]) => [name, typeof value === 'string' ? sortedText(value) : JSON.stringify(value)])
    .sort()
  return JSON.stringify([what, kept])
}

/** Bodies hold JSON, whose members have no order: the same characters make it. */
const sortedText = (text: string) => (/[[{]/.test(text) ? Array.from(text).sort().join('') : text)

const lines = await neo4jLines()

describe('a backup between stores', () => {
  for (const { line, skip } of lines)
    describe(`SQLite and Neo4j ${line}`, { skip }, () => {
      const folder = mkdtempSync(join(tmpdir(), 'turngraph-between-'))
      let server: TestNeo4j
      let bytes: AttachmentBytes
      const stores: GraphStore[] = []
      before(async () => {
        server = await withNeo4j(line)
        bytes = await openDirectory(join(folder, 'bytes'))
        const files = ['a.db', 'b.db'].map((name) => openSqliteStore({ path: join(folder, name) }))
        stores.push(...(await Promise.all([...files, openNeo4jStore(server)])))
      })
      after(async () => {
        for (const store of stores) await store.close()
        rmSync(folder, { recursive: true, force: true })
      })
      const scopeOf = (at: number, tenant: string) =>
        actsOn(
          '',
          () => stores[at] as GraphStore,
          () => bytes,
        ).scope({ tenant })

      it('goes there and back and is the same', async () => {
        const [first, second, between] = [scopeOf(0, 'x'), scopeOf(1, 'x'), scopeOf(2, 'x')]
        await everything(first)
        const file = await backedUp(first)
        await restored(between, file)
        const there = await backedUp(between)
        assert.deepEqual(contentOf(there), contentOf(file))
        await restored(second, there)
        assert.deepEqual(contentOf(await backedUp(second)), contentOf(file))
      })

      it('carries every node and every edge with every property: a new one cannot be forgotten', async () => {
        const [from, to] = [scopeOf(2, 'from'), scopeOf(2, 'to')]
        await everything(from)
        await restored(to, await backedUp(from))
        const [before, restoredGraph] = [await graphOf(server, 'from'), await graphOf(server, 'to')]
        const there = new Set(restoredGraph)
        assert.deepEqual(
          before.filter((one) => !there.has(one)),
          [],
        )
        assert.equal(restoredGraph.length, before.length)
      })
    })
})

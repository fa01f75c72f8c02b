import assert from 'node:assert/strict'
import neo4j, { type Driver } from 'neo4j-driver'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '../scripts/root.ts'
import { openNeo4jStore } from '../src/storage/neo4j/store.ts'
import { fill } from './support/changes.ts'
import { neo4jLines, withNeo4j } from './support/neo4j.ts'
import { recordThings, entity, fact, relationship, run } from './support/records/acts.ts'
import { converse, fork, headOf, store } from './support/tree/acts.ts'
import { createWorld, type World } from './support/world.ts'
import { tenantFor } from './support/tenants.ts'

const page = readFileSync(join(root, 'docs/graph-model.md'), 'utf8')
/** Every query of the page, under the sentence before it. */
const queries = [...page.matchAll(/^ *\d+\. ([^\n]+)\n\n +```cypher\n([^]*?)^ +```$/gm)].map(
  ([, title = '', text = '']) => ({ title, text }),
)

for (const { line, version, skip } of await neo4jLines()) {
  describe(`the page about the graph model, on Neo4j ${version}`, { skip }, () => {
    let driver: Driver
    before(async () => {
      const address = await withNeo4j(line)
      // Machines that test are busy.
      const graph = await openNeo4jStore({ ...address, timeouts: { write: 60_000 } })
      try {
        await fill(graph, tenantFor('tenant'), sample())
        await fill(graph, tenantFor('other tenant'), sample())
      } finally {
        await graph.close()
      }
      driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
    })
    after(() => driver.close())

    it('has more than eight queries', () => assert.ok(queries.length > 8, String(queries.length)))
    for (const { title, text } of queries)
      it(`has a query that answers: ${title}`, async () => {
        const parameters = { tenant: 'tenant', conversation: 'c', entity: 'e' }
        const { records, summary } = await driver.executeQuery(text, parameters)
        assert.equal(summary.queryType, 'r')
        assert.ok(records.length > 0)
      })
    it('names every label and every edge', async () => {
      const names = async (list: string, name: string) =>
        (await driver.executeQuery(list)).records.map((record) => String(record.get(name)))
      const labels = await names('CALL db.labels()', 'label')
      const types = await names('CALL db.relationshipTypes()', 'relationshipType')
      const missing = [...labels, ...types].filter((name) => !new RegExp(`\`(\\w+:)?${name}\``).test(page))
      assert.deepEqual(missing, [])
    })
  })
}

/** A little of everything that the page asks for. */
function sample(): World {
  const world = createWorld()
  converse(world, 'c')
  const first = store(world, 'c', { turnId: 't1' })
  store(world, 'c', { parent: first, role: 'ASSISTANT', turnId: 't2' })
  store(world, 'c', { parent: first, role: 'ASSISTANT', turnId: 't3' })
  store(world, 'c', { parent: first, role: 'ASSISTANT', turnId: 't3' })
  const call = { type: 'toolCall', callId: 'k', name: 'read', input: {} } as const
  store(world, 'c', { role: 'ASSISTANT', turnId: 't5', blocks: [call] })
  const failed = { type: 'toolResult', callId: 'k', content: 'no', isError: true } as const
  store(world, 'c', { role: 'TOOL', turnId: 't6', blocks: [failed] })
  const above = headOf(world, 'c')
  for (let version = 0; version < 2; version++) store(world, 'c', { parent: above, turnId: 't7' })
  converse(world, 'agent', { sidechainOf: 'c' })
  fork(world, 'c', headOf(world, 'c'), 'd')
  const merged = store(world, 'd', { turnId: 't4' })
  store(world, 'c', { kind: 'JOIN', others: [merged] })
  const thing = (kind: 'ENTITY' | 'MESSAGE' | 'ATTACHMENT', id: string) => ({ kind, id })
  const hash = 'a'.repeat(64)
  recordThings(world, {
    entities: [entity(world, 'e'), entity(world, 'f')],
    attachments: [
      { id: hash, mediaType: 'text/plain', byteSize: 3, uri: null, fileName: 'a.txt', createdAt: world.now() },
    ],
    newFacts: [fact(world, 'e')],
    runs: [run(world, 'c', 'r')],
  })
  recordThings(world, {
    relationships: [
      relationship(world, ['REFERS_TO', thing('MESSAGE', 'c:t1'), thing('ENTITY', 'e')]),
      relationship(world, ['REFERS_TO', thing('MESSAGE', 'c:t1'), thing('ENTITY', 'f')]),
      relationship(world, ['DEPENDS_ON', thing('ENTITY', 'e'), thing('ENTITY', 'f')]),
      relationship(world, ['EMBEDS', thing('MESSAGE', 'c:t1'), thing('ATTACHMENT', hash)]),
      relationship(world, ['EMBEDS', thing('MESSAGE', 'd:t4'), thing('ATTACHMENT', hash)]),
      relationship(world, ['SUPERSEDES', thing('MESSAGE', 'd:t4'), thing('MESSAGE', 'c:t3')]),
      relationship(world, ['CORRECTS', thing('ENTITY', 'e'), thing('ENTITY', 'f')]),
      relationship(world, ['SETTLES', thing('ENTITY', 'e'), thing('ENTITY', 'f')]),
      relationship(world, ['DUPLICATE_OF', thing('ENTITY', 'e'), thing('ENTITY', 'f')]),
    ],
  })
  return world
}

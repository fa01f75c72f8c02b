// Beyond a landing: every statement is explained on an empty and on a filled store.
import assert from 'node:assert/strict'
import neo4j, { type Driver, type Plan } from 'neo4j-driver'
import { after, before, describe, it } from 'node:test'
import { BELOW } from '../../src/storage/neo4j/descendants/cypher.ts'
import { CONVERSATION_WRITE } from '../../src/storage/neo4j/writing/cypherConversationWrite.ts'
import { APPEND } from '../../src/storage/neo4j/writing/cypherAppend.ts'
import { CONVERSATION_COUNT, CONVERSATION_PAGE, COUNTS, PAGES } from '../../src/storage/neo4j/lists/cypherLists.ts'
import * as read from '../../src/storage/neo4j/reading/cypherRead.ts'
import * as relationships from '../../src/storage/neo4j/reading/cypherRelationships.ts'
import * as sums from '../../src/storage/neo4j/rollups/build.ts'
import * as rollups from '../../src/storage/neo4j/rollups/cypher.ts'
import { labels } from '../../src/storage/neo4j/schema.ts'
import * as together from '../../src/storage/neo4j/bundles/cypher.ts'
import { EXPIRE_KEYS } from '../../src/storage/neo4j/writing/cypherKeys.ts'
import { FORK } from '../../src/storage/neo4j/writing/cypherFork.ts'
import { CHECK_RECORDS, WRITE_EDGES, WRITE_NODES } from '../../src/storage/neo4j/writing/cypherRecordWrite.ts'
import { WRITE } from '../../src/storage/neo4j/writing/cypherWrite.ts'
import { emptying, tenantLabels } from '../../src/storage/neo4j/registry/tenantNodes.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { fill } from '../support/changes.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { randomWorld } from '../support/shapes.ts'
import { randomThings } from '../support/records/randomThings.ts'
import { tenantFor } from '../support/tenants.ts'

const { LINEAGES, RAW_SOURCES, RAW_CHUNKS } = read
const ranges: Readonly<Record<string, string>> = read.RANGES
const statements: Readonly<Record<string, string>> = {
  WRITE,
  APPEND,
  CONVERSATION_WRITE,
  FORK,
  GROUNDS: together.GROUNDS,
  ...named('shown by', together.RANGE_BUNDLES),
  ...named('tail by', together.TAILS),
  CONVERSATIONS: read.CONVERSATIONS,
  MESSAGES: read.MESSAGES,
  OBSERVATIONS: read.OBSERVATIONS,
  SEGMENTS: read.SEGMENTS,
  EVENTS: read.EVENTS,
  KEYS: read.KEYS,
  IMPORT_MARKS: read.IMPORT_MARKS,
  JUNCTIONS: read.JUNCTIONS,
  FRONTIERS: read.FRONTIERS,
  EXTERNALS: read.EXTERNALS,
  ENDS: read.ENDS,
  CHECK_RECORDS,
  ANSWERS: rollups.ANSWERS,
  LOCK_ANSWERS: rollups.LOCK_ANSWERS,
  SETTLE_ANSWERS: rollups.SETTLE_ANSWERS,
  ...named('sums of', rollups.ROLLUPS.all),
  ...named('sums of named conversations of', rollups.ROLLUPS.named),
  'turns to be summed': sums.TURNS,
  'moves to be summed': sums.MOVES,
  WRITE_NODES,
  WRITE_EDGES,
  ...named('by key', Object.fromEntries(Object.entries(labels).map(([kind, { byKey }]) => [kind, byKey]))),
  ...named('relationships by id', relationships.RELATIONSHIPS),
  ...named('relationships by source', relationships.RELATIONSHIP_PAGES.source),
  ...named('relationships by target', relationships.RELATIONSHIP_PAGES.target),
  ...named('count of relationships by source', relationships.RELATIONSHIP_COUNTS.source),
  ...named('count of relationships by target', relationships.RELATIONSHIP_COUNTS.target),
  ...named('walk through', read.WALKS),
  'keys by what their records name': read.KEYS_NAMING,
  ...named('keys that have expired', EXPIRE_KEYS),
  LINEAGES,
  RAW_SOURCES,
  RAW_CHUNKS,
  ...named('range by', ranges),
  ...named('page of', PAGES),
  ...named('count of', COUNTS),
  ...named('count below of', BELOW),
  ...named('conversations', CONVERSATION_PAGE),
  ...named('count of conversations', CONVERSATION_COUNT),
}
/** They answer few rows, in an order that no index has. */
const maySort = new Set(['RAW_SOURCES', 'conversations forks'])
const scans = [
  'AllNodesScan',
  'NodeByLabelScan',
  'NodeIndexScan',
  'UnionNodeByLabelsScan',
  'DirectedAllRelationshipsScan',
  'UndirectedAllRelationshipsScan',
  'DirectedRelationshipTypeScan',
  'UndirectedRelationshipTypeScan',
  'DirectedRelationshipIndexScan',
  'UndirectedRelationshipIndexScan',
]
/** PartialTop is none: it sorts those of one instant, and reads no farther than the page goes. */
const sorts = ['Sort', 'Top', 'PartialSort']

for (const { line, version, skip } of await neo4jLines()) {
  describe(`Neo4j ${version} plans`, { skip }, () => {
    let driver: Driver
    before(async () => {
      const address = await withNeo4j(line)
      await (await openNeo4jStore(address)).close()
      driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
    })
    after(() => driver.close())

    for (const [name, statement] of Object.entries(statements)) {
      it(`${name} by an index, on an empty store`, async () => check(name, await planOf(driver, statement)))
    }

    it('the same on a store that holds something', async () => {
      const store = await openNeo4jStore(await withNeo4j(line))
      await fill(store, tenantFor('plans'), randomWorld(7, 200))
      await fill(store, tenantFor('plans of things'), randomThings(8, 100))
      await store.close()
      await driver.executeQuery('CALL db.clearQueryCaches()')
      for (const [name, statement] of Object.entries(statements)) check(name, await planOf(driver, statement))
    })

    it('the nodes of an erased tenant by their keys, but for facts, which are observations, and marks of the database itself', async () => {
      const read = async (statement: string) => (await driver.executeQuery(statement)).records
      const { labels: found, keys } = await tenantLabels({ read })
      const without = found.filter((label) => !keys.has(label)).sort()
      assert.deepEqual(without, ['Fact', 'SchemaVersion', 'SearchMark'])
      for (const label of found.filter((one) => keys.has(one))) {
        const plan = await planOf(driver, emptying(label, keys.get(label) ?? null))
        const ofLabel = plan.filter(({ details }) => details.includes(`n:${label}(tenant`))
        assert.deepEqual([plan.filter(({ type }) => scans.includes(type)), ofLabel.map(isSeek)], [[], [true]], label)
      }
    })
  })
}

function named(kind: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${kind} ${name}`, text]))
}

interface Operator {
  readonly type: string
  readonly details: string
}

/** Returns the operators of a statement's plan. */
async function planOf(driver: Driver, statement: string): Promise<Operator[]> {
  const { summary } = await driver.executeQuery(`EXPLAIN ${statement}`, { q: {} })
  assert.ok(summary.plan, 'there is a plan')
  return operators(summary.plan)
}

function operators({ operatorType, arguments: given, children }: Plan): Operator[] {
  const { Details: details = '' } = given as { Details?: string }
  return [{ type: operatorType.replace(/@.*/, ''), details }, ...children.flatMap(operators)]
}

function check(name: string, plan: readonly Operator[]): void {
  const bad = maySort.has(name) || name.startsWith('sums of ') ? scans : [...scans, ...sorts]
  const shown = plan.map(({ type, details }) => `${type} ${details.slice(0, 120)}`).join('\n')
  const found = plan.filter(({ type }) => bad.includes(type))
  assert.equal(found.length, 0, `${name}: ${found.map(({ type }) => type).join(' ')} in\n${shown}`)
  assert.ok(plan.some(isSeek), `${name} seeks nothing:\n${shown}`)
  for (const operator of plan.filter(isSeek))
    assert.ok(seeksNarrowly(operator), `${name}: ${operator.details}\n${shown}`)
}

const isSeek = ({ type }: Operator): boolean => type.includes('IndexSeek')

/** A key that is only said to be there leaves the whole tenant to be read, except behind a range. */
function seeksNarrowly({ details }: Operator): boolean {
  const [, conditions = ''] = details.split(' WHERE ')
  return !conditions.includes('IS NOT NULL') || /[<>]/.test(conditions)
}

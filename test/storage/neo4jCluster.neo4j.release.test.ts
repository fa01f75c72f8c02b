/** A fake cluster that is right, and stores that start on it: a seed is down, several begin together, the leader moves. */
import assert from 'node:assert/strict'
import neo4j, { type Driver, type Session } from 'neo4j-driver'
import { after, before, describe, it } from 'node:test'
import { newConversation } from '../../src/domain/messages/newConversation.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { appendTurn, turnAfter } from '../support/appends.ts'
import { changes, event } from '../support/changes.ts'
import { empty } from '../support/clearNeo4j.ts'
import { startFakeCluster, type FakeCluster } from '../support/fakeCluster.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { randomFrom, type Random } from '../support/random.ts'
import { seedsOfRun } from '../support/rounds.ts'
import { tenantFor } from '../support/tenants.ts'

const [seed = 1] = seedsOfRun(1)
const writes = 1_000
const names = Array.from({ length: 6 }, (_, n) => `counter ${n}`)
/** Machines that test are busy. */
const timeouts = { read: 60_000, write: 60_000 }
const at = '2026-01-01T00:00:00.000000000Z'

const ADD = 'MATCH (n:Counter {name: $q.name}) SET n.trace = n.trace + $q.id RETURN n.name'
/** Refuses a row by what it finds, as the product's writes do. */
const ADD_ROWS = `UNWIND $q.rows AS r
MATCH (n:Counter {name: r.name})
SET n.lock = 0
WITH r, n
MATCH (read:Counter {name: r.name})
WITH r, read, CASE WHEN size(read.trace) % 3 = 0 THEN 'refused' ELSE 'written' END AS kind
FOREACH (_ IN CASE kind WHEN 'written' THEN [1] ELSE [] END | SET read.trace = read.trace + r.id)
RETURN r.index AS index, kind`

/** One write of a kind that is drawn; returns the ids that were acknowledged as written. */
async function writeOnce(session: Session, random: Random, id: string): Promise<string[]> {
  const add = { name: random.pick(names), id: `<${id}>` }
  switch (random.below(4)) {
    case 0: {
      const transaction = await session.beginTransaction()
      await transaction.run(ADD, { q: add })
      await transaction.run('CREATE (n:Note {id: $q.id, number: $q.number, at: 0.5, bytes: $q.bytes})', {
        q: { id, number: neo4j.int(random.below(9)), bytes: Int8Array.of(1, -1) },
      })
      await transaction.commit()
      return [add.id]
    }
    case 1: {
      // In one order of names: two that lock each other's rows would wait for each other.
      const rows = [...names]
        .slice(random.below(names.length))
        .map((name, n) => ({ name, id: `<${id}.${n}>`, index: neo4j.int(n) }))
      const { records } = await session.run(ADD_ROWS, { q: { rows } })
      return records
        .filter((row) => row.get('kind') === 'written')
        .map((row) => rows[Number(row.get('index'))]?.id ?? '')
    }
    default:
      await session.run(ADD, { q: add })
      return [add.id]
  }
}

/** Several clients write by the plain driver, which repeats nothing; returns what was acknowledged. */
async function scribble(driver: Driver, onWrite: (done: number) => Promise<void>): Promise<string[]> {
  const acknowledged: string[] = []
  let begun = 0
  const client = async (place: number) => {
    const random = randomFrom(seed * 100 + place)
    for (let number = begun++; number < writes; number = begun++) {
      await onWrite(number)
      const session = driver.session({ database: 'neo4j' })
      const written = writeOnce(session, random, String(number)).finally(() => session.close())
      acknowledged.push(...(await written.catch(() => [])))
    }
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map(client))
  return acknowledged
}

for (const { line, version, skip } of await neo4jLines())
  describe(`a fake cluster of Neo4j ${version}`, { skip }, () => {
    let cluster: FakeCluster
    before(async () => {
      const server = await withNeo4j(line)
      await empty(server)
      cluster = await startFakeCluster(line, server, seed)
    })
    after(() => cluster.close())
    const open = (uri = cluster.uri) => openNeo4jStore({ ...cluster, uri, timeouts })
    const seeds = () => cluster.addresses.map((address) => `neo4j://${address}`).join(',')

    it(`has the same in both databases after ${writes} writes beside faults (seed ${seed})`, async (t) => {
      const driver = neo4j.driver(cluster.uri, neo4j.auth.basic(cluster.user, cluster.password), {
        maxTransactionRetryTime: 0,
      })
      await driver.executeQuery('CREATE CONSTRAINT counter IF NOT EXISTS FOR (n:Counter) REQUIRE n.name IS UNIQUE')
      await driver.executeQuery("UNWIND $names AS name CREATE (:Counter {name: name, trace: ''})", { names })
      cluster.setLag(20)
      cluster.loseAnswers(30)
      const acknowledged = await scribble(driver, async (number) => {
        if (number % 100 === 50) await cluster.moveLeader({ closes: number % 200 === 50 })
        if (number % 37 === 0) cluster.dropConnection()
      })
      cluster.setLag(0)
      cluster.loseAnswers(null)
      await cluster.settled()
      t.diagnostic(`${acknowledged.length} acknowledged`)
      assert.ok(acknowledged.length > writes / 2)
      assert.deepEqual(await cluster.differences(), [])
      const { records } = await driver.executeQuery('MATCH (n:Counter) RETURN n.trace AS trace')
      const traces = records.map((record) => String(record.get('trace'))).join('')
      for (const id of acknowledged) assert.equal(traces.split(id).length, 2, id)
      await driver.executeQuery('DROP CONSTRAINT counter')
      await driver.close()
    })

    it('answers a reader that has a bookmark after the followers have what it stands for', async () => {
      const driver = neo4j.driver(cluster.uri, neo4j.auth.basic(cluster.user, cluster.password))
      const count = async (bookmarkManager: undefined | null) => {
        const query = 'MATCH (n:Late) RETURN count(n) AS count'
        const config = { routing: neo4j.routing.READ, ...(bookmarkManager === null && { bookmarkManager }) }
        return Number((await driver.executeQuery(query, {}, config)).records[0]?.get('count'))
      }
      cluster.setLag(3_600_000)
      await driver.executeQuery('CREATE (:Late)')
      assert.equal(await count(null), 0)
      const waiting = count(undefined)
      cluster.setLag(0)
      assert.equal(await waiting, 1)
      await driver.close()
    })

    it('comes up with three stores that begin together on it while it is empty', async () => {
      await cluster.settled()
      await Promise.all([empty(cluster.databases.leader), empty(cluster.databases.replica)])
      const stores = await Promise.all([1, 2, 3].map(() => open()))
      for (const store of stores) assert.equal((await store.rowCounts())['conversations'], 0)
      await Promise.all(stores.map((store) => store.close()))
      await cluster.settled()
      assert.deepEqual(await cluster.differences(), [])
    })

    it('takes a store that names all its servers while the first one is down', async () => {
      await cluster.takeDown(0)
      await assert.rejects(openNeo4jStore({ ...cluster, timeouts: { read: 1_000 } }), /cannot be reached/)
      const store = await open(seeds())
      assert.equal((await store.rowCounts())['conversations'], 0)
      await store.close()
      await cluster.bringUp(0)
    })

    it('has a write that meets a server which is the leader no longer repeated, not in doubt', async () => {
      const warnings: object[] = []
      const logger = { warn: (details: object) => void warnings.push(details) }
      const store: GraphStore = await openNeo4jStore({ ...cluster, timeouts, logger })
      const tenant = tenantFor('moved')
      const value = { ...newConversation('c', at, {}), version: 1 }
      await store.write(tenant, changes(event('start', 'c'), { conversations: [{ expected: null, value }] }))
      for (let turn = 0; turn < 4; turn++) {
        const [frontier] = await store.frontiers(tenant, ['c'])
        assert.ok(frontier)
        await cluster.moveLeader({ closes: false })
        assert.equal((await store.write(tenant, turnAfter(frontier, String(turn), at))).kind, 'written')
      }
      const failures = warnings.map((details) => (details as { failure?: string }).failure)
      assert.ok(failures.length > 0 && failures.every((failure) => failure === 'transient'), failures.join())
      await store.close()
    })

    it('has a read that was repeated at the new leader see all that the old one has answered', async () => {
      const tenant = tenantFor('read')
      const [one, two] = await Promise.all([open(), open()])
      const value = { ...newConversation('r', at, {}), version: 1 }
      await one.write(tenant, changes(event('begin', 'r'), { conversations: [{ expected: null, value }] }))
      cluster.setLag(300)
      for (let turn = 0; turn < 6; turn++) {
        if (turn % 2 === 0) await cluster.moveLeader({ closes: turn % 4 === 0, withoutLeaderMs: 100 })
        await appendTurn(one, tenant, 'r', `r${turn}`)
        const [frontier] = await two.frontiers(tenant, ['r'])
        assert.equal(frontier?.head?.id, `o-r${turn}`)
      }
      cluster.setLag(0)
      await Promise.all([one.close(), two.close()])
      await cluster.settled()
      assert.deepEqual(await cluster.differences(), [])
    })
  })

/** Three servers on a cluster: clients that change server at each request, and a storm of leader switches and lost answers. */
// Beyond a landing: a second database beside the first, and two storms.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { connect, type ConnectedGraph } from '../../src/client/client.ts'
import { readConfig } from '../../src/config/config.ts'
import { startApi } from '../graphql/support/api.ts'
import { startFakeCluster, type FakeCluster } from '../support/fakeCluster.ts'
import { neo4jLines, withNeo4j, type TestLine } from '../support/neo4j.ts'
import { randomFrom } from '../support/random.ts'
import { longOr, seedsOfRun } from '../support/rounds.ts'
import { environmentOf, startClusterFleet, type ClusterFleet } from './cluster/fleet.ts'
import { Hopper, type Findings } from './cluster/hop.ts'
import { conversationsRestored } from './cluster/restoredBackup.ts'
import { newFolder } from './support/folder.ts'
import { holdsAfter, rage, summaryOf, type Fault } from './storm/storm.ts'
import { pause } from '../support/waitFor.ts'

const [seed = 1] = seedsOfRun(1)
const isLong = longOr(true, false)

function hopOn(cluster: () => FakeCluster, reads: 'leader' | 'readers'): void {
  describe(`clients that send each request to the next of three servers, with STORE_READS=${reads}`, () => {
    let fleet: ClusterFleet
    before(async () => {
      fleet = await startClusterFleet(cluster(), { STORE_READS: reads, URL_SECRET: 's'.repeat(32) })
    })
    after(() => fleet.close())

    for (const lag of reads === 'leader' ? [0, 30, 2_000] : [30])
      it(`read nothing old, are refused nothing, and take backups that restore, while followers are ${lag} ms behind`, async (t) => {
        cluster().setLag(lag)
        const before = cluster().followerReads()
        const findings: Findings = { compared: 0, old: [], refused: [] }
        const clients = ['a', 'b', 'c'].map((name) => new Hopper(fleet, findings, `${reads}-${lag}-${name}`))
        const backups: string[] = []
        const hop = async (client: Hopper) => {
          for (let round = 0; round < longOr(20, 2); round++) {
            await client.round(round)
            // The others write meanwhile.
            if (round < 2) backups.push(await client.backup())
          }
          await client.follow(0)
          await client.revoke()
        }
        await Promise.all(clients.map(hop))
        backups.push(...(await Promise.all(clients.map((client) => client.backup()))))
        const followed = cluster().followerReads() - before
        t.diagnostic(`${findings.compared} compared, ${followed} reads of followers`)
        assert.equal(followed > 0, reads === 'readers')
        assert.deepEqual({ old: findings.old, refused: findings.refused }, { old: [], refused: [] })
        // One that others wrote beside, and one of all.
        for (const backup of [backups[0], backups.at(-1)]) assert.ok((await conversationsRestored(backup ?? '')) > 0)
        cluster().setLag(0)
        await cluster().settled()
        assert.deepEqual(await cluster().differences(), [])
      })
  })
}

function waitOn(cluster: () => FakeCluster): void {
  describe('a client whose reads followers answer', () => {
    it('waits for what it has seen itself, and for no write of another client', async () => {
      const server = await startApi({ ...environmentOf(cluster()), STORE_READS: 'readers' })
      const [one, other] = await Promise.all([connect({ url: server.url }), connect({ url: server.url })])
      const turns = async (client: ConnectedGraph) => {
        const data = await client.query('{ conversation(id: "shared") { turnCount } }')
        return (data as { conversation: { turnCount: number } }).conversation.turnCount
      }
      const store = (client: ConnectedGraph, text: string) =>
        client.conversations.open('shared').append({ role: 'USER', text })
      await store(one, 'first')
      assert.equal(await turns(other), 1)
      await cluster().settled()
      cluster().setLag(3_600_000)
      await store(one, 'second')
      // At a follower, which has nothing newer: at the leader it would be 2.
      assert.equal(await turns(other), 1)
      // The follower does not get there, so the leader answers.
      assert.equal(await turns(one), 2)
      cluster().setLag(0)
      await cluster().settled()
      await Promise.all([one.close(), other.close(), server.close()])
    })
  })
}

function stormOn(cluster: () => FakeCluster): void {
  describe('a cluster whose leader moves while three servers write', () => {
    let fleet: ClusterFleet
    let parts: OpenParts
    before(async () => {
      await cluster().clear()
      fleet = await startClusterFleet(cluster(), { AUTH: 'none', REQUEST_TIMEOUT_MS: '15000' })
      parts = await openParts(readConfig({ ...environmentOf(cluster()), LOG_LEVEL: 'silent', DATA: newFolder() }))
    })
    after(async () => {
      await parts.close()
      await fleet.close()
    })

    it('loses nothing, doubles nothing, and refuses no client that waits', async (t) => {
      cluster().setLag(30)
      cluster().loseAnswers(30)
      const random = randomFrom(seed)
      const move = (closes: boolean): Fault => ({
        name: closes ? 'leaders closed' : 'leaders moved',
        strike: () => cluster().moveLeader({ closes, withoutLeaderMs: random.below(500) }),
      })
      const drop: Fault = {
        name: 'connections dropped',
        strike: async () => {
          for (let n = 0; n < 3; n++) cluster().dropConnection()
        },
      }
      const seedDown: Fault = {
        name: 'servers of the cluster down',
        strike: async () => {
          const place = random.below(3)
          await cluster().takeDown(place)
          await pause(500, 'so long it is away')
          await cluster().bringUp(place)
        },
      }
      const stop: Fault = {
        name: 'replicas stopped',
        strike: async () => {
          cluster().pauseReplica()
          await pause(longOr(10_000, 2_000), 'so long they stand still')
          cluster().resumeReplica()
        },
      }
      const faults = [move(false), drop, move(true), seedDown, stop, move(false)] as const
      const url = () => fleet.next().url
      const storm = await rage({ url, seed, kills: longOr(60, 4), faults, calm: 500 })
      cluster().loseAnswers(null)
      cluster().setLag(0)
      t.diagnostic(`seed ${seed}: ${summaryOf(storm)}`)
      assert.deepEqual([...storm.again], [])
      await holdsAfter(storm, parts.scope, parts.store)
      await cluster().settled()
      assert.deepEqual(await cluster().differences(), [])
    })
  })
}

function suite({ line, version, skip }: TestLine): void {
  describe(`three servers on a cluster of Neo4j ${version}`, { skip }, () => {
    let cluster: FakeCluster
    before(async () => {
      cluster = await startFakeCluster(line, await withNeo4j(line), seed)
    })
    after(() => cluster.close())
    hopOn(() => cluster, 'leader')
    hopOn(() => cluster, 'readers')
    waitOn(() => cluster)
    stormOn(() => cluster)
  })
}

// What servers do about it is the same on both lines.
for (const line of await neo4jLines()) if (line.line === '5.26' || isLong) suite(line)

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNeo4j, type Line } from '../../scripts/neo4j.ts'
import { clear, empty } from './clearNeo4j.ts'
import { loggedOn } from './fakeCluster/bolt.ts'
import { differencesOf } from './fakeCluster/differences.ts'
import type { Packed } from './fakeCluster/packStream.ts'
import { Replica } from './fakeCluster/replica.ts'
import { Session, type Surroundings } from './fakeCluster/session.ts'
import type { TestNeo4j } from './neo4j.ts'
import { randomFrom, type Random } from './random.ts'
import { pause } from './waitFor.ts'

/** Three servers of a Neo4j cluster, behind which there are two databases: the leader's and the followers'. */
export interface FakeCluster extends TestNeo4j {
  /** To be named: a driver that is not told asks for the servers before each statement, and meets no leader that has moved. */
  readonly database: 'neo4j'
  /** Each server as host and port. */
  readonly addresses: readonly string[]
  /** The two databases themselves. */
  readonly databases: { readonly leader: TestNeo4j; readonly replica: TestNeo4j }
  /** Which one is the leader, by its place. */
  readonly leader: () => number
  /** How much later followers apply what the leader has committed, in milliseconds. */
  setLag(milliseconds: number): void
  /** From now on one of so many answers of writes gets lost once the write is committed; null: none. */
  loseAnswers(oneOf: number | null): void
  /** Makes another server the leader after so many milliseconds without one; `closes`: the old one breaks its connections. */
  moveLeader(options?: { readonly closes?: boolean; readonly withoutLeaderMs?: number }): Promise<void>
  /** Breaks one connection of a client, if there is one. */
  dropConnection(): void
  /** Followers apply nothing, and answer nothing, until `resumeReplica`. */
  pauseReplica(): void
  resumeReplica(): void
  /** Stops a server, which then takes no connection; another one becomes the leader where it was it. */
  takeDown(place: number): Promise<void>
  bringUp(place: number): Promise<void>
  /** How many reads followers have answered. */
  readonly followerReads: () => number
  /** Resolves when the followers have everything; rejects when they could not apply something. */
  settled(): Promise<void>
  /** Returns what one of the databases has and the other has not. */
  differences(): Promise<string[]>
  /** Empties both databases; their schema is kept. */
  clear(): Promise<void>
  close(): Promise<void>
}

interface Member {
  readonly port: number
  readonly server: Server
  readonly sessions: Set<Session>
  isUp: boolean
}

/** Returns a cluster whose leader's database is the one given, and which draws its faults from the seed. */
export async function startFakeCluster(line: Line, given: TestNeo4j, seed: number): Promise<FakeCluster> {
  const home = mkdtempSync(join(tmpdir(), 'turngraph-replica-'))
  const heap = { initial: '256m', most: '512m' }
  // The followers' database is new: where the leader's had a schema already, they would never get it.
  const [database] = await Promise.all([startNeo4j({ line, home, password: given.password, heap }), empty(given)])
  const replicaPort = Number(new URL(database.uri).port)
  const replica = new Replica(await loggedOn(replicaPort, database.user, database.password))
  const cluster = new Cluster(randomFrom(seed), {
    leaderPort: Number(new URL(given.uri).port),
    replicaPort,
    replica,
  })
  await cluster.open()
  const { user, password } = given
  const addresses = cluster.members.map(({ port }) => `127.0.0.1:${port}`)
  const databases = { leader: given, replica: { uri: database.uri, user, password } }
  return {
    ...{ uri: `neo4j://${addresses[0]}`, user, password, addresses, databases, database: 'neo4j' as const },
    leader: () => cluster.leader ?? -1,
    setLag: (milliseconds) => void (replica.lag = milliseconds),
    loseAnswers: (oneOf) => void (cluster.oneOf = oneOf),
    moveLeader: (options) => cluster.moveLeader(options),
    dropConnection: () => cluster.dropConnection(),
    pauseReplica: () => replica.pause(),
    resumeReplica: () => replica.resume(),
    takeDown: (place) => cluster.takeDown(place),
    bringUp: (place) => cluster.bringUp(place),
    followerReads: () => cluster.followerReads,
    settled: () => replica.settled(),
    differences: () => differencesOf(given, databases.replica),
    clear: async () => {
      await replica.settled()
      await Promise.all([clear(given), clear(databases.replica)])
    },
    close: async () => {
      await cluster.close()
      await database.kill9()
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

class Cluster {
  readonly #random: Random
  readonly #databases: Pick<Surroundings, 'leaderPort' | 'replicaPort' | 'replica'>
  readonly members: Member[] = []
  leader: number | null = 0
  oneOf: number | null = null
  followerReads = 0

  constructor(random: Random, databases: Pick<Surroundings, 'leaderPort' | 'replicaPort' | 'replica'>) {
    this.#random = random
    this.#databases = databases
  }

  async open(): Promise<void> {
    for (let place = 0; place < 3; place++) {
      const sessions = new Set<Session>()
      const server = this.#serverOf(place, sessions)
      this.members.push({ server, sessions, isUp: true, port: await listening(server, 0) })
    }
  }

  #serverOf(place: number, sessions: Set<Session>): Server {
    return createServer({ noDelay: true }, (socket) => {
      const session = new Session(socket, {
        ...this.#databases,
        isLeader: () => this.leader === place,
        routes: () => this.#routes(),
        onFollowerRead: () => void this.followerReads++,
        losesAnswer: () => this.oneOf !== null && this.#random.below(this.oneOf) === 0,
      })
      sessions.add(session)
      socket.on('close', () => sessions.delete(session))
    })
  }

  /** Followers are the readers; a server that is down is in no table. */
  #routes(): Packed {
    const named = (isOf: (place: number) => boolean) =>
      this.members.flatMap(({ port, isUp }, place) => (isUp && isOf(place) ? [`127.0.0.1:${port}`] : []))
    const servers = [
      { role: 'WRITE', addresses: named((place) => place === this.leader) },
      { role: 'READ', addresses: named((place) => place !== this.leader) },
      { role: 'ROUTE', addresses: named(() => true) },
    ]
    return { ttl: 10n, db: 'neo4j', servers }
  }

  async moveLeader({ closes = false, withoutLeaderMs = 0 } = {}): Promise<void> {
    const old = this.leader
    const others = [...this.members.keys()].filter((place) => place !== old && this.members[place]?.isUp)
    if (others.length === 0) return
    this.leader = null
    if (closes && old !== null) this.#cut(old)
    if (withoutLeaderMs > 0) await pause(withoutLeaderMs, 'so long none leads')
    this.leader = this.#random.pick(others)
  }

  #cut(place: number): void {
    for (const session of this.members[place]?.sessions ?? []) session.cut()
  }

  dropConnection(): void {
    const sessions = this.members.flatMap((member) => [...member.sessions])
    if (sessions.length > 0) this.#random.pick(sessions).cut()
  }

  async takeDown(place: number): Promise<void> {
    const member = this.members[place]
    if (!member?.isUp) return
    member.isUp = false
    const closed = new Promise((resolve) => member.server.close(resolve))
    this.#cut(place)
    if (this.leader === place) await this.moveLeader()
    await closed
  }

  async bringUp(place: number): Promise<void> {
    const member = this.members[place]
    if (!member || member.isUp) return
    await listening(member.server, member.port)
    member.isUp = true
  }

  async close(): Promise<void> {
    await Promise.all([...this.members.keys()].map((place) => this.takeDown(place)))
  }
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

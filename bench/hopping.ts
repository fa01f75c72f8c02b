/**
 * `node --import tsx bench/hopping.ts [--before FOLDER] [--shared] [--only WAY]`: what it costs when clients send each request to another of three servers on one
 * Neo4j, beside staying with one, as a Markdown table; of another checkout as well, in turns. See bench/README.md.
 */
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithNpm } from '../bin/endWithNpm.js'
import { startNeo4j, type Neo4jServer } from '../scripts/neo4j.ts'
import { root } from '../scripts/root.ts'
import { cpuMs } from './expensive/processUsage.ts'
import { inputOf } from './parts/append.ts'
import { clientOf, STORE_TURN, type Client } from './support/client.ts'
import { median } from './support/measure.ts'
import { startServer, type ServerProcess } from './support/server.ts'
import { perSecond, rangeOf } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
    /** The ways of one conversation alone. */
    shared: { type: 'boolean', default: false },
    /** The ways whose names begin so. */
    only: { type: 'string', default: '' },
    /** Has Neo4j compile as it does where it runs for long: on a busy machine its first minutes are slow then. */
    compiled: { type: 'boolean', default: false },
  },
})
const clients = 24
const sharing = 8
const serverCount = 3

/** How clients choose the server of a request, by the client's place and the number of its request. */
const ways = {
  stay: { clients, of: (client: number) => client % serverCount, isShared: false },
  hop: { clients, of: (client: number, n: number) => (client + n) % serverCount, isShared: false },
  'one server': { clients, of: () => 0, isShared: false },
  'one server, one conversation': { clients: sharing, of: () => 0, isShared: true },
  'three servers, one conversation': {
    clients: sharing,
    of: (client: number, n: number) => (client + n) % serverCount,
    isShared: true,
  },
} as const
type Way = keyof typeof ways
const asked = (Object.keys(ways) as Way[]).filter(
  (way) => (!values.shared || ways[way].isShared) && way.startsWith(values.only),
)

/** What appends took in one round, each. */
interface Taken {
  readonly rate: number
  readonly serverMs: number
  readonly databaseMs: number
}

interface Side {
  readonly name: string
  readonly servers: readonly ServerProcess[]
  readonly taken: Record<Way, Taken[]>
  /** Turns that were acknowledged and are not in their conversation once. */
  lost: number
}

async function openSide(name: string, checkout: string, database: Neo4jServer): Promise<Side> {
  const { uri, user, password } = database
  const data = temporaryFolder(name)
  const environment = {
    STORE: uri,
    STORE_USER: user,
    STORE_PASSWORD: password,
    DATA: data,
    RATE_LIMIT: '0',
    TENANT_RATE_LIMIT: '0',
    REQUEST_TIMEOUT_MS: '120000',
  }
  const servers = [await startServer(environment, [], checkout)]
  while (servers.length < serverCount) servers.push(await startServer(environment, [], checkout))
  const taken = Object.fromEntries(asked.map((way) => [way, [] as Taken[]])) as Record<Way, Taken[]>
  return { name, servers, taken, lost: 0 }
}

/** Has clients append for a while, each as soon as the last was acknowledged, and notes what an append took. */
async function measure(side: Side, way: Way, round: number, database: Neo4jServer): Promise<void> {
  const { clients: count, of, isShared } = ways[way]
  const cpu = () => side.servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
  const idOf = (client: number) => `${side.name}-${way.replaceAll(/\W+/g, '-')}-${round}-${isShared ? 0 : client}`
  const done = Array.from({ length: count }, () => 0)
  // A server closes connections that were idle while the others were measured.
  const all = side.servers.map(({ url }) => clientOf(url))
  const [began, servers, store] = [performance.now(), cpu(), cpuMs(database.pid)]
  const end = began + Number(values.seconds) * 1000
  const append = async (client: number) => {
    for (let n = 0; performance.now() < end; n++) {
      const input = inputOf(idOf(client), `c${client}-${n}`, n)
      await all[of(client, n)]?.ask(STORE_TURN, { input })
      done[client] = n + 1
    }
  }
  await Promise.all(done.map((_, client) => append(client)))
  const appends = done.reduce((sum, each) => sum + each, 0)
  side.taken[way].push({
    rate: (appends * 1000) / (performance.now() - began),
    serverMs: (cpu() - servers) / appends,
    databaseMs: (cpuMs(database.pid) - store) / appends,
  })
  const ids = new Set(done.map((_, client) => idOf(client)))
  const stored = await Promise.all([...ids].map((id) => turnsOf(all, id)))
  side.lost += Math.abs(appends - stored.reduce((sum, each) => sum + each, 0))
  for (const client of all) client.close()
}

async function turnsOf([first]: readonly Client[], id: string): Promise<number> {
  const answer = await first?.ask('query ($id: ID!) { conversation(id: $id) { turnCount } }', { id })
  return Number(answer?.['conversation']?.['turnCount'])
}

/** Has each server append by itself: a database that has just started plans its first statements slowly. */
async function warmUp({ name, servers }: Side): Promise<void> {
  for (const [place, { url }] of servers.entries()) {
    const client = clientOf(url)
    for (let n = 0; n < 20; n++) await client.ask(STORE_TURN, { input: inputOf(`${name}-warm-${place}`, `t${n}`, n) })
    client.close()
  }
}

const heads = ['turngraph', 'clients', 'appends', 'server', 'Neo4j', 'throughput beside', 'processor beside']

function rowsOf({ name, taken }: Side): string[] {
  return asked.map((way) => {
    const staying = ways[way].isShared ? 'one server, one conversation' : 'stay'
    const base = taken[asked.includes(staying) ? staying : way]
    const of = (member: keyof Taken) => median(taken[way].map((one) => one[member]))
    const ratios = (value: (one: Taken) => number) =>
      taken[way].map((one, round) => value(one) / value(base[round] ?? one))
    const shown = (found: readonly number[]) =>
      base === taken[way] ? '' : `${median(found).toFixed(2)} (${rangeOf(found)})`
    const cells = [
      ...[name, `${ways[way].clients}: ${way}`, perSecond(of('rate'))],
      ...[`${of('serverMs').toFixed(2)} ms`, `${of('databaseMs').toFixed(2)} ms`],
      ...[shown(ratios((one) => one.rate)), shown(ratios((one) => one.serverMs + one.databaseMs))],
    ]
    return `| ${cells.join(' | ')} |`
  })
}

/** Returns what an append takes of the last side beside the first one, round by round. */
function besideBefore([before, now]: readonly Side[]): string[] {
  if (before === undefined || now === undefined) return []
  return asked.map((way) => {
    const of = (what: string, value: (one: Taken) => number) => {
      const ratios = now.taken[way].map((one, round) => value(one) / value(before.taken[way][round] ?? one))
      return `${what} ${median(ratios).toFixed(3)} (${rangeOf(ratios)})`
    }
    const server = of('server', (one) => one.serverMs)
    return `now beside before, ${way}: ${server}, ${of('Neo4j', (one) => one.databaseMs)}, ${of('throughput', (one) => one.rate)}`
  })
}

endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const folder = temporaryFolder('hopping')
const load = loadavg()[0]?.toFixed(1)
const checkouts = [
  ...(values.before === undefined ? [] : [['before', resolve(values.before)] as const]),
  ['now', root] as const,
]
const sides: { readonly side: Side; readonly database: Neo4jServer }[] = []
for (const [name, checkout] of checkouts) {
  const database = await startNeo4j({
    line: '5.26',
    home: join(folder, name),
    heap: { initial: '512m', most: '1g' },
    lasts: values.compiled,
  })
  sides.push({ database, side: await openSide(name, checkout, database) })
}
for (const { side } of sides) await warmUp(side)
// The first round warms up and is left out.
for (let round = 0; round <= Number(values.rounds); round++)
  for (const way of asked)
    for (const { side, database } of round % 2 === 0 ? sides : sides.toReversed()) {
      await measure(side, way, round, database)
      if (round === 0) side.taken[way].length = 0
    }
console.log(
  `${new Date().toISOString().slice(0, 16)}Z, Node ${process.version}, load ${load} at the start, ${loadavg()[0]?.toFixed(1)} at the end\n`,
)
console.log([heads, heads.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
for (const { side } of sides) console.log(rowsOf(side).join('\n'))
console.log(`\n${besideBefore(sides.map(({ side }) => side)).join('\n')}`)
for (const { side } of sides) console.log(`\n${side.name}: ${side.lost} turns lost or doubled.`)
for (const { side, database } of sides) {
  await Promise.all(side.servers.map((server) => server.stop()))
  await database.stop()
}
process.exit(sides.at(-1)?.side.lost === 0 ? 0 : 1)

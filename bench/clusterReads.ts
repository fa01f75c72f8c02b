/**
 * `node --import tsx bench/clusterReads.ts [--before FOLDER]`: what clients that send each request to the next of three servers read on a Neo4j cluster
 * whose followers lag, as a Markdown table; of another checkout as well. See bench/README.md.
 */
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endWithNpm } from '../bin/endWithNpm.js'
import { startNeo4j } from '../scripts/neo4j.ts'
import { root } from '../scripts/root.ts'
import { seenHeader, seenTokens } from '../src/client/seen.ts'
import { startFakeCluster, type FakeCluster } from '../test/support/fakeCluster.ts'
import { beside, median, percentile, timed } from './support/measure.ts'
import { startServer, type ServerProcess } from './support/server.ts'
import { ms } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '60' },
    lag: { type: 'string', default: '30' },
    /** The lines whose names have this. */
    only: { type: 'string', default: '' },
  },
})
const [rounds, lag] = [Number(values.rounds), Number(values.lag)]
const serverCount = 3
/** Clients that write and read their own, beside one that only reads what nobody writes. */
const writers = 3

const STORE = `mutation ($input: StoreTurnInput!) {
  storeTurn(input: $input) { observation { id } userErrors { code } } }`
const FORK = `mutation ($input: ForkConversationInput!) {
  forkConversation(input: $input) { userErrors { code } } }`
const READ = 'query ($id: ID!) { conversation(id: $id) { turnCount transcript(last: 1) { nodes { text } } } }'

interface Answer {
  readonly storeTurn?: {
    readonly observation: { readonly id: string } | null
    readonly userErrors: readonly { readonly code: string }[]
  }
  readonly conversation?: {
    readonly turnCount: number
    readonly transcript: { readonly nodes: readonly { readonly text: string }[] }
  } | null
}
type Ask = (query: string, variables: object) => Promise<Answer>

/** What was found; each as how many of how many. */
interface Findings {
  readonly old: [number, number]
  readonly refused: [number, number]
  readonly forks: [number, number]
  /** How long reads took of the client whose conversation nobody writes. */
  readonly reads: number[]
  /** How many statements followers answered. */
  ofFollowers: number
}

/** Returns a client that asks the servers in turn, with what it has seen where it `sends` that. */
function hopping(servers: readonly ServerProcess[], first: number, sends: boolean): Ask {
  const seen = seenTokens()
  let turn = first
  return async (query, variables) => {
    const { header, end } = seen.begin()
    const sent = sends && header !== null ? { [seenHeader]: header } : {}
    const response = await fetch(servers[turn++ % servers.length]?.url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sent },
      body: JSON.stringify({ query, variables }),
    })
    end(response.headers.get(seenHeader))
    const { data, errors } = (await response.json()) as { data: Answer; errors?: object[] }
    if (errors !== undefined) throw new Error(JSON.stringify(errors).slice(0, 500))
    return data
  }
}

/** A turn, its head, a read, a turn that expects the head, a fork: each at the next server. */
async function write(ask: Ask, name: string, found: Findings): Promise<[fork: string, text: string][]> {
  const forks: [string, string][] = []
  for (let round = 0; round < rounds / writers; round++) {
    const id = `${name}-${round}`
    let head: string | undefined
    for (const turn of [1, 2, 3]) {
      const input = { conversationId: id, role: 'USER', text: `${id} ${turn}` }
      let { storeTurn } = await ask(STORE, { input: { ...input, expectedHeadId: head } })
      const isRefused = (storeTurn?.userErrors.length ?? 0) > 0
      if (turn > 1) count(found.refused, isRefused)
      if (isRefused) ({ storeTurn } = await ask(STORE, { input }))
      head = storeTurn?.observation?.id
      if (turn < 3) count(found.old, textOf(await ask(READ, { id })) !== input.text)
    }
    await ask(FORK, { input: { source: id, newConversationId: `${id}-fork` } })
    forks.push([`${id}-fork`, `${id} 3`])
  }
  return forks
}

const textOf = ({ conversation }: Answer): string | undefined => conversation?.transcript.nodes[0]?.text

function count(of: [number, number], isSo: boolean): void {
  of[1]++
  if (isSo) of[0]++
}

/** A database that has just started plans its first statements for longer than a request may take, on a busy machine. */
async function patiently(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 5; ; tries--)
    try {
      return void (await ask())
    } catch (error) {
      if (tries === 1) throw error
    }
}

async function measure(cluster: FakeCluster, checkout: string, reads: string, sends: boolean): Promise<Findings> {
  await cluster.clear()
  const environment = {
    STORE: cluster.uri,
    STORE_USER: cluster.user,
    STORE_PASSWORD: cluster.password,
    STORE_DATABASE: cluster.database,
    ...{ URL_SECRET: 's'.repeat(32), RATE_LIMIT: '0', TENANT_RATE_LIMIT: '0', REQUEST_TIMEOUT_MS: '120000' },
    ...(reads === '' ? {} : { STORE_READS: reads }),
  }
  const servers: ServerProcess[] = []
  for (let n = 0; n < serverCount; n++) {
    servers.push(await startServer({ ...environment, DATA: temporaryFolder('cluster-reads') }, [], checkout))
    const first = hopping(servers.slice(n), 0, false)
    await patiently(() => first(STORE, { input: { conversationId: 'quiet', role: 'USER', text: `${n}` } }))
  }
  const clients = Array.from({ length: writers }, (_, n) => hopping(servers, n, sends))
  const nowhere: Findings = { old: [0, 0], refused: [0, 0], forks: [0, 0], reads: [], ofFollowers: 0 }
  // Statements are planned by the first round.
  await beside(writers, writers, (n) => write(clients[n] as Ask, `warm-${n}`, nowhere))
  await cluster.settled()
  cluster.setLag(lag)
  const found: Findings = { old: [0, 0], refused: [0, 0], forks: [0, 0], reads: [], ofFollowers: 0 }
  let isOver = false
  const reader = hopping(servers, 0, sends)
  const read = async () => {
    while (!isOver) {
      found.reads.push(await timed(() => reader(READ, { id: 'quiet' })))
      await pause(5)
    }
  }
  const reading = read()
  const begun = cluster.followerReads()
  const all = await Promise.all(clients.map((ask, n) => write(ask, `c-${n}`, found)))
  isOver = true
  await reading
  found.ofFollowers = cluster.followerReads() - begun
  cluster.setLag(0)
  await cluster.settled()
  const leader = hopping(servers, 0, false)
  for (const [id, text] of all.flat()) count(found.forks, textOf(await leader(READ, { id })) !== text)
  for (const server of servers) await server.stop()
  return found
}

const heads = ['turngraph', 'older than an answer', '`expectedHeadId` refused', 'forks without the last turn', 'reads of what nobody writes', 'statements at followers'] // prettier-ignore

function rowOf(name: string, { old, refused, forks, reads, ofFollowers }: Findings): string {
  const of = ([some, every]: [number, number]) => `${some} of ${every}`
  const waited = reads.filter((time) => time >= lag).length
  const times = `${reads.length}: median ${ms(median(reads))}, 95 % under ${ms(percentile(reads, 0.95))}, ${Math.round((waited * 100) / reads.length)} % above ${lag} ms`
  return `| ${[name, of(old), of(refused), of(forks), times, String(ofFollowers)].join(' | ')} |`
}

endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const folder = temporaryFolder('cluster-reads')
console.log(`${new Date().toISOString().slice(0, 16)}Z, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}\n`)
console.log([heads, heads.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
const settings = [
  ...(values.before === undefined ? [] : [['before', resolve(values.before), '', false] as const]),
  ['now, at the leader', root, 'leader', false] as const,
  ['now, `STORE_READS=readers` with the token', root, 'readers', true] as const,
  ['now, `STORE_READS=readers` without it', root, 'readers', false] as const,
]
for (const checkout of new Set(settings.map(([, path]) => path))) {
  const home = join(folder, String(settings.findIndex(([, path]) => path === checkout)))
  const database = await startNeo4j({ line: '5.26', home, heap: { initial: '512m', most: '1g' } })
  const cluster = await startFakeCluster('5.26', database, 1)
  for (const [name, path, reads, sends] of settings)
    if (path === checkout && name.includes(values.only))
      console.log(rowOf(name, await measure(cluster, path, reads, sends)))
  await cluster.close()
  await database.stop()
}
process.exit(0)

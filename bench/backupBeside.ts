/**
 * `node --import tsx bench/backupBeside.ts [turns] [writes a second]`: how long a backup of Neo4j takes at rest and beside the
 * writes of two other servers, how long those wait, and what the file is worth. See docs/performance.md.
 */
import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { startNeo4j } from '../scripts/neo4j.ts'
import { root } from '../scripts/root.ts'
import { openParts } from '../src/compose.ts'
import { readConfig } from '../src/config/config.ts'
import { inputOf } from './parts/append.ts'
import { clientOf, STORE_TURN, type Client } from './support/client.ts'
import { beside, median, percentile, timed } from './support/measure.ts'
import { storeMany } from './support/seed.ts'
import { startServer } from './support/server.ts'
import { ms } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'

const [turns = '100000', rate = '100'] = process.argv.slice(2)
const conversations = 1_000

/** What was acknowledged, and how long each write waited for that. */
const acknowledged: string[] = []
const waits: number[] = []
let isOver = false

/** Sends writes at their times, whether those before were answered or not. */
async function write(client: Client, server: number, perSecond: number): Promise<void> {
  const under: Promise<void>[] = []
  const begin = performance.now()
  for (let n = 0; !isOver; n++) {
    const at = begin + (n * 1000) / perSecond
    if (at > performance.now()) await pause(at - performance.now())
    under.push(store(client, server, n))
  }
  await Promise.all(under)
}

/** A quarter of the writes goes to ten conversations, the rest to any of them. */
async function store(client: Client, server: number, n: number): Promise<void> {
  const of = n % 4 === 0 ? n % 10 : (n * 7919 + server) % conversations
  const input = inputOf(`c-${of}`, `beside-${server}-${n}`, n)
  waits.push(
    await timed(async () => {
      const { storeTurn } = await client.ask(STORE_TURN, { input })
      acknowledged.push((storeTurn?.['observation'] as { id: string }).id)
    }),
  )
}

async function backup(url: string, file: string): Promise<number> {
  return timed(async () => {
    const response = await fetch(new URL('/backup', url))
    if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`)
    await pipeline(Readable.fromWeb(response.body), createWriteStream(file))
  })
}

function turngraph(args: readonly string[], env: Readonly<Record<string, string>>): string {
  const run = spawnSync(process.execPath, [join(root, 'bin/turngraph.js'), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })
  return `${args[0]}: status ${run.status}, ${(run.stdout + run.stderr).trim().split('\n').slice(-3).join(' / ')}`
}

const shown = (some: readonly number[]): string =>
  `${some.length} writes, median ${ms(median(some))}, 99 % under ${ms(percentile(some, 0.99))}, longest ${ms(Math.max(...some))}`

const folder = temporaryFolder('backup-beside')
const home = join(folder, 'neo4j')
mkdirSync(home)
const database = await startNeo4j({ line: '5.26', home, heap: { initial: '512m', most: '1g' } })
const address = { STORE: database.uri, STORE_USER: database.user, STORE_PASSWORD: database.password }
const environment = { ...address, AUTH: 'none', RATE_LIMIT: '0', REQUEST_TIMEOUT_MS: '3600000' }
const parts = await openParts(readConfig({ ...address, DATA: join(folder, 'seed'), LOG_LEVEL: 'silent' }))
await beside(conversations, 2, (n) => storeMany(parts.scope, `c-${n}`, Math.ceil(Number(turns) / conversations)))
await parts.close()
const servers = await Promise.all([0, 1, 2].map((n) => startServer({ ...environment, DATA: join(folder, `data${n}`) })))
const clients = servers.slice(0, 2).map(({ url }) => clientOf(url))
const url = servers[2]?.url ?? ''
const quiet: number[] = []
for (const n of [0, 1]) quiet.push(await backup(url, join(folder, `quiet${n}.ndjson`)))
console.log(`at rest: ${quiet.map(ms).join(', ')} (load ${loadavg()[0]?.toFixed(1)})`)
const writers = clients.map((client, n) => write(client, n, Number(rate) / 2))
await pause(5_000)
const alone = waits.splice(0)
for (const n of [0, 1]) {
  const [older, begun] = [[...acknowledged], waits.length]
  const file = join(folder, `beside${n}.ndjson`)
  const took = await backup(url, file)
  const text = readFileSync(file, 'latin1')
  const ids = new Set(text.match(/"id":"[0-9a-f-]{36}"/g)?.map((id) => id.slice(6, -1)))
  const lacking = older.filter((id) => !ids.has(id)).length
  console.log(`beside writes: ${ms(took)} (load ${loadavg()[0]?.toFixed(1)}); ${shown(waits.slice(begun))}`)
  console.log(`acknowledged before it began: ${older.length}, of which it lacks ${lacking}`)
}
isOver = true
await Promise.all(writers)
console.log(`writes with no backup: ${shown(alone)}`)
for (const client of clients) client.close()
for (const server of servers) await server.stop()
await database.stop()
const restored = { STORE: '', DATA: join(folder, 'restored') }
console.log(turngraph(['restore', join(folder, 'beside1.ndjson')], restored))
console.log(turngraph(['verify'], restored))

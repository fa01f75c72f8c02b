/**
 * `node --import tsx bench/backupBeside.ts [turns] [writes a second] [--before FOLDER]`: how long a backup of Neo4j takes at rest and beside the
 * writes of two other servers, how long those wait, and what the file is worth; of another checkout as well. See bench/README.md.
 */
import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startNeo4j } from '../scripts/neo4j.ts'
import { root } from '../scripts/root.ts'
import type * as compose from '../src/compose.ts'
import type * as config from '../src/config/config.ts'
import { inputOf } from './parts/append.ts'
import { clientOf, STORE_TURN, type Client } from './support/client.ts'
import { beside, median, percentile, timed } from './support/measure.ts'
import type * as seeds from './support/seed.ts'
import { startServer } from './support/server.ts'
import { ms } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { before: { type: 'string' } } })
const [turns = '100000', rate = '100'] = positionals
const conversations = 1_000

/** What was acknowledged, and how long each write waited for that. */
interface Written {
  readonly acknowledged: string[]
  readonly waits: number[]
  isOver: boolean
}

/** Sends writes at their times, whether those before were answered or not. */
async function write(client: Client, server: number, written: Written): Promise<void> {
  const under: Promise<void>[] = []
  const begin = performance.now()
  for (let n = 0; !written.isOver; n++) {
    const at = begin + (n * 1000) / (Number(rate) / 2)
    if (at > performance.now()) await pause(at - performance.now())
    under.push(store(client, server, n, written))
  }
  await Promise.all(under)
}

/** A quarter of the writes goes to ten conversations, the rest to any of them. */
async function store(client: Client, server: number, n: number, { waits, acknowledged }: Written): Promise<void> {
  const of = n % 4 === 0 ? n % 10 : (n * 7919 + server) % conversations
  const input = inputOf(`c-${of}`, `beside-${server}-${n}`, n)
  waits.push(
    await timed(async () => {
      const { storeTurn } = await client.ask(STORE_TURN, { input })
      acknowledged.push((storeTurn?.['observation'] as { id: string }).id)
    }),
  )
}

/** Returns how long it took, and why it broke off. */
async function backup(url: string, file: string): Promise<{ took: number; failure: string | null }> {
  let failure: string | null = null
  const took = await timed(async () => {
    try {
      const response = await fetch(new URL('/backup', url))
      if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`)
      await pipeline(Readable.fromWeb(response.body), createWriteStream(file))
    } catch (error) {
      failure = String(error)
    }
  })
  return { took, failure }
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
const loadNow = (): string => `load ${loadavg()[0]?.toFixed(1)}`

/** Stores the turns by the checkout's own code, whose schema the database gets. */
async function seed(checkout: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const own = <M>(path: string) => import(pathToFileURL(join(checkout, path)).href) as Promise<M>
  const { openParts } = await own<typeof compose>('src/compose.ts')
  const { readConfig } = await own<typeof config>('src/config/config.ts')
  const { storeMany } = await own<typeof seeds>('bench/support/seed.ts')
  const parts = await openParts(readConfig({ ...environment, LOG_LEVEL: 'silent' }))
  await beside(conversations, 2, (n) => storeMany(parts.scope, `c-${n}`, Math.ceil(Number(turns) / conversations)))
  await parts.close()
}

async function measure(name: string, checkout: string): Promise<void> {
  const folder = temporaryFolder('backup-beside')
  const home = join(folder, 'neo4j')
  mkdirSync(home)
  const database = await startNeo4j({ line: '5.26', home, heap: { initial: '512m', most: '1g' } })
  const address = { STORE: database.uri, STORE_USER: database.user, STORE_PASSWORD: database.password }
  await seed(checkout, { ...address, DATA: join(folder, 'seed') })
  const environment = { ...address, AUTH: 'none', RATE_LIMIT: '0', REQUEST_TIMEOUT_MS: '3600000' }
  const servers = []
  for (const n of [0, 1, 2])
    servers.push(await startServer({ ...environment, DATA: join(folder, `data${n}`) }, [], checkout))
  const clients = servers.slice(0, 2).map(({ url }) => clientOf(url))
  const url = servers[2]?.url ?? ''
  for (const n of [0, 1]) {
    const { took, failure } = await backup(url, join(folder, `quiet${n}.ndjson`))
    console.log(`${name}, at rest: ${ms(took)} (${loadNow()})${failure === null ? '' : `, broke off: ${failure}`}`)
  }
  const written: Written = { acknowledged: [], waits: [], isOver: false }
  const writing = clients.map((client, n) => write(client, n, written))
  await pause(5_000)
  console.log(`${name}, writes with no backup: ${shown(written.waits)}`)
  const files: string[] = []
  for (const n of [0, 1]) files.push(...(await backupBeside(name, url, join(folder, `beside${n}.ndjson`), written)))
  written.isOver = true
  await Promise.all(writing)
  for (const client of clients) client.close()
  for (const server of servers) await server.stop()
  await database.stop()
  const last = files.at(-1)
  if (last === undefined) return
  const restored = { STORE: '', DATA: join(folder, 'restored') }
  for (const args of [['restore', last], ['verify']]) console.log(`${name}, ${turngraph(args, restored)}`)
}

/** Returns the file, where it came to an end. */
async function backupBeside(name: string, url: string, file: string, { acknowledged, waits }: Written) {
  const [older, begun] = [[...acknowledged], waits.length]
  const { took, failure } = await backup(url, file)
  const end = failure === null ? '' : `, broke off: ${failure}`
  console.log(`${name}, beside writes: ${ms(took)} (${loadNow()})${end}; ${shown(waits.slice(begun))}`)
  if (failure !== null) return []
  const ids = new Set(
    readFileSync(file, 'latin1')
      .match(/"id":"[0-9a-f-]{36}"/g)
      ?.map((id) => id.slice(6, -1)),
  )
  const lacking = older.filter((id) => !ids.has(id)).length
  console.log(`${name}, acknowledged before it began: ${older.length}, of which it lacks ${lacking}`)
  return [file]
}

if (values.before !== undefined) await measure('before', resolve(values.before))
await measure('now', root)
process.exit(0)

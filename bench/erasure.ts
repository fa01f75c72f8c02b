/**
 * `node --import tsx bench/erasure.ts [observations]`: how long other writers wait while so many observations are erased, and how far
 * the erasure says that it is. See bench/README.md.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openParts } from '../src/compose.ts'
import { readConfig } from '../src/config/config.ts'
import { inputOf } from './parts/append.ts'
import { clientOf, STORE_TURN, type Client } from './support/client.ts'
import { median, percentile, timed } from './support/measure.ts'
import { storeMany } from './support/seed.ts'
import { startServer } from './support/server.ts'
import { ms } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'

const [given = '100000'] = process.argv.slice(2)
const total = Number(given)
const conversations = 20
/** So long the writers append before the erasure begins. */
const aloneMs = 5_000
const ERASE = `mutation ($input: EraseInput!) { erase(input: $input) {
  receipt { state } affected { observations } userErrors { code message } } }`
const HOW_FAR = '{ erasures(first: 1) { nodes { state emptied scope { observations } } } }'

/** What a writer waited for each of its appends. */
interface Writer {
  readonly name: string
  readonly alone: number[]
  readonly beside: number[]
}

let [isErasing, isOver] = [false, false]

async function write(client: Client, name: string): Promise<Writer> {
  const writer: Writer = { name, alone: [], beside: [] }
  for (let i = 0; !isOver; i++) {
    const input = inputOf(name, `t${i}`, i)
    const waited = await timed(() => client.ask(STORE_TURN, { input }))
    ;(isErasing ? writer.beside : writer.alone).push(waited)
    await pause(10)
  }
  return writer
}

/** Returns what was said of how far the erasure is, each once. */
async function watch(client: Client): Promise<string[]> {
  const said: string[] = []
  while (!isOver) {
    const { erasures } = (await client.ask(HOW_FAR)) as unknown as {
      erasures: { nodes: { state: string; emptied: number; scope: { observations: number } }[] }
    }
    const [newest] = erasures.nodes
    const text = newest ? `${newest.emptied} of ${newest.scope.observations} (${newest.state})` : 'nothing'
    if (said.at(-1) !== text) said.push(text)
    await pause(250)
  }
  return said
}

async function seed(data: string): Promise<string[]> {
  const parts = await openParts(readConfig({ DATA: data, LOG_LEVEL: 'silent' }))
  const ids = Array.from({ length: conversations }, (_, i) => `erased-${i}`)
  for (const id of ids) await storeMany(parts.scope, id, Math.ceil(total / conversations))
  await storeMany(parts.scope, 'stays', 1_000)
  await parts.close()
  return ids
}

const data = temporaryFolder('erasure')
const ids = await seed(data)
const environment = { DATA: data, REQUEST_TIMEOUT_MS: '3600000', RATE_LIMIT: '0' }
const servers = [await startServer(environment), await startServer(environment)] as const
const clients = servers.map(({ url }) => clientOf(url)) as [Client, Client]
const writers = clients.map((client, i) => write(client, ['same server', 'other server'][i] as string))
await pause(aloneMs)
const said = watch(clients[1])
isErasing = true
const dry = await timed(() => clients[0].ask(ERASE, { input: { conversationIds: ids, reason: 'OTHER', dryRun: true } }))
const took = await timed(() => clients[0].ask(ERASE, { input: { conversationIds: ids, reason: 'OTHER' } }))
isOver = true
for (const { name, alone, beside } of await Promise.all(writers)) {
  const shown = (waits: readonly number[]) =>
    `${waits.length} appends, median ${ms(median(waits))}, 99 % under ${ms(percentile(waits, 0.99))}, longest ${ms(Math.max(...waits))}`
  console.log(`${name}: before ${shown(alone)}; beside the erasure ${shown(beside)}`)
}
console.log(`${total} observations: dry run ${ms(dry)}, erased in ${ms(took)}`)
console.log(`said on the way: ${(await said).join(', ')}`)
for (const client of clients) client.close()
for (const server of servers) await server.stop()

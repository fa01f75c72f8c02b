/**
 * `node --import tsx bench/against.ts FOLDER [rounds] [apart] [--only PART]`: the processor time that a request takes of this checkout's server,
 * in turns with that of another checkout, as a Markdown table. See bench/README.md.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../scripts/root.ts'
import { inputOf } from './parts/append.ts'
import { clientOf, STORE_TURN, type Client } from './support/client.ts'
import { beside, median } from './support/measure.ts'
import { drawnList, drawnLists, seedScreens, screens } from './parts/screens.ts'
import { startServer, type ServerProcess } from './support/server.ts'
import { temporaryFolder } from './support/temporary.ts'

const requests = 200
/** V8's own threads, which compile and collect, are started right after the first one. */
const helpers = 5
const nanosecondsPerMs = 1e6
const clients = 4
const FORK = `mutation ($input: ForkConversationInput!) {
  forkConversation(input: $input) { conversation { id title } userErrors { code message } } }`

/** What is asked, as often as there are requests; the number is another for each request of a server. */
const asked: Readonly<Record<string, (client: Client, i: number, side: Side) => Promise<unknown>>> = {
  ...Object.fromEntries(screens.map(({ what, query }) => [what, (client: Client) => client.ask(query)])),
  [drawnList]: (client, _, { drawn }) => drawn(client),
  'append of 1 KB': (client, i) => client.ask(STORE_TURN, { input: inputOf(`against-${i % clients}`, `t${i}`, i) }),
  'fork at the head': (client, i) => client.ask(FORK, { input: { source: `screen-${i % clients}` } }),
}

interface Side {
  readonly name: string
  readonly server: ServerProcess
  readonly client: Client
  readonly drawn: (client: Client) => Promise<unknown>
  sent: number
}

/** The processor time of each kind of thread so far, in milliseconds. */
type Threads = ReadonlyMap<string, number>

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
})
const [other, rounds = '7', apart] = positionals
if (other === undefined) throw new Error('Name the folder of another checkout, with its packages installed.')
const folder = temporaryFolder('against')
const sides = await open([
  ['this', root],
  ['other', resolve(other)],
])
try {
  if (apart === undefined) await compareAnswers()
  for (const [what, ask] of Object.entries(asked))
    if (what.includes(values.only)) await measure(what, ask, Number(rounds))
} finally {
  for (const { client, server } of sides) {
    client.close()
    await server.stop()
  }
}

/**
 * Both servers begin with copies of one store. The other checkout makes it, which is the older one: this one brings it up to date.
 * `apart`, where it is too old for that: each makes its own.
 */
async function open(checkouts: readonly (readonly [string, string])[]): Promise<Side[]> {
  const shared = apart === undefined ? await seeded(resolve(other ?? ''), 'seeded') : null
  return Promise.all(
    checkouts.map(async ([name, checkout]) => {
      const data = join(folder, name)
      if (shared === null) await seeded(checkout, name)
      else {
        mkdirSync(data)
        cpSync(shared, data, { recursive: true })
      }
      const started = await startServer({ DATA: data }, [], checkout)
      const client = clientOf(started.url)
      return { name, server: started, client, drawn: await drawnLists(client), sent: 0 }
    }),
  )
}

async function seeded(checkout: string, name: string): Promise<string> {
  const data = join(folder, name)
  const server = await startServer({ DATA: data }, [], checkout)
  const client = clientOf(server.url)
  await seedScreens(client)
  client.close()
  await server.stop()
  return data
}

/** What is faster and answers something else is not faster. What a cursor is made of is each server's own. */
async function compareAnswers(): Promise<void> {
  const withoutCursors = (name: string, value: unknown) => (name.endsWith('Cursor') ? undefined : value)
  for (const { what, query } of screens) {
    const [here, there] = await Promise.all(
      sides.map(async ({ client }) => JSON.stringify(await client.ask(query), withoutCursors)),
    )
    if (here !== there) throw new Error(`The ${what} is another one there.`)
  }
}

async function measure(what: string, ask: (typeof asked)[string], count: number) {
  const taken = new Map(sides.map(({ name }) => [name, [] as Threads[]]))
  // The first rounds warm up.
  for (let round = -2; round < count; round++)
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
      const before = threadsOf(side.server.pid)
      // Its own connections each time: a server closes those that rest while the other one has its turn.
      const client = clientOf(side.server.url)
      await beside(requests, clients, () => ask(client, side.sent++, side))
      client.close()
      if (round >= 0) taken.get(side.name)?.push(perRequest(before, threadsOf(side.server.pid)))
    }
  console.log(`\n${what}, ms of CPU a request: median (least to most of ${count} rounds)\n`)
  const kinds = [...new Set([...taken.values()].flat().flatMap((threads) => [...threads.keys()]))]
  console.log(`|  | ${kinds.join(' | ')} |\n| --- | ${kinds.map(() => '---').join(' | ')} |`)
  for (const [name, all] of taken) console.log(`| ${name} | ${kinds.map((kind) => spread(all, kind)).join(' | ')} |`)
}

function spread(all: readonly Threads[], kind: string): string {
  const values = all.map((threads) => threads.get(kind) ?? 0)
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
}

function perRequest(before: Threads, after: Threads): Threads {
  return new Map([...after].map(([kind, ms]) => [kind, (ms - (before.get(kind) ?? 0)) / requests]))
}

/** The threads of a process by what they do: the first one, V8's, and all others, which are the store's mostly. */
function threadsOf(pid: number): Threads {
  const ids = readdirSync(`/proc/${pid}/task`).sort((a, b) => Number(a) - Number(b))
  const times = ids.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'latin1').split(' ')[0]))
  const sum = (from: number, to?: number) =>
    times.slice(from, to).reduce((total, time) => total + time, 0) / nanosecondsPerMs
  return new Map([
    ['all', sum(0)],
    ['main thread', sum(0, 1)],
    ['of V8', sum(1, 1 + helpers)],
    ['of the store', sum(1 + helpers)],
  ])
}

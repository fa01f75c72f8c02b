import { inputOf } from './append.ts'
import { clientOf, STORE_TURN, type Client } from '../support/client.ts'
import { cpuMs, memoryOf } from '../expensive/processUsage.ts'
import type { Sizes } from '../amounts.ts'
import { startServer, type ServerProcess } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import { bytes, count, ms, rangeOf, type Figure } from '../support/table.ts'

/** What the heap may have grown by, once it is collected. */
const most = 5 * 1_048_576
const stretches = 5
const talks = 500
const clients = 8

/** Tells, on each SIGUSR2, what is left of the heap once everything is collected. */
const collector = `import { isMainThread } from 'node:worker_threads'
if (isMainThread) process.on('SIGUSR2', () => {
  for (let i = 0; i < 4; i++) globalThis.gc()
  console.log('heap ' + process.memoryUsage().heapUsed + '.')
})`

const PAGE = `query ($id: ID!) { conversation(id: $id) { title transcript(last: 20) { nodes { text } } } }`
const FORK = `mutation ($input: ForkConversationInput!) {
  forkConversation(input: $input) { conversation { id } userErrors { code message } } }`

/** Lets one server answer very many requests, and compares what its heap holds with what it held after the first of them. */
export async function measureLongLife({ environment, name }: Subject, { longLife }: Sizes): Promise<Figure[]> {
  const [few, many] = longLife
  const flags = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(collector)}`]
  // What is remembered within a bound fills up over time: the heap is to show what has no bound.
  const bound = { OBSERVATION_CACHE_BYTES: String(1_048_576) }
  const server = await startServer({ ...environment, ...bound, RATE_LIMIT: '0' }, flags)
  const client = clientOf(server.url)
  try {
    await ask(client, 0, few)
    const early = { heap: await collected(server), cpu: cpuMs(server.pid) }
    const grown: number[] = []
    for (let stretch = 0; stretch < stretches; stretch++) {
      const at = (part: number) => few + Math.floor(((many - few) * part) / stretches)
      await ask(client, at(stretch), at(stretch + 1))
      grown.push((await collected(server)) - early.heap)
    }
    const cpu = (cpuMs(server.pid) - early.cpu) / (many - few)
    return [grownHeap(server, name, { few, many, cpu, grown })]
  } finally {
    client.close()
    await server.stop()
  }
}

/** Returns the bytes of the server's heap once everything is collected. */
async function collected(server: ServerProcess): Promise<number> {
  const told = server.says(/heap (\d+)\./)
  process.kill(server.pid, 'SIGUSR2')
  return Number(await told)
}

interface Life {
  readonly few: number
  readonly many: number
  readonly cpu: number
  /** After each stretch of the requests. */
  readonly grown: readonly number[]
}

function grownHeap(server: ServerProcess, store: string, { few, many, cpu, grown }: Life): Figure {
  const rss = bytes(memoryOf(server.pid, 'VmRSS'))
  const last = grown.at(-1) ?? Number.NaN
  return {
    what: `heap after collection when ${count(many)} requests are answered, above that after ${count(few)} (${ms(cpu)} of CPU each; the process holds ${rss})`,
    store,
    product: bytes(last),
    beside: '',
    ratio: null,
    spread: rangeOf(grown, bytes),
    bar: `at most ${bytes(most)}`,
    holds: last <= most,
  }
}

/** Appends mostly, reads every third time, forks now and then. */
async function ask(client: Client, from: number, to: number): Promise<void> {
  const talk = async (first: number) => {
    for (let i = first; i < to; i += clients) {
      const id = `long-${i % talks}`
      if (i % 3 === 2 && i >= talks) await client.ask(PAGE, { id })
      else if (i % 50 === 49 && i >= talks) await client.ask(FORK, { input: { source: id } })
      else await client.ask(STORE_TURN, { input: inputOf(id, `t${i}`, Math.floor(i / talks)) })
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, i) => talk(from + i)))
}

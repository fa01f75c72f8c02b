import { inputOf } from './append.ts'
import { clientOf, type Client } from './client.ts'
import { cpuMs } from './expensive/processUsage.ts'
import { beside, median } from './measure.ts'
import type { Sizes } from './options.ts'
import { startServer } from './server.ts'
import type { Subject } from './subject.ts'
import { ms, type Figure } from './table.ts'

const conversations = 100
const turns = 60
const rounds = 5
const id = (i: number) => `screen-${i}`

/** What chat clients show, and the CPU that an answer may take. */
export const screens = [
  {
    what: 'list of 50 conversations with title, preview, head and 5 ancestors',
    query: `{ conversations(first: 50) { nodes { id title preview updatedAt
      head { id turn pathHash text ancestors(last: 5) { nodes { id role text } } } } pageInfo { endCursor hasNextPage } } }`,
    most: 6,
  },
  {
    what: 'page of 50 messages',
    query: `{ conversation(id: "${id(7)}") { transcript(last: 50) {
      nodes { role text message { id } observation { id } } pageInfo { startCursor hasPreviousPage } } } }`,
    most: 2,
  },
] as const

/** Asks a server for what a chat client's screens show, over HTTP, and takes the CPU time of all its threads for each answer. */
export async function measureScreens(subject: Subject, { screenRequests }: Sizes): Promise<Figure[]> {
  const server = await startServer(subject.environment)
  const client = clientOf(server.url)
  try {
    await seedScreens(client)
    for (const { query } of screens) await ask(client, query, 2 * screenRequests)
    const taken = screens.map((): number[] => [])
    for (let round = 0; round < rounds; round++)
      // In another order each round: what ran before warms the caches of what comes after.
      for (const i of round % 2 === 0 ? screens.keys() : [...screens.keys()].reverse()) {
        const before = cpuMs(server.pid)
        await ask(client, screens[i]?.query ?? '', screenRequests)
        taken[i]?.push((cpuMs(server.pid) - before) / screenRequests)
      }
    return screens.map(({ what, most }, i) => figureOf(subject, what, taken[i] ?? [], most))
  } finally {
    client.close()
    await server.stop()
  }
}

/** Stores the conversations that the screens show. */
export async function seedScreens(client: Client): Promise<void> {
  for (let i = 0; i < conversations; i++) await store(client, id(i))
}

const STORE_TURNS = `mutation ($input: StoreTurnsInput!) { storeTurns(input: $input) { userErrors { code message } } }`
const store = (client: Client, conversationId: string) =>
  client.ask(STORE_TURNS, {
    input: { turns: Array.from({ length: turns }, (_, n) => inputOf(conversationId, `t${n}`, n)) },
  })
const ask = (client: Client, query: string, count: number) => beside(count, 4, () => client.ask(query))

function figureOf({ name, kind }: Subject, what: string, taken: readonly number[], most: number): Figure {
  const product = median(taken)
  return {
    what: `CPU of the server for a ${what}, over HTTP (${ms(Math.min(...taken))} to ${ms(Math.max(...taken))} in ${rounds} rounds)`,
    store: name,
    product: ms(product),
    beside: '',
    ratio: null,
    bar: kind === 'sqlite' ? `at most ${ms(most)}` : '',
    holds: kind === 'sqlite' ? product <= most : null,
  }
}

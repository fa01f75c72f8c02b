import { threadsMs } from '../expensive/processUsage.ts'
import type { Sizes } from '../amounts.ts'
import { clientOf, STORE_TURN, type Client } from '../support/client.ts'
import { valueFigure } from '../support/figures.ts'
import { beside, median, timed } from '../support/measure.ts'
import { randomFrom } from '../../test/support/random.ts'
import { startServer } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import { ms, type Figure } from '../support/table.ts'
import { inputOf } from './append.ts'

const conversations = 100
const turns = 60
const rounds = 5
const clients = 4
const id = (i: number) => `screen-${i}`
/** Conversations below those, of which lists are drawn. */
export const others = 10_000
const turnsOfOthers = 6
const perList = 50

const listWith = (page: string) => `{ conversations(first: ${perList}${page}) { nodes { id title preview updatedAt
      head { id turn pathHash text ancestors(last: 5) { nodes { id role text } } } } pageInfo { endCursor hasNextPage } } }`

/** What chat clients show, and the CPU that an answer may take on SQLite. */
export const screens = [
  {
    what: 'list of 50 conversations with title, preview, head and 5 ancestors',
    query: listWith(''),
    most: 6,
  },
  {
    what: 'page of 50 messages',
    query: `{ conversation(id: "${id(7)}") { transcript(last: 50) {
      nodes { role text message { id } observation { id } } pageInfo { startCursor hasPreviousPage } } } }`,
    most: 2,
  },
] as const

const FORK = `mutation ($input: ForkConversationInput!) {
  forkConversation(input: $input) { conversation { id } userErrors { code message } } }`

interface Asked {
  readonly what: string
  readonly most: number | null
  /** The number is another for each request. */
  readonly ask: (client: Client, number: number) => Promise<unknown>
}

/** The screens, and what else is asked most. */
const asked: readonly Asked[] = [
  ...screens.map(({ what, query, most }) => ({ what, most, ask: (client: Client) => client.ask(query) })),
  reads('conversation with its head and newest 20 turns', (n) => ({
    query: `query ($id: ID!) { conversation(id: $id) { title head { id turn } transcript(last: 20) { nodes { text } } } }`,
    variables: { id: id(n % conversations) },
  })),
  reads('message with its observations', (n) => ({
    query: `query ($id: ID!) { message(id: $id) { id observations(first: 10) { nodes { id text } } } }`,
    variables: { id: `${id(n % conversations)}:t${n % turns}` },
  })),
  {
    what: 'append of 1 KB',
    most: null,
    ask: (client, n) => client.ask(STORE_TURN, { input: inputOf(`own-${n % clients}`, `t${n}`, n) }),
  },
  {
    what: 'fork at the head',
    most: null,
    ask: (client, n) => client.ask(FORK, { input: { source: id(n % clients) } }),
  },
]

function reads(what: string, of: (n: number) => { readonly query: string; readonly variables: object }): Asked {
  return { what, most: null, ask: (client, n) => client.ask(of(n).query, of(n).variables) }
}

/** Asks a server over HTTP for what a chat client asks, and takes the CPU time of all its threads for each answer. */
export async function measureScreens(
  subject: Subject,
  { screenRequests, drawnConversations }: Sizes,
): Promise<Figure[]> {
  const server = await startServer(subject.environment)
  const client = clientOf(server.url)
  let sent = 0
  const askAll = ({ ask }: Asked, count: number) => beside(count, clients, () => ask(client, sent++))
  try {
    await seedScreens(client, drawnConversations)
    const all: readonly Asked[] = [...asked, { what: drawnList, most: null, ask: await drawnLists(client) }]
    for (const one of all) await askAll(one, 2 * screenRequests)
    const taken = all.map(() => ({ cpu: [] as number[], wall: [] as number[] }))
    for (let round = 0; round < rounds; round++)
      // In another order each round: what ran before warms the caches of what comes after.
      for (const i of round % 2 === 0 ? all.keys() : [...all.keys()].reverse()) {
        const [one, before] = [all[i] as Asked, threadsMs(server.pid)]
        const wall = await timed(() => askAll(one, screenRequests))
        taken[i]?.cpu.push((threadsMs(server.pid) - before) / screenRequests)
        taken[i]?.wall.push(wall / screenRequests)
      }
    return all.map((one, i) => figureOf(subject, one, taken[i]?.cpu ?? [], taken[i]?.wall ?? []))
  } finally {
    client.close()
    await server.stop()
  }
}

/** Stores the conversations that the screens show, above those of which lists are drawn. */
export async function seedScreens(client: Client, below = others): Promise<void> {
  await beside(below, clients, (i) => store(client, `other-${i}`, turnsOfOthers))
  for (let i = 0; i < conversations; i++) await store(client, id(i), turns)
}

export const drawnList = 'list as above, another one each time, drawn from 10,000 conversations'

/** Returns what asks for one of the lists of conversations that were seeded below the screens, drawn anew each time. */
export async function drawnLists(client: Client): Promise<(client: Client) => Promise<unknown>> {
  const cursors: string[] = []
  for (let after = '', hasNextPage = true; hasNextPage;) {
    const { conversations: page } = (await client.ask(
      `{ conversations(first: ${perList}${after}) { pageInfo { endCursor hasNextPage } } }`,
    )) as { conversations: { pageInfo: { endCursor: string; hasNextPage: boolean } } }
    hasNextPage = page.pageInfo.hasNextPage
    after = `, after: "${page.pageInfo.endCursor}"`
    if (hasNextPage) cursors.push(after)
  }
  const random = randomFrom(7)
  return (asking) => asking.ask(listWith(cursors[random.below(cursors.length)] ?? ''))
}

const STORE_TURNS = `mutation ($input: StoreTurnsInput!) { storeTurns(input: $input) { userErrors { code message } } }`
const store = (client: Client, conversationId: string, count: number) =>
  client.ask(STORE_TURNS, {
    input: { turns: Array.from({ length: count }, (_, n) => inputOf(conversationId, `t${n}`, n)) },
  })

function figureOf(
  { name, kind }: Subject,
  { what, most }: Asked,
  cpu: readonly number[],
  wall: readonly number[],
): Figure {
  const figure = valueFigure({
    store: name,
    what: `CPU of the server over HTTP, ${clients} clients: ${what}`,
    values: cpu,
    shown: ms,
    most: kind === 'sqlite' ? most : null,
  })
  return { ...figure, beside: `${ms(median(wall))} of time` }
}

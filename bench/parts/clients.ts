import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import { inputOf } from './append.ts'
import { clientOf, STORE_TURN, type Client } from '../support/client.ts'
import { threadsMs } from '../expensive/processUsage.ts'
import { rateFigure } from '../support/figures.ts'
import { beside, median, percentile, timed, type Work } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import { turnOf } from '../support/seed.ts'
import { startServer } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import { ms, perSecond, type Figure } from '../support/table.ts'

interface Crowd {
  readonly clients: number
  readonly conversationOf: (client: number) => string
  readonly what: string
}
const rounds = 5
const crowds: readonly Crowd[] = [
  { clients: 32, conversationOf: (client) => `crowd-${client}`, what: '32 clients appending to 32 conversations' },
  { clients: 8, conversationOf: () => 'crowd-one', what: '8 clients appending to one conversation' },
]

/** Lets many clients append at once, each its next turn as soon as the last one is acknowledged. */
export async function measureClients(subject: Subject, { appendsPerClient }: Sizes): Promise<Figure[]> {
  const server = await startServer(subject.environment)
  const client = clientOf(server.url)
  try {
    await client.ask(STORE_TURN, { input: inputOf('warm', 'first', 0) })
    const figures: Figure[] = []
    for (const crowd of crowds) figures.push(await measureCrowd(subject, client, server.pid, crowd, appendsPerClient))
    return figures
  } finally {
    client.close()
    await server.stop()
  }
}

async function measureCrowd(
  subject: Subject,
  client: Client,
  pid: number,
  crowd: Crowd,
  each: number,
): Promise<Figure> {
  const told: Round[] = []
  for (let round = 0; round < rounds; round++)
    told.push(await oneRound(subject, client, pid, inRound(crowd, round), each))
  const [lost, errors] = [sum(told.map((one) => one.lost)), sum(told.map((one) => one.errors))]
  const times = told.flatMap((one) => one.times)
  const latency = `p50 ${ms(median(times))}, p99 ${ms(percentile(times, 0.99))}`
  const cpu = ms(median(told.map((one) => one.cpu)))
  const figure = rateFigure({
    store: subject.name,
    what: `${crowd.what} through HTTP: ${lost} turns lost, ${errors} errors, ${latency}, ${cpu} of CPU each`,
    rates: told.map(({ rate }) => rate),
    raw: told.map(({ raw }) => raw),
    shown: perSecond,
  })
  return { ...figure, bar: 'none lost, no error', holds: lost === 0 && errors === 0 }
}

/** Each round has conversations of its own. */
const inRound = (crowd: Crowd, round: number): Crowd => ({
  ...crowd,
  conversationOf: (client) => `${crowd.conversationOf(client)}-${round}`,
})
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

interface Round {
  readonly rate: number
  readonly raw: number
  readonly times: readonly number[]
  readonly lost: number
  readonly errors: number
  /** Of the server, for each append. */
  readonly cpu: number
}

async function oneRound(subject: Subject, client: Client, pid: number, crowd: Crowd, each: number): Promise<Round> {
  const { clients, conversationOf } = crowd
  const times: number[] = []
  let errors = 0
  const append = async (i: number, number: number) => {
    const input = inputOf(conversationOf(i), `c${i}-t${number}`, number)
    times.push(await timed(() => client.ask(STORE_TURN, { input }).catch(() => errors++)))
  }
  const before = threadsMs(pid)
  const whole = await timed(() =>
    beside(clients, clients, async (i) => {
      for (let number = 0; number < each; number++) await append(i, number)
    }),
  )
  const cpu = (threadsMs(pid) - before) / (clients * each)
  const lost = await lostTurns(client, crowd, each)
  const rate = (clients * each) / (whole / 1000)
  return { rate, raw: await rawRate(subject, crowd, each), times, lost, errors, cpu }
}

const PAGE = `query Page($id: ID!, $after: String) {
  conversation(id: $id) {
    transcript(first: 100, after: $after) { nodes { message { turnId } } pageInfo { hasNextPage endCursor } }
  }
}`
interface Transcript {
  readonly nodes: readonly { readonly message: { readonly turnId: string } }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
}

/** How many acknowledged turns are not in the transcripts. */
async function lostTurns(client: Client, { clients, conversationOf }: Crowd, each: number): Promise<number> {
  const ids = Array.from({ length: clients }, (_, i) => conversationOf(i))
  const found = new Set<string>()
  for (const id of new Set(ids)) {
    let after: string | null = null
    do {
      const { conversation } = await client.ask(PAGE, { id, after })
      const { nodes, pageInfo } = conversation?.['transcript'] as Transcript
      for (const { message } of nodes) found.add(`${id} ${message.turnId}`)
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
  }
  const expected = ids.flatMap((id, i) => Array.from({ length: each }, (_, number) => `${id} c${i}-t${number}`))
  return expected.filter((turn) => !found.has(turn)).length
}

/** Rows of the same appends, recorded from the app: SQLite takes them one commit each, Neo4j from as many sessions. */
async function rawRate({ scope, recorder, raw, kind }: Subject, crowd: Crowd, each: number): Promise<number> {
  const { clients, conversationOf } = crowd
  const ids = [...new Set(Array.from({ length: clients }, (_, i) => `raw-${conversationOf(i)}`))]
  const turns = (clients * each) / ids.length
  const chains: Work[][] = []
  for (const id of ids) {
    recorder.begin()
    for (let number = 0; number <= turns; number++) await storeTurn(scope(), turnOf(id, number))
    const [first, ...rest] = recorder.end()
    if (first !== undefined) await raw.seed([first])
    // Each row builds on the one before: one conversation is one chain, whatever the number of clients.
    chains.push(rest.map((changes) => raw.append(changes)))
  }
  const whole = await timed(() =>
    beside(chains.length, kind === 'sqlite' ? 1 : chains.length, async (i) => {
      for (const work of chains[i] ?? []) await work()
    }),
  )
  return (clients * each) / (whole / 1000)
}

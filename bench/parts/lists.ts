import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createConversation } from '../../src/app/conversations/createConversation.ts'
import { conversationsPage } from '../../src/app/read/lists.ts'
import { storeTurns } from '../../src/app/turns/storeTurns.ts'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { Statistics } from '../../src/explorer/documents/generated.ts'
import type { Sizes } from '../amounts.ts'
import { clientOf, type Client } from '../support/client.ts'
import { coldCalls } from '../support/coldCalls.ts'
import { flatFigure, timeFigure, within } from '../support/figures.ts'
import { beside, median, timed, warmUpOf } from '../support/measure.ts'
import { startServer } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import { count, type Figure } from '../support/table.ts'
import { temporaryFolder } from '../support/temporary.ts'

const turnsOfEach = 2
const directories = 20
const days = 365
/** The most that an answer may take in milliseconds, however many conversations there are; right after a start. */
const most = 50
const mostAtStart = 200
const starts = 5

/** A word that one conversation alone has. */
const rare = (i: number): string =>
  `q${Array.from(String(i).padStart(6, '0'), (digit) => 'abcdefghij'[Number(digit)]).join('')}`

/** What is asked where there are few conversations and many: the number is another each time. */
const asked: Readonly<Record<string, (size: number, round: number) => { query: string; variables?: object }>> = {
  'page of 50': () => ({ query: '{ conversations(first: 50) { nodes { id title } pageInfo { hasNextPage } } }' }),
  'page of 50 and their number': () => ({ query: '{ conversations(first: 50) { nodes { id } totalCount } }' }),
  'page of those with a word that one has': (size, round) => listed({ text: rare((round * 7919) % size) }),
  'page of those with a word that all have': () => listed({ text: 'common' }),
  'page of those whose title has a part': () => listed({ title: 'graph' }),
  'page of those whose title has a part that one has': (size, round) => listed({ title: rare((round * 7919) % size) }),
  'analytics: conversations, forks, depths and shape': () => ({
    query: `{ analytics { conversations forks forkDepths { depth conversations }
      treeShape { nodes roots leaves branchPoints versionPoints toolCalls } } }`,
  }),
  "the explorer's statistics": () => ({
    query: Statistics as unknown as string,
    variables: { filter: { includeExperiments: false } },
  }),
}

const listed = (filter: object) => ({
  query: `query ($filter: ConversationFilter) {
    conversations(filter: $filter, first: 50) { nodes { id title } pageInfo { hasNextPage } } }`,
  variables: { filter },
})

/** Asks for lists of conversations and for what statistics say of them while there are few, and when there are many. */
export async function measureLists(subject: Subject, { conversations, listRounds }: Sizes): Promise<Figure[]> {
  const [few, many] = conversations
  const folders = [temporaryFolder('lists'), temporaryFolder('lists')]
  const sides = [few, many].map((size, k) => sideOf(subject, size, subject.kind === 'sqlite' ? (folders[k] ?? '') : ''))
  try {
    // One database has one number of conversations at a time; two files are asked in turns.
    for (const some of subject.kind === 'sqlite' ? [sides] : sides.map((side) => [side])) {
      for (const side of some) await side.fill(some === sides || side === sides[0] ? 0 : few)
      for (const side of some) await timeStarts(side)
      await timeAll(some, listRounds)
    }
    return await figuresOf(subject, sides)
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

interface Side {
  readonly size: number
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly times: Map<string, number[]>
  readonly atStart: number[]
  /** Stores its conversations from a number on. */
  fill(from: number): Promise<void>
}

function sideOf({ environment }: Subject, size: number, folder: string): Side {
  const own = folder === '' ? environment : { DATA: folder }
  const fill = async (from: number) => {
    const parts = await openParts(readConfig({ ...own, LOG_LEVEL: 'warn' }))
    await beside(size - from, 64, (k) =>
      createConversation(parts.scope(), { id: `listed-${from + k}`, cwd: `/work/${(from + k) % directories}` }),
    )
    for (let begin = from; begin < size; begin += 250) {
      const turns = Array.from({ length: Math.min(250, size - begin) }, (_, k) => turnsOf(begin + k)).flat()
      await storeTurns(parts.scope(), { turns })
    }
    while ((await parts.search.behind()) !== 0) await new Promise((resolve) => setTimeout(resolve, 50))
    await parts.close()
  }
  return { size, folder, environment: own, times: new Map(), atStart: [], fill }
}

function turnsOf(i: number) {
  const day = new Date(Date.UTC(2025, 0, 1 + (i % days), 12)).toISOString().replace('.000Z', '.000000000Z')
  return Array.from({ length: turnsOfEach }, (_, n) => ({
    conversationId: `listed-${i}`,
    turnId: `t${n}`,
    observedAt: day,
    ...(n % 2 === 0
      ? {
          role: 'USER' as const,
          blocks: [{ type: 'text' as const, text: `Talk ${i} about graphs: common ${rare(i)}` }],
        }
      : {
          role: 'ASSISTANT' as const,
          blocks: [{ type: 'text' as const, text: `An answer to ${i}` }],
          model: `model-${i % 3}`,
          usage: { inputTokens: 100, outputTokens: 20 },
        }),
  }))
}

/** A search as the first question but one after a start, while the index is made. */
async function timeStarts({ folder, environment, atStart }: Side): Promise<void> {
  if (folder === '') return
  for (let k = 0; k < starts; k++) {
    for (const name of ['', '-wal', '-shm']) rmSync(join(folder, `search.db${name}`), { force: true })
    await withServer(environment, async (client) => {
      await client.ask('{ conversations(first: 1) { nodes { id } } }')
      atStart.push(await timed(() => client.ask('{ search(text: "common") { behind nodes { snippet } } }')))
    })
  }
}

async function withServer(environment: Side['environment'], work: (client: Client) => Promise<void>): Promise<void> {
  const server = await startServer(environment)
  const client = clientOf(server.url)
  try {
    await work(client)
  } finally {
    client.close()
    await server.stop()
  }
}

async function timeAll(sides: readonly Side[], rounds: number): Promise<void> {
  const servers = await Promise.all(sides.map(({ environment }) => startServer(environment)))
  const clients = servers.map(({ url }) => clientOf(url))
  try {
    for (const client of clients) await caughtUp(client)
    for (let round = -warmUpOf(rounds); round < rounds; round++)
      for (const [what, ask] of Object.entries(asked))
        for (const [k, side] of sides.entries()) {
          const { query, variables } = ask(side.size, round + rounds)
          const time = await timed(() => clients[k]?.ask(query, variables))
          if (round >= 0) side.times.set(what, [...(side.times.get(what) ?? []), time])
        }
  } finally {
    for (const client of clients) client.close()
    for (const server of servers) await server.stop()
  }
}

async function caughtUp(client: Client): Promise<void> {
  for (;;) {
    const { search } = await client.ask('{ search(text: "common", first: 1) { behind } }')
    if (search?.['behind'] === 0) return
  }
}

async function figuresOf(subject: Subject, [few, many]: readonly Side[]): Promise<Figure[]> {
  if (!few || !many) return []
  const calls = await coldCalls(subject, (scope) => conversationsPage(scope, {}, { first: 50 }))
  const sizes = `of ${count(many.size)} conversations, beside ${count(few.size)}`
  const figures = Object.keys(asked).map((what) => {
    const [times, others] = [many.times.get(what) ?? [], few.times.get(what) ?? []]
    const cold = what === 'page of 50' ? ` (cold: ${calls} store calls)` : ''
    return within(flatFigure(subject.name, `${what}, ${sizes}${cold}`, times, others), median(times), most)
  })
  if (many.atStart.length === 0) return figures
  const what = `a search right after a start, while the index of ${count(many.size * turnsOfEach)} turns is made`
  return [...figures, timeFigure(subject.name, what, many.atStart, mostAtStart)]
}

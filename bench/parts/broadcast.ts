import { randomUUID } from 'node:crypto'
import { inputOf } from './append.ts'
import { clientOf, STORE_TURN, type Client } from '../support/client.ts'
import { cpuMs, forgetPeak, memoryOf } from '../expensive/processUsage.ts'
import { valueFigure } from '../support/figures.ts'
import { median } from '../support/measure.ts'
import { openFollowers, type Followers } from '../support/followers.ts'
import type { Sizes } from '../amounts.ts'
import { startServer, type ServerProcess } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import { bytes, count, ms, type Figure } from '../support/table.ts'

/** What one event may take until the last of its subscribers has it, and what the server may hold meanwhile. */
const rounds = 5
const mostMs = 2_000
const mostBytes = 300 * 1_048_576

const conversationId = 'broadcast'
/** What subscribers ask of an event: all the same, or each something of its own. */
const selections = {
  'that ask the same': () => 'seq kind conversation { id title head { text } }',
  'that each ask something of their own': (n: number) => `own${n}: seq kind conversation { id title head { text } }`,
}

/** Lets very many follow one conversation over few sockets, and tells of one event: when the last has it, and what the server holds. */
export async function measureBroadcast({ environment, name }: Subject, { broadcast }: Sizes): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [how, selectionOf] of Object.entries(selections)) {
    const server = await startServer({ ...environment, MAX_SUBSCRIPTIONS: '20000' })
    const client = clientOf(server.url)
    try {
      await client.ask(STORE_TURN, { input: inputOf(conversationId, `t${randomUUID()}`, 0) })
      figures.push(...(await broadcastOnce({ server, client, broadcast, selectionOf, how, name })))
    } finally {
      client.close()
      await server.stop()
    }
  }
  return figures
}

interface Broadcast {
  readonly server: ServerProcess
  readonly client: Client
  readonly broadcast: Sizes['broadcast']
  readonly selectionOf: (n: number) => string
  readonly how: string
  readonly name: string
}

async function broadcastOnce({ server, client, broadcast, selectionOf, how, name }: Broadcast): Promise<Figure[]> {
  const [sockets, subscribers] = broadcast
  const idle = memoryOf(server.pid, 'VmRSS')
  const followers = await openFollowers(server.url, sockets, subscribers, (n) => ({
    query: `subscription ($id: ID!) { conversationChanged(id: $id) { ${selectionOf(n)} } }`,
    variables: { id: conversationId },
  }))
  const told: Told[] = []
  let open: number
  try {
    await untilOpen(server.url, subscribers)
    open = memoryOf(server.pid, 'VmRSS') - idle
    for (let round = 0; round < rounds; round++) told.push(await tellAll(followers, client, server.pid))
  } finally {
    followers.close()
  }
  const who = `${count(subscribers)} subscribers on ${sockets} sockets ${how}`
  const cpu = median(told.map((one) => one.cpu))
  const event = `one event, until the last of ${who} has it (${ms(cpu)} of the server's CPU)`
  const memory = `most memory of the server above idle, with ${who} (${bytes(open)} before the event)`
  const peaks = told.map(({ peak }) => peak - idle)
  return [
    valueFigure({ store: name, what: event, values: told.map(({ took }) => took), shown: ms, most: mostMs }),
    valueFigure({ store: name, what: memory, values: peaks, shown: bytes, most: mostBytes }),
  ]
}

/** What one event took until the last subscriber had it, the server's CPU time, and the most memory it held. */
interface Told {
  readonly took: number
  readonly cpu: number
  readonly peak: number
}

/** Returns what it took from the turn's being sent until the last subscriber had its event. */
async function tellAll(followers: Followers, client: Client, pid: number): Promise<Told> {
  forgetPeak(pid)
  const before = cpuMs(pid)
  const sent = performance.now()
  await client.ask(STORE_TURN, { input: inputOf(conversationId, `t${randomUUID()}`, 1) })
  await followers.told()
  const took = performance.now() - sent
  return { took, cpu: cpuMs(pid) - before, peak: memoryOf(pid, 'VmHWM') }
}

/** The server says nothing to a subscriber before the first event, but it counts them. */
async function untilOpen(url: string, subscribers: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const text = await (await fetch(new URL('/metrics', url))).text()
    const [, open] = /^turngraph_subscriptions (\d+)$/m.exec(text) ?? []
    if (Number(open) >= subscribers) return
    if (tries > 600) throw new Error(`Of ${subscribers} subscriptions ${open ?? 'none'} are open.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

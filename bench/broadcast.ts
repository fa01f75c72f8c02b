import { inputOf } from './append.ts'
import { clientOf, STORE_TURN, type Client } from './client.ts'
import { cpuMs, forgetPeak, memoryOf } from './expensive/processUsage.ts'
import { openFollowers, type Followers } from './followers.ts'
import type { Sizes } from './options.ts'
import { startServer, type ServerProcess } from './server.ts'
import type { Subject } from './subject.ts'
import { bytes, count, ms, type Figure } from './table.ts'

/** What one event may take until the last of its subscribers has it, and what the server may hold meanwhile. */
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
      await client.ask(STORE_TURN, { input: inputOf(conversationId, `t${Date.now()}`, 0) })
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
  await untilOpen(server.url, subscribers)
  const open = memoryOf(server.pid, 'VmRSS') - idle
  forgetPeak(server.pid)
  const [took, cpu] = await tellAll(followers, client, server.pid)
  const peak = memoryOf(server.pid, 'VmHWM') - idle
  followers.close()
  const who = `${count(subscribers)} subscribers on ${sockets} sockets ${how}`
  return [
    {
      what: `one event, until the last of ${who} has it (${ms(cpu)} of the server's CPU)`,
      store: name,
      product: ms(took),
      beside: '',
      ratio: null,
      bar: `at most ${ms(mostMs)}`,
      holds: took <= mostMs,
    },
    {
      what: `most memory of the server above idle, with ${who} (${bytes(open)} before the event)`,
      store: name,
      product: bytes(peak),
      beside: '',
      ratio: null,
      bar: `at most ${bytes(mostBytes)}`,
      holds: peak <= mostBytes,
    },
  ]
}

/** Returns how long it took from the turn's being sent until the last subscriber had its event, and the server's CPU time. */
async function tellAll(followers: Followers, client: Client, pid: number): Promise<[number, number]> {
  const before = cpuMs(pid)
  const sent = performance.now()
  await client.ask(STORE_TURN, { input: inputOf(conversationId, `t${Date.now()}`, 1) })
  await followers.told()
  return [performance.now() - sent, cpuMs(pid) - before]
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

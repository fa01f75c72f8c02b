import { readFileSync } from 'node:fs'
import { createClient, type Client } from 'graphql-ws'
import { WebSocket } from 'ws'
import { inputOf } from './append.ts'
import { clientOf, STORE_TURN } from '../support/client.ts'
import { comparison, valueFigure } from '../support/figures.ts'
import { percentile, timed } from '../support/measure.ts'
import type { Sizes } from '../amounts.ts'
import { startServer } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import { count, ms, type Figure } from '../support/table.ts'

const FOLLOW = 'subscription Follow($id: ID!) { conversationChanged(id: $id) { seq } }'
const followed = 'followed'
const weighings = 5
const kibibytes = (bytes: number) => `${Math.round(bytes / 1024)} KiB`

/** Lets many follow one conversation: when a turn's event is there, beside its answer, and what a subscriber weighs. */
export async function measureSubscribers({ environment, name }: Subject, sizes: Sizes): Promise<Figure[]> {
  const { deliveries, subscribers } = sizes
  const [few, many] = subscribers
  const server = await startServer(environment)
  const client = clientOf(server.url)
  const followers = createClient({
    url: server.url.replace(/^http/, 'ws'),
    webSocketImpl: WebSocket,
    lazy: false,
  })
  try {
    const store = (n: number) => client.ask(STORE_TURN, { input: inputOf(followed, `t${Date.now()}-${n}`, n) })
    await store(0)
    const heard = new Map<number, number[]>()
    const hear = (seq: number) => heard.set(seq, [...(heard.get(seq) ?? []), performance.now()])
    await follow(followers, few, hear)
    const sent: number[] = []
    const answers: number[] = []
    for (let n = 1; n <= deliveries; n++) {
      sent.push(performance.now())
      answers.push(await timed(() => store(n)))
    }
    await until(() => [...heard.values()].flat().length >= few * deliveries)
    const late = [...heard.entries()]
      .sort(([a], [b]) => a - b)
      .flatMap(([, times], k) => times.map((time) => time - (sent[k] ?? 0)))
    const weights: number[] = []
    for (let weighing = 0; weighing < weighings; weighing++) {
      const before = residentBytes(server.pid)
      await follow(followers, (many - few) / weighings, hear)
      weights.push(((residentBytes(server.pid) - before) * weighings) / (many - few))
    }
    const event = `event at ${few} subscribers since its turn was sent (p99 ${ms(percentile(late, 0.99))}), beside the answer`
    const memory = `memory of the server for each of ${count(many)} subscribers`
    return [
      comparison({ store: name, what: event, times: late, beside: answers, most: null }),
      valueFigure({ store: name, what: memory, values: weights, shown: kibibytes, most: null }),
    ]
  } finally {
    await followers.dispose()
    client.close()
    await server.stop()
  }
}

/** Subscribes so many, and waits until each was heard of: the server says nothing before the first event. */
async function follow(client: Client, number: number, hear: (seq: number) => void): Promise<void> {
  for (let i = 0; i < number; i++)
    client.subscribe<{ conversationChanged: { seq: number } }>(
      { query: FOLLOW, variables: { id: followed } },
      {
        next: ({ data }) => hear(data?.conversationChanged.seq ?? 0),
        error: (error) => {
          throw error
        },
        complete: () => undefined,
      },
    )
  await new Promise((resolve) => setTimeout(resolve, 2_000))
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 3_000) throw new Error('Not every event came.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

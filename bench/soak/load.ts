import { setTimeout as sleep } from 'node:timers/promises'
import * as operations from './operations.ts'
import type { Soak } from './operations.ts'
import type { SoakOptions } from './options.ts'
import { newTalk, type Talk } from './talks.ts'

/** Clients that ask until they are stopped. */
export interface Load {
  /** Resolves once the last answer is there; rejects when no server answers any more. */
  stop(): Promise<void>
  /** Rejects when a client has given up. */
  readonly failed: Promise<never>
}

type Kind = readonly [share: number, work: () => Promise<unknown>]
const clients = 8
/** Turns of a talk, after which its client begins another. */
const longest = 200
/** Backups of a run. */
const backups = 10

/** Starts the clients of a soak. */
export function startLoad(soak: Soak, options: SoakOptions): Load {
  let isStopped = false
  const isOver = () => isStopped
  const kindsOf = options.load === 'mixed' ? mixed : steady
  const works = Array.from({ length: clients }, (_, place) => kindsOf(soak, options, `c${place}`))
  const pace = (clients * 1000) / options.rate
  const all = Promise.all([
    ...works.map((kinds) => repeat(isOver, pace, oneOf(soak, kinds))),
    repeat(isOver, (options.seconds * 1000) / backups, () => operations.backup(soak)),
  ])
  return {
    failed: all.then(() => new Promise<never>(() => undefined)),
    async stop() {
      isStopped = true
      await all
    },
  }
}

/** Does one thing after the other, each at its time, or at once where the one before took longer. */
async function repeat(isOver: () => boolean, pace: number, work: () => Promise<unknown>): Promise<void> {
  const step = 500
  for (let due = performance.now(); !isOver();) {
    await work()
    due = Math.max(due + pace, performance.now())
    while (due > performance.now()) {
      await sleep(Math.min(step, due - performance.now()))
      if (isOver()) return
    }
  }
}

/** Returns what does one thing at each call: each kind once, and from then on what is drawn by its share. */
function oneOf({ random }: Soak, kinds: readonly Kind[]): Kind[1] {
  const first = kinds.map(([, work]) => work)
  const all = kinds.flatMap(([share, work]) => Array.from({ length: share }, () => work))
  return () => (first.shift() ?? random.pick(all))()
}

/** What a client asks that writes: to talks of its own, and to one that all share. */
function mixed(soak: Soak, _options: SoakOptions, client: string): Kind[] {
  const { random, talks } = soak
  let [forks, imports, own] = [0, 0, addTalk(soak, `${client}-0`)]
  const shared = talks.find(({ id }) => id === 'shared-0') ?? addTalk(soak, 'shared-0')
  let all = shared
  const any = () => random.pick(talks)
  const turnsOf = ({ acknowledged }: Talk) => [...acknowledged.values()].reduce((sum, each) => sum + each, 0)
  const grown = (talk: Talk, name: string): Talk =>
    turnsOf(talk) < longest ? talk : (talks.find(({ id }) => id === name) ?? addTalk(soak, name))
  const next = ({ id }: Talk) => id.replace(/\d+$/, (n) => String(Number(n) + 1))
  const page = async () => {
    const talk = any()
    const turns = talk.acknowledged.get(talk.id.split('-')[0] ?? '') ?? 0
    if (turns > 0) await operations.readPage(soak, talk.id, 1 + random.below(turns))
  }
  return [
    [36, async () => operations.append(soak, (own = grown(own, next(own))), client)],
    [6, async () => operations.append(soak, (all = grown(all, next(all))), client)],
    [12, async () => operations.readLast(soak, random.pick([own, all]))],
    [14, page],
    [5, async () => turnsOf(own) > 0 && operations.fork(soak, own, `${own.id}-fork-${forks++}`)],
    [8, async () => operations.list(soak)],
    [8, async () => operations.search(soak)],
    [5, async () => turnsOf(own) > 0 && operations.follow(soak, own.id)],
    [3, async () => operations.cutUpload(soak)],
    // One in three is there already.
    [3, async () => operations.importTranscript(soak, `${client}-import-${Math.floor((imports++ * 2) / 3)}`, 10)],
  ]
}

function addTalk({ talks }: Soak, id: string): Talk {
  const talk = newTalk(id)
  talks.push(talk)
  return talk
}

/** What a client asks that leaves the amount of data as it is: what it stores, forks and imports is there already. */
function steady(soak: Soak, { turns }: SoakOptions): Kind[] {
  const { random, talks, requests, url } = soak
  const any = () => random.pick(talks)
  const most = Math.min(longest, turns)
  return [
    [20, async () => operations.store(soak, 'seed-keys', 'seed', random.below(keyed))],
    [20, async () => operations.readLast(soak, any())],
    [30, async () => operations.readPage(soak, any().id, 1 + random.below(most))],
    [10, async () => operations.list(soak)],
    [10, async () => operations.search(soak)],
    [5, async () => operations.follow(soak, any().id)],
    [3, async () => operations.cutUpload(soak)],
    [2, async () => operations.importTranscript(soak, 'seed-import', 10)],
    [
      1,
      async () => requests.ask('fork', url(), operations.FORK, { input: operations.forkInput('seed-0', 'seed-fork') }),
    ],
  ]
}

const STORE_TURNS = `mutation ($input: StoreTurnsInput!) { storeTurns(input: $input) { userErrors { code } } }`
const batch = 50
/** Turns that a steady load stores again by their keys. */
const keyed = 100

/** Stores what a steady load asks for. */
export async function seed(soak: Soak, { turns }: SoakOptions): Promise<void> {
  const most = Math.min(longest, turns)
  for (let place = 0; place < Math.ceil(turns / longest); place++) {
    const talk = addTalk(soak, `seed-${place}`)
    for (let n = 0; n < most; n += batch) {
      const input = {
        turns: Array.from({ length: Math.min(batch, most - n) }, (_, k) =>
          operations.turnInput(talk.id, 'seed', n + k),
        ),
      }
      await soak.requests.persist('seed', soak.url, STORE_TURNS, { input }, `turns of ${talk.id}`)
    }
    talk.acknowledged.set('seed', most)
  }
  for (let n = 0; n < keyed; n++) await operations.store(soak, 'seed-keys', 'seed', n)
  await operations.importTranscript(soak, 'seed-import', 10)
  await soak.requests.ask('fork', soak.url(), operations.FORK, { input: operations.forkInput('seed-0', 'seed-fork') })
}

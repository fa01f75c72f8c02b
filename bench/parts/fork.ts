import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import type { Changes } from '../../src/domain/changes.ts'
import type { Sizes } from '../amounts.ts'
import { comparison, flatFigure, valueFigure, within } from '../support/figures.ts'
import { beside, inTurns, median, type Contender } from '../support/measure.ts'
import { storeMany, turnOf } from '../support/seed.ts'
import type { Subject } from '../support/subject.ts'
import { tableFigures } from '../support/tableBytes.ts'
import { bytes, count, ms, type Figure } from '../support/table.ts'

export const chain = (depth: number) => `chain-${depth}`
const weighings = 5

/** Stores the conversations of each depth; the shallowest stands in the raw store as well, the others in the adjacency list. */
export async function seedChains({ scope, recorder, raw, adjacency }: Subject, { depths }: Sizes): Promise<void> {
  for (const depth of depths) {
    recorder.begin()
    await storeMany(scope, chain(depth), depth)
    const changes = recorder.end()
    if (depth === depths[0]) await raw.seed(changes)
    await adjacency.seed(chain(depth), depth)
  }
}

/** Forks at the head of paths of each depth. */
export async function measureForks(subject: Subject, sizes: Sizes): Promise<Figure[]> {
  const [few, , many] = sizes.depths
  const { name } = subject
  const forks = await forkFigures(subject, sizes)
  const first = await firstTurnFigure(subject, sizes)
  const weighed = await weighedFigures(subject, chain(many), sizes.weighedForks)
  const fork = (depth: number) => () => () => forkConversation(subject.scope(), { source: chain(depth) })
  const crowded = await inTurns({ few: fork(few), many: fork(many) }, sizes.forkRounds)
  const what = `fork of a point that has ${count(sizes.weighedForks)} forks and more, beside one that has a tenth of them or less`
  return [...forks, first, ...weighed, flatFigure(name, what, crowded.many, crowded.few)]
}

/** The work of each contender for a fork, in turns. */
async function forkFigures({ scope, recorder, raw, adjacency, flush, name, kind }: Subject, sizes: Sizes) {
  const [few, some, many] = sizes.depths
  // Written by the app one round before, at least: the raw store may come first in a round.
  const waiting: Changes[] = []
  const keep = () => waiting.push(...recorder.end())
  recorder.begin()
  await forkConversation(scope(), { source: chain(few) })
  const fork =
    (depth: number): Contender =>
    () => {
      keep()
      // The raw store has the source of these alone.
      if (depth === few) recorder.begin()
      return () => forkConversation(scope(), { source: chain(depth) })
    }
  const rawFork: Contender = () => {
    keep()
    const changes = waiting.shift()
    if (changes === undefined) throw new Error('The fork wrote nothing.')
    return raw.fork(changes)
  }
  const plainFork: Contender = (round) => adjacency.fork(chain(many), `plain-${round}`)
  const contenders = { some: fork(some), many: fork(many), few: fork(few), raw: rawFork, plain: plainFork }
  const warmUp = kind === 'neo4j' ? sizes.warmUp : undefined
  const times = await inTurns({ ...contenders, flush: () => flush.once }, sizes.forkRounds, true, warmUp)
  const deep = `fork at the head of ${count(many)} turns, beside ${count(few)} turns (${count(some)}: ${ms(median(times.some))})`
  const flat = comparison({ ...times, store: name, what: deep, times: times.many, beside: times.few, most: 1.5 })
  const besideRaw = `fork at the head of ${count(few)} turns, beside the raw store`
  return [
    within(flat, median(times.many), kind === 'sqlite' ? 2 : 3.5),
    comparison({ ...times, store: name, what: besideRaw, times: times.few, beside: times.raw, most: null }),
  ]
}

/** The first turn of its own that a fork is given, beside one more turn of a conversation that has some. */
async function firstTurnFigure({ scope, adjacency, flush, name }: Subject, { depths, forkRounds }: Sizes) {
  const source = chain(depths[2])
  const first: Contender = async (round) => {
    const id = `first-${round}`
    await forkConversation(scope(), { source, newConversationId: id })
    return () => storeTurn(scope(), turnOf(id, depths[2]))
  }
  const next: Contender = (round) => () => storeTurn(scope(), turnOf('going-on', round))
  const plain: Contender = async (round) => {
    const id = `plain-first-${round}`
    await adjacency.fork(source, id)()
    return adjacency.append(id)
  }
  const times = await inTurns({ first, next, plain, flush: () => flush.once }, forkRounds)
  const what = `a fork's first own turn at ${count(depths[2])} turns, beside one more turn of a conversation`
  return comparison({ ...times, store: name, what, times: times.first, beside: times.next, most: null })
}

async function weighedFigures({ scope, bytes: size, tables, name, kind }: Subject, source: string, forks: number) {
  const values: number[] = []
  const from = await tables()
  for (let weighing = 0; weighing < weighings; weighing++) {
    const before = await size()
    await beside(forks / weighings, 64, () => forkConversation(scope(), { source }))
    values.push(((await size()) - before) / (forks / weighings))
  }
  const what = `store taken by a fork (of ${count(forks)})`
  const whole = valueFigure({ store: name, what, values, shown: bytes, most: kind === 'sqlite' ? 850 : 2048 })
  return [whole, ...tableFigures(name, 'of a fork', forks, from, await tables())]
}

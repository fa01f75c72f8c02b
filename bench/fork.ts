import { forkConversation } from '../src/app/forks/forkConversation.ts'
import type { Changes } from '../src/domain/changes.ts'
import { flatFigure } from './flat.ts'
import { beside, inTurns, median, type Contender } from './measure.ts'
import type { Sizes } from './options.ts'
import { storeMany } from './seed.ts'
import type { Subject } from './subject.ts'
import { bytes, count, ms, type Figure } from './table.ts'

export const chain = (depth: number) => `chain-${depth}`

/** Stores the conversations of each depth; the shallowest stands in the raw store as well. */
export async function seedChains({ scope, recorder, raw }: Subject, { depths }: Sizes): Promise<void> {
  for (const depth of depths) {
    recorder.begin()
    await storeMany(scope, chain(depth), depth)
    const changes = recorder.end()
    if (depth === depths[0]) await raw.seed(changes)
  }
}

/** Forks at the head of paths of each depth. */
export async function measureForks(subject: Subject, sizes: Sizes): Promise<Figure[]> {
  const [few, some, many] = sizes.depths
  const { scope, recorder, raw, name, kind } = subject
  let last: Changes | undefined
  const fork =
    (depth: number): Contender =>
    () => {
      last = recorder.end()[0] ?? last
      // The raw store has the source of these alone.
      if (depth === few) recorder.begin()
      return () => forkConversation(scope(), { source: chain(depth) })
    }
  const rawFork: Contender = () => {
    last = recorder.end()[0] ?? last
    if (last === undefined) throw new Error('The fork wrote nothing.')
    return raw.fork(last)
  }
  const times = await inTurns({ some: fork(some), many: fork(many), few: fork(few), raw: rawFork }, sizes.forkRounds)
  const [tFew, tSome, tMany, tRaw] = [median(times.few), median(times.some), median(times.many), median(times.raw)]
  const flat = tMany / tFew
  const limit = kind === 'sqlite' ? 2 : null
  const bytesLimit = kind === 'sqlite' ? 1024 : 2048
  const each = await bytesPerFork(subject, chain(many), sizes.weighedForks)
  const crowded = await inTurns({ few: fork(few), many: fork(many) }, sizes.forkRounds)
  return [
    {
      what: `fork at the head of ${count(many)} turns, beside ${count(few)} turns (${count(some)}: ${ms(tSome)})`,
      store: name,
      product: ms(tMany),
      beside: ms(tFew),
      ratio: flat,
      bar: limit === null ? '1.5' : '1.5; 2 ms',
      holds: flat <= 1.5 && (limit === null || tMany < limit),
    },
    {
      what: `fork at the head of ${count(few)} turns, beside the raw store`,
      store: name,
      product: ms(tFew),
      beside: ms(tRaw),
      ratio: tFew / tRaw,
      bar: '',
      holds: null,
    },
    {
      what: `store taken by a fork of ${count(many)} turns (of ${count(sizes.weighedForks)})`,
      store: name,
      product: bytes(each),
      beside: '',
      ratio: null,
      bar: `under ${bytesLimit} B`,
      holds: each < bytesLimit,
    },
    flatFigure(
      name,
      `fork of a point that has ${count(sizes.weighedForks)} forks and more, beside one that has a tenth of them or less`,
      crowded.many,
      crowded.few,
    ),
  ]
}

async function bytesPerFork({ scope, bytes }: Subject, source: string, forks: number): Promise<number> {
  const before = await bytes()
  await beside(forks, 64, () => forkConversation(scope(), { source }))
  return ((await bytes()) - before) / forks
}

import { storeTurn } from '../src/app/turns/storeTurn.ts'
import type { Changes } from '../src/domain/changes.ts'
import { clientOf, STORE_TURN } from './client.ts'
import { inTurns, median, ratioOf, spreadOf, type Contender } from './measure.ts'
import type { Sizes } from './options.ts'
import { storeMany, textOf, turnOf } from './seed.ts'
import { startServer } from './server.ts'
import type { Subject } from './subject.ts'
import { ms, type Figure } from './table.ts'

const begun = 1_000

/** Appends turn after turn: through the app, to the raw store with the same rows, through HTTP and GraphQL. */
export async function measureAppends(subject: Subject, { appendRounds }: Sizes): Promise<Figure[]> {
  const { scope, recorder, raw, name } = subject
  recorder.begin()
  await storeMany(scope, 'appended', begun)
  await raw.seed(recorder.end())
  const server = await startServer(subject.environment)
  const client = clientOf(server.url)
  try {
    await client.ask(STORE_TURN, { input: inputOf('sent', 'first', 0) })
    // Written by the app one round before, at least: the raw store may come first in a round.
    const waiting: Changes[] = []
    const keep = () => waiting.push(...recorder.end())
    recorder.begin()
    await storeTurn(scope(), turnOf('appended', begun))
    const contenders: Record<'app' | 'keyed' | 'raw' | 'http', Contender> = {
      keyed: (round) => {
        const turn = { ...turnOf('keyed', round), idempotencyKey: `key-${round}` }
        keep()
        return () => storeTurn(scope(), turn)
      },
      app: (round) => {
        keep()
        recorder.begin()
        const turn = turnOf('appended', begun + 1 + round)
        return () => storeTurn(scope(), turn)
      },
      raw: () => {
        keep()
        const changes = waiting.shift()
        if (changes === undefined) throw new Error('The append wrote nothing.')
        return raw.append(changes)
      },
      http: (round) => {
        const input = inputOf('sent', `t${round}`, round)
        return () => client.ask(STORE_TURN, { input })
      },
    }
    const times = await inTurns(contenders, appendRounds)
    return [
      figure(name, 'durable append through the app, beside the raw store', times.app, times.raw, 1.7),
      figure(name, 'the same with an idempotency key, beside it without', times.keyed, times.app, null),
      figure(name, 'durable append through HTTP and GraphQL, beside the raw store', times.http, times.raw, 3),
    ]
  } finally {
    client.close()
    await server.stop()
  }
}

/** Returns a turn as the API takes it. */
export function inputOf(conversationId: string, turnId: string, number: number): object {
  return { conversationId, turnId, role: number % 2 === 0 ? 'USER' : 'ASSISTANT', text: textOf(number) }
}

function figure(
  store: string,
  what: string,
  product: readonly number[],
  beside: readonly number[],
  bar: number | null,
): Figure {
  const ratio = ratioOf(product, beside)
  return {
    what,
    store,
    product: ms(median(product)),
    beside: ms(median(beside)),
    ratio,
    spread: spreadOf(product, beside),
    bar: bar?.toFixed(1) ?? '',
    holds: bar === null ? null : ratio <= bar,
  }
}

import { storeTurn } from '../src/app/turns/storeTurn.ts'
import { clientOf, STORE_TURN } from './client.ts'
import { inTurns, median, type Contender } from './measure.ts'
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
    const contenders: Record<'app' | 'raw' | 'http', Contender> = {
      app: (round) => {
        recorder.begin()
        const turn = turnOf('appended', begun + round)
        return () => storeTurn(scope(), turn)
      },
      raw: () => {
        const [changes] = recorder.end()
        if (changes === undefined) throw new Error('The append wrote nothing.')
        return raw.append(changes)
      },
      http: (round) => {
        const input = inputOf('sent', `t${round}`, round)
        return () => client.ask(STORE_TURN, { input })
      },
    }
    const times = await inTurns(contenders, appendRounds)
    const [tApp, tRaw, tHttp] = [median(times.app), median(times.raw), median(times.http)]
    return [
      figure(name, 'durable append through the app, beside the raw store', tApp, tRaw, 1.5),
      figure(name, 'durable append through HTTP and GraphQL, beside the raw store', tHttp, tRaw, 3),
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

function figure(store: string, what: string, product: number, raw: number, bar: number): Figure {
  const ratio = product / raw
  return { what, store, product: ms(product), beside: ms(raw), ratio, bar: bar.toFixed(1), holds: ratio <= bar }
}

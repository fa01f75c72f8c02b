import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import type { Changes } from '../../src/domain/changes.ts'
import type { Sizes } from '../amounts.ts'
import { clientOf, STORE_TURN } from '../support/client.ts'
import { comparison } from '../support/figures.ts'
import { inTurns, type Contender } from '../support/measure.ts'
import { storeMany, textOf, turnOf } from '../support/seed.ts'
import { startServer } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import type { Figure } from '../support/table.ts'

const begun = 1_000
const id = 'appended'

/** Appends turn after turn: through the app, to the raw store with the same rows, through HTTP and GraphQL. */
export async function measureAppends(subject: Subject, { appendRounds }: Sizes): Promise<Figure[]> {
  const { scope, recorder, raw, adjacency, flush, name: store } = subject
  recorder.begin()
  await storeMany(scope, id, begun)
  await raw.seed(recorder.end())
  await adjacency.seed(id, begun)
  const server = await startServer(subject.environment)
  const client = clientOf(server.url)
  try {
    // As many turns as the app's conversation begins with: what answers is as warm as what stands beside it.
    for (let k = 0; k < begun; k++) await client.ask(STORE_TURN, { input: inputOf('sent', `begun${k}`, k) })
    const http: Contender = (round) => {
      const input = inputOf('sent', `t${round}`, round)
      return () => client.ask(STORE_TURN, { input })
    }
    const plain = () => adjacency.append(id)
    const contenders = { ...(await inProcess(subject)), http, plain, flush: () => flush.once }
    const times = await inTurns(contenders, appendRounds)
    const { app, keyed } = times
    const more = { store, plain: times.plain, flush: times.flush }
    const [through, alike] = ['durable append through', 'beside the raw store']
    const list = 'beside an adjacency list'
    return [
      comparison({ ...more, what: `${through} the app, ${list}`, times: app, beside: times.plain, most: 3 }),
      comparison({ ...more, what: `${through} the app, ${alike}`, times: app, beside: times.raw, most: null }),
      comparison({
        store,
        what: 'the same with an idempotency key, beside it without',
        times: keyed,
        beside: app,
        most: null,
      }),
      comparison({
        ...more,
        what: `${through} HTTP and GraphQL, ${alike}`,
        times: times.http,
        beside: times.raw,
        most: null,
      }),
    ]
  } finally {
    client.close()
    await server.stop()
  }
}

/** Contenders in this process: the app with and without a key, and the raw store with the rows that the app has written. */
async function inProcess({ scope, recorder, raw }: Subject): Promise<Record<'keyed' | 'app' | 'raw', Contender>> {
  // Written by the app one round before, at least: the raw store may come first in a round.
  const waiting: Changes[] = []
  const keep = () => waiting.push(...recorder.end())
  recorder.begin()
  await storeTurn(scope(), turnOf(id, begun))
  return {
    keyed: (round) => {
      const turn = { ...turnOf('keyed', round), idempotencyKey: `key-${round}` }
      keep()
      return () => storeTurn(scope(), turn)
    },
    app: (round) => {
      keep()
      recorder.begin()
      const turn = turnOf(id, begun + 1 + round)
      return () => storeTurn(scope(), turn)
    },
    raw: () => {
      keep()
      const changes = waiting.shift()
      if (changes === undefined) throw new Error('The append wrote nothing.')
      return raw.append(changes)
    },
  }
}

/** Returns a turn as the API takes it. */
export function inputOf(conversationId: string, turnId: string, number: number): object {
  return { conversationId, turnId, role: number % 2 === 0 ? 'USER' : 'ASSISTANT', text: textOf(number) }
}

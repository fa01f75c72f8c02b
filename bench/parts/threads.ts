import { cpuMs } from '../expensive/processUsage.ts'
import { clientOf } from '../support/client.ts'
import type { Sizes } from '../amounts.ts'
import { startServer } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import { perSecond, rangeOf, type Figure } from '../support/table.ts'

const STORE = `mutation StoreThread($input: StoreTurnsInput!) {
  storeTurns(input: $input) { userErrors { code message } }
}`
/** Rows of one thread, each a turn with a run of its own: one request. */
const rowsOfThread = 83
const stretches = 5
const bar = 3000

/** Measures how many rows of a table of runs a second a server takes by HTTP, in batches of a thread, and by its processor. */
export async function measureThreads({ environment, name, kind }: Subject, { threads }: Sizes): Promise<Figure[]> {
  const server = await startServer(environment)
  const client = clientOf(server.url)
  const store = async (from: number, count: number) => {
    for (let i = from; i < from + count; i++) await client.ask(STORE, { input: threadOf(`thread-${i}`) })
  }
  try {
    const each = Math.ceil(threads / stretches)
    // As many first as one stretch: the code is warm then.
    await store(0, each)
    const rates: { wall: number; processor: number }[] = []
    for (let k = 1; k <= stretches; k++) {
      const [begin, used] = [performance.now(), cpuMs(server.pid)]
      await store(k * each, each)
      const rows = each * rowsOfThread * 1000
      rates.push({ wall: rows / (performance.now() - begin), processor: rows / (cpuMs(server.pid) - used) })
    }
    return [
      figureOf(
        name,
        'a second',
        rates.map(({ wall }) => wall),
        kind === 'sqlite' ? bar : null,
      ),
      figureOf(
        name,
        "a second of the server's processor",
        rates.map(({ processor }) => processor),
        null,
      ),
    ]
  } finally {
    await server.stop()
  }
}

function figureOf(store: string, per: string, rates: readonly number[], least: number | null): Figure {
  const median = [...rates].sort((a, b) => a - b)[Math.floor(rates.length / 2)] ?? Number.NaN
  return {
    ...{ what: `rows of a table, ${rowsOfThread} with their runs in a request: ${per}`, store, ratio: null },
    ...{ product: perSecond(median), beside: '', spread: rangeOf(rates, perSecond) },
    bar: least === null ? '' : `at least ${perSecond(least)}`,
    holds: least === null ? null : median >= least,
  }
}

function threadOf(conversationId: string): object {
  const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString()
  const runs = Array.from({ length: rowsOfThread }, (_, i) => ({
    ...{ conversationId, runId: `r${i}`, claimedAt: at(i), completedAt: at(i + 1), settings: { model: 'm' } },
  }))
  const turns = runs.map(({ runId, claimedAt }, i) => ({
    ...{ conversationId, turnId: `t${i}`, runId, role: 'USER', observedAt: claimedAt },
    text: `row ${i} says something of ordinary length, as people do`,
  }))
  return { turns, runs }
}

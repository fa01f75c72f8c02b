/**
 * `npm run bench:expensive`: looks for queries that cost more than they may, on a store of 100,000 turns that is nasty to
 * read: by hand-made queries and by random ones, each measured in a server process of its own. See bench/README.md.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildSchema } from 'graphql'
import { endWithNpm } from '../bin/endWithNpm.js'
import { root } from '../scripts/root.ts'
import { randomFrom } from '../test/support/random.ts'
import { clientOf } from './support/client.ts'
import { startMeasured, type Measured } from './expensive/measuredServer.ts'
import { nastyQueries, type NamedQuery } from './expensive/nastyQueries.ts'
import { fillNastily, placesIn, turnCount, type Places } from './expensive/nastyStore.ts'
import { randomQuery } from './expensive/randomQueries.ts'
import { temporaryFolder } from './support/temporary.ts'

const { values } = parseArgs({
  options: {
    /** A folder with a store that was filled before, or where one is filled. */
    data: { type: 'string' },
    /** How many random queries. */
    random: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** Part of the names of the hand-made queries to measure. */
    only: { type: 'string', default: '' },
    /** How many of the dearest are listed. */
    shown: { type: 'string', default: '25' },
  },
})
const mostCpuMs = 2_000
const mostBytes = 300 * 1024 * 1024
/** A server that grows beyond this ends, and takes no other program of the machine with it. */
const NODE_OPTIONS = '--max-old-space-size=3000'

async function placesOf(url: string): Promise<Places> {
  const client = clientOf(url)
  try {
    const { conversations } = await client.ask('{ conversations(filter: { title: "Turn 0" }) { totalCount } }')
    if (conversations?.['totalCount'] === 0) await fillNastily(client, (what) => console.error(`storing ${what}`))
    return await placesIn(client)
  } finally {
    client.close()
  }
}

function* queriesOn(places: Places): Generator<NamedQuery> {
  yield* nastyQueries(places).filter(({ name }) => name.includes(values.only))
  const schema = buildSchema(readFileSync(`${root}/schema.graphql`, 'utf8'))
  const random = randomFrom(Number(values.seed))
  for (let i = 0; i < Number(values.random); i++) yield randomQuery(schema, places, random, i)
}

const isUsual = ({ query }: Measured) => query.name.startsWith('usual')
const shareOf = ({ cpuMs, grownBytes }: Measured) => Math.max(cpuMs / mostCpuMs, grownBytes / mostBytes)
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
const line = ({ query, cpuMs, ms, grownBytes, answerBytes, codes }: Measured) =>
  `| ${query.name} | ${cpuMs.toFixed(0)} ms | ${ms.toFixed(0)} ms | ${megabytes(grownBytes)} | ${megabytes(answerBytes)} | ${codes.join(', ') || 'answered'} |`

/** Says what was found; returns whether the bar holds. */
function report(measured: readonly Measured[]): boolean {
  const dearest = measured.filter((one) => !isUsual(one)).sort((a, b) => shareOf(b) - shareOf(a))
  const missed = dearest.filter((one) => shareOf(one) > 1)
  const refused = measured.filter((one) => isUsual(one) && one.codes.length > 0)
  console.log(`${turnCount()} turns, ${measured.length} queries, seed ${values.seed}\n`)
  console.log('| query | CPU | time | memory | answer | |\n|---|---|---|---|---|---|')
  console.log([...measured.filter(isUsual), ...dearest.slice(0, Number(values.shown))].map(line).join('\n'))
  for (const { query } of missed) console.log(`\n${query.name}: ${query.text.slice(0, 3_000)}`)
  const bar = `${mostCpuMs} ms of CPU or ${megabytes(mostBytes)}`
  console.log(`\n${missed.length} above ${bar}; ${refused.length} usual ones refused.`)
  return missed.length + refused.length === 0
}

endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const server = await startMeasured({ DATA: values.data ?? temporaryFolder('expensive'), NODE_OPTIONS })
try {
  const places = await placesOf(server.url)
  // The first queries of a process pay for what is made once.
  for (const query of nastyQueries(places).filter(({ name }) => name.startsWith('usual'))) await server.measure(query)
  const measured: Measured[] = []
  for (const query of queriesOn(places)) measured.push(await server.measure(query))
  process.exitCode = report(measured) ? 0 : 1
} finally {
  await server.close()
}

/** What the stores of SDKs cost: `npm run bench:agents -- [part …] [--turns 500] [--records 1000000] [--rounds 5]`. */
import { parseArgs } from 'node:util'
import { measureForks } from './agents/forks.ts'
import { measureLangGraph } from './agents/langgraph.ts'
import { measurePuts, measureReads } from './agents/records.ts'
import { markdown, type Figure } from './support/table.ts'

/** How much is measured. */
export interface Amounts {
  readonly turns: number
  readonly records: number
  readonly rounds: number
}

const parts: Readonly<Record<string, (amounts: Amounts) => Promise<Figure[]>>> = {
  langgraph: measureLangGraph,
  forks: measureForks,
  puts: measurePuts,
  reads: measureReads,
}
const number = { type: 'string' } as const
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { turns: number, records: number, rounds: number },
})
const amounts: Amounts = {
  turns: Number(values.turns ?? 500),
  records: Number(values.records ?? 1_000_000),
  rounds: Number(values.rounds ?? 5),
}
const figures: Figure[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const measure = parts[name]
  if (!measure) throw new Error(`"${name}" is not one of the parts: ${Object.keys(parts).join(', ')}.`)
  figures.push(...(await measure(amounts)))
}
console.log(markdown(figures))
process.exit(0)

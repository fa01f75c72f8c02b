/** `npm run bench`: what turngraph costs beside the raw store, as a Markdown table. See bench/README.md. */
import { cpus, loadavg } from 'node:os'
import { endWithNpm } from '../bin/endWithNpm.js'
import { lines } from '../scripts/neo4j.ts'
import { measureAnalytics } from './parts/analytics.ts'
import { measureAncestors } from './parts/ancestors.ts'
import { measureAppends } from './parts/append.ts'
import { measureBroadcast } from './parts/broadcast.ts'
import { measureBytes } from './parts/bytes.ts'
import { measureChecks } from './parts/checks.ts'
import { measureClients } from './parts/clients.ts'
import { measureForks, seedChains } from './parts/fork.ts'
import { measureHistories } from './parts/histories.ts'
import { measureHubs } from './parts/hubs.ts'
import { measureImports } from './parts/import.ts'
import { measureImportsKept } from './parts/imports.ts'
import { measureLists } from './parts/lists.ts'
import { measureLongLife } from './parts/longLife.ts'
import { measureMarkers } from './parts/markers.ts'
import { measureMemory } from './parts/memory.ts'
import { readOptions, type Options, type Part, type StoreName } from './options.ts'
import { measurePackage } from './parts/package.ts'
import { measurePages } from './parts/page.ts'
import { measureRuns } from './parts/runs.ts'
import { measureScreens } from './parts/screens.ts'
import { measureSearch } from './parts/search.ts'
import { measureSizes } from './parts/sizes.ts'
import { measureStarts } from './parts/start.ts'
import { measureSubscribers } from './parts/subscribers.ts'
import { measureThreads } from './parts/threads.ts'
import { openSubject, type Subject } from './support/subject.ts'
import { markdown, type Figure } from './support/table.ts'

type Measure = (subject: Subject, sizes: Options['sizes']) => Promise<Figure[]>
const measures: Readonly<Record<Part, Measure>> = {
  fork: measureForks,
  bytes: measureBytes,
  page: measurePages,
  sizes: measureSizes,
  checks: measureChecks,
  markers: measureMarkers,
  append: measureAppends,
  runs: measureRuns,
  threads: measureThreads,
  clients: measureClients,
  histories: measureHistories,
  hubs: measureHubs,
  lists: measureLists,
  screens: measureScreens,
  ancestors: measureAncestors,
  subscribers: measureSubscribers,
  broadcast: measureBroadcast,
  import: measureImports,
  search: measureSearch,
  analytics: measureAnalytics,
  memory: measureMemory,
  imports: measureImportsKept,
  longlife: measureLongLife,
  start: measureStarts,
  package: measurePackage,
}

/** Parts that begin with conversations of different lengths. */
const chained: ReadonlySet<Part> = new Set(['fork', 'page', 'checks', 'markers', 'ancestors'])

async function measureStore(store: StoreName, { line, parts, sizes }: Options, figures: Figure[]): Promise<void> {
  const subject = await openSubject(store, line)
  try {
    if (parts.some((part) => chained.has(part))) await seedChains(subject, sizes)
    for (const part of parts) {
      const begin = performance.now()
      try {
        figures.push(...(await measures[part](subject, sizes)))
      } catch (error) {
        // The other parts are worth having.
        failed.push(`${subject.name}: ${part}`)
        console.error(error)
      }
      console.error(`${subject.name}: ${part} (${((performance.now() - begin) / 1000).toFixed(0)} s)`)
    }
  } finally {
    await subject.close()
  }
}

function circumstances({ stores, line }: Options): string {
  const neo4j = stores.includes('neo4j') ? `, Neo4j ${lines[line].version}` : ''
  const load = loadavg()[0]?.toFixed(1) ?? '?'
  return `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} × ${cpus()[0]?.model ?? '?'}, Node ${process.version}${neo4j}, load ${load}`
}

endWithNpm()
const options = readOptions(process.argv.slice(2))
const before = circumstances(options)
const figures: Figure[] = []
const failed: string[] = []
const tell = () =>
  console.log(`${before} at the start, ${loadavg()[0]?.toFixed(1) ?? '?'} at the end\n\n${markdown(figures)}`)
// What was measured until then is worth seeing. Leaving by `exit` removes the temporary folders and ends the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    tell()
    process.exit(1)
  })
// So is it when something that nobody waits for has failed.
process.once('uncaughtException', (error) => {
  console.error(error)
  tell()
  process.exit(1)
})
try {
  for (const store of options.stores) await measureStore(store, options, figures)
} finally {
  tell()
}
const missed = figures.filter(({ holds }) => holds === false)
console.log(missed.length === 0 ? 'Every bar holds.' : `${missed.length} of the figures with a bar miss it.`)
if (failed.length > 0) {
  console.error(`Could not be measured: ${failed.join(', ')}.`)
  process.exitCode = 1
}

/** `npm run bench:explorer`: what the explorer costs whoever looks at it, in a real browser, as a Markdown table. See docs/explorer.md. */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../scripts/browser.ts'
import { root } from '../scripts/root.ts'
import { openParts } from '../src/compose.ts'
import { readConfig } from '../src/config/config.ts'
import { storeShape } from '../test/explorer/support/bigTalks.ts'
import { measureMap, measureScrolling } from './explorer/frames.ts'
import { measureLong } from './explorer/long.ts'
import { measureOpening } from './explorer/opening.ts'
import { measureSizes } from './explorer/sizes.ts'
import { startServer } from './support/server.ts'
import { timeStarts } from './parts/start.ts'
import { markdown, type Figure } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'

const quick = process.argv.includes('--quick')
const part = quick ? 100 : 1
const data = temporaryFolder('explorer')
const environment = { DATA: data }

const parts = await openParts(readConfig({ ...environment, LOG_LEVEL: 'warn' }))
// 100,000 nodes in about 2,000 stretches; as many in one; 20,000 branches.
await storeShape(parts.scope, 'bush', { trunk: 50_000 / part, branches: 1_000 / part, perBranch: 50 })
await storeShape(parts.scope, 'line', { trunk: 100_000 / part, branches: 0, perBranch: 0 })
await storeShape(parts.scope, 'comb', { trunk: 2_500 / part, branches: 20_000 / part, perBranch: 1 })
await storeShape(parts.scope, 'short', { trunk: 60, branches: 3, perBranch: 4 })
await storeShape(parts.scope, 'session', { trunk: 10_000 / part, branches: 0, perBranch: 0 })
await parts.close()

const server = await startServer(environment)
const { origin } = new URL(server.url)
const browser = await launchBrowser()
const figures: Figure[] = []
try {
  figures.push(...(await measureOpening(browser, origin, quick ? 2 : 9)))
  figures.push(...(await measureLong(browser, origin, 'session', quick ? 2 : 9)))
  for (const id of ['bush', 'line', 'comb']) figures.push(...(await measureMap(browser, origin, id)))
  for (const id of ['line', 'comb']) figures.push(...(await measureScrolling(browser, origin, id)))
  figures.push(...measureSizes(join(root, 'dist/explorer')))
} finally {
  await browser.close()
  await server.stop()
}
figures.push(...(await timeStarts(environment, 'SQLite', quick ? 2 : 9)))
console.log(markdown(figures))
console.log(`Load: ${loadavg()[0]?.toFixed(1)}. Beside it: the 95th of a hundred.`)

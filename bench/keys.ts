/**
 * `npm run bench:keys`: what it costs to ask who asks. Two servers, one with `AUTH=keys`, get the same appends in turns, and the
 * time of their processors is compared; then a key that is remembered is judged many times. Linux alone tells the former.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { endWithNpm } from '../bin/endWithNpm.js'
import { root } from '../scripts/root.ts'
import { registeredIn } from '../src/app/access/registered.ts'
import { openParts } from '../src/compose.ts'
import { readConfig } from '../src/config/config.ts'
import { authenticator } from '../src/http/admission/authenticate/authenticate.ts'
import { threadsMs } from './expensive/processUsage.ts'
import { inputOf } from './parts/append.ts'
import { clientOf, STORE_TURN } from './support/client.ts'
import { beside, median } from './support/measure.ts'
import { startServer, type ServerProcess } from './support/server.ts'
import { temporaryFolder } from './support/temporary.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '40' }, appends: { type: 'string', default: '250' } },
})
const rounds = Number(values.rounds)
const appends = Number(values.appends)
const clients = 4
/** Of a round's appends, more than a server without keys takes; and how long a check of a remembered key takes. */
const bars = { ratio: 1.05, checkMicroseconds: 20 }
const checks = 100_000

/** Returns a key of a tenant of its own, made by the commands that operators use. */
function newKey(data: string): string {
  const run = (...args: string[]) => {
    const env = { PATH: process.env['PATH'], DATA: data }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/turngraph.js'), ...args], { env })
    if (status !== 0) throw new Error(String(stderr))
    return String(stdout)
  }
  run('tenants', 'create', 'bench')
  const { key } = JSON.parse(run('keys', 'create', '--tenant', 'bench', '--scope', 'read,write', '--json')) as {
    key: string
  }
  return key
}

interface Side {
  readonly server: ServerProcess
  readonly headers: string
  readonly taken: number[]
  sent: number
}

/** Has a server take a round's appends; keeps the microseconds of its processor for each. */
async function round(side: Side, isCounted: boolean): Promise<void> {
  const client = clientOf(side.server.url, side.headers)
  const before = threadsMs(side.server.pid)
  await beside(appends, clients, (i) => {
    const turn = side.sent++
    return client.ask(STORE_TURN, { input: inputOf(`keys-${i % clients}`, `t${turn}`, turn) })
  })
  client.close()
  if (isCounted) side.taken.push(((threadsMs(side.server.pid) - before) * 1_000) / appends)
}

/** Measures appends with and without a key, in turns; returns whether the bar holds. */
async function compareAppends(data: string, key: string): Promise<boolean> {
  const more = { RATE_LIMIT: '1000000000', TENANT_RATE_LIMIT: '1000000000' }
  const side = async (environment: Record<string, string>, headers: string): Promise<Side> => ({
    ...{ server: await startServer({ ...environment, ...more }), headers, taken: [], sent: 0 },
  })
  const plain = await side({ DATA: temporaryFolder('keys-plain') }, '')
  const keyed = await side({ DATA: data, AUTH: 'keys' }, `authorization: Bearer ${key}\r\n`)
  // The first ones compile; then A B, B A, so that neither is always the first.
  for (let n = -6; n < rounds; n++)
    for (const one of n % 2 === 0 ? [plain, keyed] : [keyed, plain]) await round(one, n >= 0)
  for (const { server } of [plain, keyed]) await server.stop()
  const ratios = plain.taken.map((without, i) => (keyed.taken[i] ?? NaN) / without)
  const ratio = median(ratios)
  console.log(`an append without a key   ${median(plain.taken).toFixed(0)} µs of the processor, all threads`)
  console.log(`an append with a key      ${median(keyed.taken).toFixed(0)} µs`)
  console.log(`with / without            ${ratio.toFixed(3)} (median of ${rounds} pairs; bar ${bars.ratio})`)
  return ratio <= bars.ratio
}

/** Measures how long it takes to judge a key that is remembered; returns whether the bar holds. */
async function measureChecks(data: string, key: string): Promise<boolean> {
  const parts = await openParts(readConfig({ DATA: data, LOG_LEVEL: 'warn' }))
  const { registry } = parts.store
  const known = { registered: registeredIn(registry), registry, log: pino({ level: 'silent' }) }
  const authenticate = authenticator({ keys: true, jwt: null }, known)
  const header = `Bearer ${key}`
  const judged = async () => {
    for (let n = 0; n < checks / 10; n++) await authenticate(header)
  }
  await judged()
  const times: number[] = []
  for (let n = 0; n < 10; n++) {
    const before = process.cpuUsage()
    await judged()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / (checks / 10))
  }
  await parts.close()
  const each = median(times)
  console.log(`a remembered key's check  ${each.toFixed(2)} µs (bar ${bars.checkMicroseconds})`)
  return each < bars.checkMicroseconds
}

endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const data = temporaryFolder('keys')
const key = newKey(data)
const held = [await compareAppends(data, key), await measureChecks(data, key)]
console.log(held.every(Boolean) ? 'Both bars hold.' : 'A bar is missed.')
process.exit(held.every(Boolean) ? 0 : 1)

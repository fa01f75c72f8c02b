// Takes long: servers are started and killed, and a load runs for some seconds.
// Beyond a landing: a server under every kind of load.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import type { Line } from '../../bench/soak/sample.ts'
import { compare } from '../../bench/soak/talks.ts'
import { verdictsOf, type Outcome, type Verdict } from '../../bench/soak/verdicts.ts'
import { root } from '../../scripts/root.ts'

interface Ran {
  readonly status: number | null
  readonly lines: readonly object[]
  readonly stderr: string
}

async function soak(...args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/soak.ts', ...args], { cwd: root })
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (piece: Buffer) => void (written[name] += piece.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  const lines = written.stdout.split('\n').filter((line) => line !== '')
  return { status, lines: lines.map((line) => JSON.parse(line) as object), stderr: written.stderr }
}

describe('npm run soak', () => {
  it('kills the server, finds again what was acknowledged, and ends with its verdicts', async () => {
    const { lines, stderr } = await soak('--minutes', '0.15', '--every', '2', '--kills', '2', '--seed', '7')
    assert.equal(stderr, '')
    const samples = lines.filter((line): line is Line => 'kinds' in line)
    assert.equal(samples.at(-1)?.kills, 2)
    const kinds = new Set(samples.flatMap((sample) => Object.keys(sample.kinds)))
    for (const kind of [
      'store',
      'page',
      'fork',
      'list',
      'search',
      'subscription',
      'upload',
      'import',
      'backup',
      'check',
    ])
      assert.ok(kinds.has(kind), `${kind} is not among ${[...kinds].join(', ')}`)
    const [server] = samples.flatMap((sample) => sample.servers)
    assert.ok(server && server.rss > server.heap && server.heap > 0 && server.threads > 1)
    const held = new Map(
      lines.filter((line): line is Verdict => 'verdict' in line).map((one) => [one.verdict, one.holds]),
    )
    for (const name of ['acknowledged turns lost', 'turns doubled', 'errors that no kill explains', 'verify is clean'])
      assert.equal(held.get(name), true, JSON.stringify(lines.slice(-9)))
  })

  it('refuses a flag and a value that it does not have', async () => {
    assert.deepEqual(await soak('--store', 'postgres'), {
      ...{ status: 2, stderr: '--store takes sqlite or neo4j, not "postgres".\n' },
      lines: [],
    })
    assert.equal((await soak('--kill', '1')).status, 2)
  })
})

const mebibyte = 1_048_576
const server = { pid: 1, heap: 20 * mebibyte, descriptors: 50, databaseConnections: 0, threads: 14 }
const store = {
  database: 100 * mebibyte,
  wal: mebibyte,
  search: 0,
  attachments: 0,
  temporary: 0,
  openTransactions: null,
}
/** An hour of lines, a minute apart, of a server whose memory grows by so many MiB in each. */
const linesOf = (growth: number, p99: (minute: number) => number = () => 10): Line[] =>
  Array.from({ length: 60 }, (_, minute) => ({
    ...{ at: '', seconds: (minute + 1) * 60, kills: 0, requests: 100, kinds: {}, errors: {} },
    ...{ p50: 1, p99: p99(minute), max: 20, store },
    servers: [{ ...server, rss: (200 + growth * minute) * mebibyte, loopP99: 1, loopMax: 2, searchBehind: 0 }],
  }))
const sound: Outcome = {
  ...{ lines: linesOf(0), lost: [], doubled: [], unexpected: {}, walLimit: 100 * mebibyte },
  verify: { status: 0, text: 'sound' },
  descriptors: { before: [50], after: [50] },
}
const failedOf = (change: Partial<Outcome>) =>
  verdictsOf({ ...sound, ...change }).flatMap(({ verdict, holds }) => (holds === false ? [verdict] : []))

describe('the verdicts of a soak', () => {
  it('hold where nothing is wrong', () => {
    assert.ok(verdictsOf(sound).every(({ holds }) => holds === true))
  })

  it('fail by what is wrong, each by its own', () => {
    assert.deepEqual(failedOf({ lost: ['one'] }), ['acknowledged turns lost'])
    assert.deepEqual(failedOf({ doubled: ['one'] }), ['turns doubled'])
    assert.deepEqual(failedOf({ unexpected: { INTERNAL: 1 } }), ['errors that no kill explains'])
    assert.deepEqual(failedOf({ verify: { status: 1, text: '' } }), ['verify is clean'])
    assert.deepEqual(failedOf({ lines: linesOf(0.1) }), ['slope of RSS over the second half below 1 MiB an hour'])
    assert.deepEqual(failedOf({ descriptors: { before: [50], after: [51] } }), ['descriptors at rest as before'])
    assert.deepEqual(failedOf({ walLimit: 1000 }), ['write-ahead log below 0 MiB'])
    const slower = linesOf(0, (minute) => (minute > 40 ? 13 : 10))
    assert.deepEqual(failedOf({ lines: slower }), ['p99 of the last quarter within 1.2 of the first'])
  })

  it('say nothing of memory while the data grows', () => {
    const growing = linesOf(1).map((line, minute) => ({
      ...line,
      store: { ...store, database: (100 + minute) * mebibyte },
    }))
    const [slope] = verdictsOf({ ...sound, lines: growing }).filter(({ verdict }) => verdict.startsWith('slope'))
    assert.equal(slope?.holds, null)
  })
})

describe('the texts of a talk, compared with what was acknowledged', () => {
  const expected = [{ client: 'a', acknowledged: 3, isPending: false }]
  const found = (...texts: readonly string[]) => compare('t', texts, expected, true)

  it('are all there once', () => {
    assert.deepEqual(found('a 0', 'a 1', 'a 2'), { lost: [], doubled: [] })
  })

  it('are lost or doubled', () => {
    assert.deepEqual(found('a 0', 'a 1').lost, ['t: turn 2 of a is missing'])
    assert.deepEqual(found('a 1', 'a 2').lost, ['t: turn 0 of a is missing'])
    assert.deepEqual(found('a 0', 'a 2').lost, ['t: turn 1 of a is missing'])
    assert.deepEqual(found().lost, ['t: turn 2 of a is missing'])
    assert.deepEqual(found('a 0', 'a 1', 'a 1', 'a 2').doubled, ['t: turn 1 of a is there twice'])
    assert.deepEqual(found('a 0', 'a 1', 'a 2', 'a 3').doubled, ['t: turn 3 of a was never acknowledged'])
  })

  it('may have a turn that was being sent', () => {
    const pending = [{ client: 'a', acknowledged: 1, isPending: true }]
    assert.deepEqual(compare('t', ['a 0', 'a 1'], pending, true), { lost: [], doubled: [] })
  })
})

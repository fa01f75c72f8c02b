/** `npm test` says what it will do, leaves out what needs more than Node, and counts whatever happens. */
// Takes long: runs of the test runner itself.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/root.ts'
import { testFiles, type TestFile } from '../../scripts/testing/files.ts'
import { planOf, type Job } from '../../scripts/testing/plan.ts'
import { closingLines, failureOf, introduction, unexplainedSkips } from '../../scripts/testing/report.ts'
import { runJob } from '../../scripts/testing/runJob.ts'
import { runPlan } from '../../scripts/testing/runPlan.ts'
import { runTasks, type Task } from '../../scripts/testing/schedule.ts'
import type { Servers } from '../../scripts/testing/servers.ts'
import { duration, list, roughly } from '../../scripts/testing/words.ts'

/** Says what a run would do, with no run before it remembered. */
function planned(args: readonly string[], env: Record<string, string> = {}): string[] {
  const { CI: _ci, TEST_STORES: _stores, ...rest } = process.env
  const command = ['--import', 'tsx', 'scripts/test.ts', ...args, '--plan']
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    env: { ...rest, ...env },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return stdout.trimEnd().split('\n')
}

describe('npm test', () => {
  it('says first what it will do, about how long that takes, and in one line what it leaves out and how to run it', () => {
    const [intent, leftOut, ...more] = planned([])
    assert.match(intent ?? '', /^\d+ test files on the embedded store, \d at a time: about \d+ (s|min)\.$/)
    assert.match(leftOut ?? '', /^Left out: Neo4j.* and .*\. `npm run test:everything` runs everything\.$/)
    assert.deepEqual(more, [])
  })

  it('is with CI=true what every landing has to pass, and leaves out what runs before a release', () => {
    const landing = planned([], { CI: 'true' }).join('\n')
    assert.match(landing, /^\d+ test files on the embedded store, Neo4j 5\.26 and Neo4j current, \d at a time: /)
    assert.match(landing, /\nLeft out: what runs before a release\. `npm run test:everything` runs everything\.$/)
    assert.doesNotMatch(planned(['--everything']).join('\n'), /Left out/)
  })

  it('is what the README says and what CI runs', () => {
    const [readme, ci, check] = ['README.md', '.ci/run', 'scripts/check.ts'].map((path) =>
      readFileSync(join(root, path), 'utf8'),
    )
    assert.match(
      readme ?? '',
      /To run the tests of the embedded store, which takes eight minutes on two cores \(`npm run test:everything` .*:\n\n```sh\nnpm ci && npm test\n```/,
    )
    assert.match(ci ?? '', /^CI=true npm run check$/m)
    assert.match(check ?? '', /script\('test\.ts'\)/)
  })

  it('names what a part leaves out', () => {
    assert.deepEqual(planned(['domain/context/toolCycles']).length, 1)
    assert.match(
      planned(['readme']).join('\n'),
      /\nLeft out: Neo4j\. `npm run test:everything -- readme` runs everything\.$/,
    )
  })
})

const file = (path: string, ...needs: string[]): TestFile => ({
  path,
  needs: new Set(needs) as never,
  packages: null,
  landingLines: [],
  hasOwnServer: false,
  isPure: false,
  isAlone: path.includes('alone'),
})
const memory = { secondsOf: () => 10, testsOf: () => null, learn: () => undefined, keep: () => undefined }

describe('a plan', () => {
  const files = [
    file('plain'),
    file('both', 'neo4j'),
    file('server', 'neo4j', 'neo4jAlone'),
    file('long', 'time'),
    file('kill', 'kills'),
    file('page', 'browser'),
    file('urql', 'clients'),
  ]
  const names = (extent: 'embedded' | 'landing' | 'everything') =>
    planOf(files, extent, memory).jobs.map(({ name }) => name)

  it('has of the embedded extent what needs nothing but Node', () => {
    assert.deepEqual(names('embedded'), ['plain', 'both'])
  })

  it('has what takes long where it is asked for', () => {
    const { jobs, leftOut } = planOf(files, 'embedded', memory, { isNamed: true })
    assert.deepEqual(
      jobs.map(({ name }) => name),
      ['plain', 'both', 'long'],
    )
    assert.ok(!leftOut.includes('what takes long'))
  })

  it('has in everything each file, once a store', () => {
    const server = ['server on Neo4j 5.26', 'server on Neo4j current']
    const both = ['both on Neo4j 5.26', 'both on Neo4j current', 'both']
    assert.deepEqual(names('everything'), ['plain', ...both, ...server, 'long', 'kill', 'page', 'urql'])
    assert.deepEqual(planOf(files, 'everything', memory).leftOut, [])
  })

  it('has on a landing each file on SQLite, the stores on both lines, the API on one, and nothing that runs before a release', () => {
    const all = [
      file('plain'),
      file('app', 'neo4j'),
      { ...file('api', 'neo4j'), landingLines: ['5.26'] as const },
      { ...file('store', 'neo4j', 'neo4jAlone'), landingLines: ['5.26', 'current'] as const },
      file('storm', 'release'),
      file('page', 'browser'),
    ]
    const landing = [
      'plain',
      'app',
      'api on Neo4j 5.26',
      'api',
      'store on Neo4j 5.26',
      'store on Neo4j current',
      'page',
    ]
    const namesOf = (options?: { isNamed: boolean }) =>
      planOf(all, 'landing', memory, options).jobs.map(({ name }) => name)
    assert.deepEqual(namesOf(), landing)
    assert.deepEqual(namesOf({ isNamed: true }), [...landing.slice(0, -1), 'storm', 'page'])
  })

  it('begins with what takes long', () => {
    const secondsOf = ({ name }: Job) => (name === 'both' ? 20 : 10)
    assert.deepEqual(
      planOf(files, 'embedded', { ...memory, secondsOf }).jobs.map(({ name }) => name),
      ['both', 'plain'],
    )
  })

  it('puts files of a folder together that are soon over, and none that others would notice', () => {
    const app = Array.from({ length: 10 }, (_, k) => file(`test/app/${k}`))
    const others = [file('test/app/alone'), file('test/http/one'), file('test/app/killed', 'kills')]
    const { jobs } = planOf([...app, ...others], 'everything', memory, { areTogether: true })
    assert.deepEqual(
      jobs.map(({ files, name }) => [name, files.length]),
      [
        ...others.map(({ path }) => [path, 1]),
        ['test/app/0 and 7 more, up to test/app/7', 8],
        ['test/app/8 and 1 more, up to test/app/9', 2],
      ],
    )
  })

  it('puts tests of functions together, wherever they are', () => {
    const pure = ['test/cli/a', 'test/http/b', 'test/http/alone'].map((path) => ({ ...file(path), isPure: true }))
    const { jobs } = planOf(pure, 'embedded', memory, { areTogether: true })
    assert.deepEqual(
      jobs.map(({ files }) => files.map(({ path }) => path)),
      [['test/http/alone'], ['test/cli/a', 'test/http/b']],
    )
  })

  it('knows a test of functions by what it uses', () => {
    const purity = new Map(testFiles().map(({ path, isPure }) => [path, isPure]))
    const paths = ['test/cli/actions/point.test.ts', 'test/http/access.test.ts', 'test/readme.test.ts']
    assert.deepEqual(paths.map((path) => purity.get(path)), [true, false, false]) // prettier-ignore
  })

  it('puts fewer of them together on a line of Neo4j, where something empties it between them', () => {
    const app = Array.from({ length: 6 }, (_, k) => file(`test/app/${k}`, 'neo4j'))
    const others = [
      { ...file('test/app/own', 'neo4j'), hasOwnServer: true },
      { ...file('test/storage/both', 'neo4j'), landingLines: ['5.26', 'current'] as const },
    ]
    const { jobs } = planOf([...app, ...others], 'everything', memory, { areTogether: true, stores: ['5.26'] })
    assert.deepEqual(
      jobs.map(({ files }) => files.length),
      [1, 1, 2, 2, 2],
    )
  })

  it('says what it will do', () => {
    const plan = { ...planOf(files, 'embedded', memory), atOnce: 2 }
    assert.equal(
      introduction(plan, ['a', 'b']),
      '2 test files on the embedded store, 2 at a time: about 10 s.\n' +
        'Left out: Neo4j, what takes long, servers that are killed, the browser and the clients of others. `npm run test:everything -- a b` runs everything.',
    )
  })
})

describe('what a test file needs', () => {
  const files = testFiles()
  const needing = (need: string) => files.filter(({ needs }) => needs.has(need as never)).map(({ path }) => path)

  it('is found from what it says and imports', () => {
    const contract = files.find(({ path }) => path === 'test/storage/neo4j.test.ts')
    assert.deepEqual([...(contract?.needs ?? [])], ['neo4j', 'neo4jAlone'])
    assert.ok(needing('kills').some((path) => path.endsWith('killedServer.test.ts')))
    assert.ok(
      !needing('neo4j').some((path) => path.startsWith('test/domain/') || path.startsWith('test/storage/sqlite')),
    )
  })

  it('is Neo4j alone for a file that is named after it, and SQLite as well for all others', () => {
    for (const path of needing('neo4jAlone')) assert.match(path, /neo4j|database/i)
    assert.ok(needing('neo4j').length > needing('neo4jAlone').length)
  })
})

describe('a test file that is run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-testing-'))
  after(() => rmSync(folder, { recursive: true }))
  const run = async (name: string, body: string, quietMs?: number) => {
    const path = join(folder, `${name}.test.ts`)
    writeFileSync(path, `import { describe, it, before } from 'node:test'\n${body}`)
    const told: string[] = []
    const job = { files: [{ ...file(path), packages: folder }], store: 'sqlite', name } as const
    const result = await runJob(job, {}, (outcome) => told.push(outcome), new AbortController().signal, quietMs)
    return { told, ...result, counts: [result.passed, result.failed, result.skipped.length] }
  }

  it('tells of each test as it ends, and of what it left out', async () => {
    const { counts, told, obstacle, skipped, cpuSeconds } = await run(
      'mixed',
      `describe('a', () => { it('b', () => {}); it.skip('c'); it('d', () => { console.log('{}'); throw new Error('why') }) })
       describe('e', { skip: 'no Java' }, () => { it('f', () => {}) })`,
    )
    assert.deepEqual([counts, told, obstacle], [[1, 1, 2], ['passed', 'failed'], null])
    assert.deepEqual([...skipped].sort(), ['', 'no Java'])
    assert.ok(cpuSeconds > 0)
  })

  it('shows why it failed, and nothing of what passed', async () => {
    const told = failureOf(await run('fails', `it('good', () => {}); it('bad', () => { throw new Error('because') })`))
    assert.match(told, /^\n✖ fails\n[^]*✖ bad [^]*Error: because/)
    assert.doesNotMatch(told, /good/)
  })

  it('ends soon where a test failed and left open what it opened; what it cost is said all the same', async () => {
    const body = `it('bad', () => { setInterval(() => {}, 1000); throw new Error('because') })`
    const { counts, obstacle, cpuSeconds, output } = await run('open', body, 10)
    assert.deepEqual(counts, [0, 1, 0])
    assert.match(obstacle ?? '', /SIGKILL: it takes 15 minutes at most, and 3 minutes after a test that failed/)
    assert.match(output, /because/)
    assert.ok(cpuSeconds > 0)
  })

  it('shares its process with those that it is put together with', async () => {
    const files = ['test/domain/context/toolCycles.test.ts', 'test/domain/ids.test.ts'].map((path) => file(path))
    const job = { files, store: 'sqlite', name: 'both' } as const
    const each = files.map((one) => ({ ...job, files: [one] }))
    const run = (given: Job) => runJob(given, {}, () => undefined, new AbortController().signal)
    const [both, ...apart] = await Promise.all([job, ...each].map(run))
    assert.deepEqual([both?.failed, both?.obstacle], [0, null])
    assert.ok(apart.every(({ passed }) => passed > 0))
    assert.equal(
      both?.passed,
      apart.reduce((sum, { passed }) => sum + passed, 0),
    )
  })

  it('runs a second time in CI where it failed, and what came of that counts', async () => {
    const marker = join(folder, 'was-here')
    const path = join(folder, 'unstable.test.ts')
    const body = `it('is there', () => { if (!existsSync(${JSON.stringify(marker)})) { writeFileSync(${JSON.stringify(marker)}, ''); throw new Error('not yet') } })`
    writeFileSync(path, `import { it } from 'node:test'\nimport { existsSync, writeFileSync } from 'node:fs'\n${body}`)
    const job: Job = { files: [{ ...file(path), packages: folder }], store: 'sqlite', name: 'unstable' }
    const plan = { ...planOf([], 'embedded', memory), jobs: [job], tests: 1 }
    const servers = {
      has: () => true,
      settled: () => Promise.resolve(),
      end: () => Promise.resolve(),
    } as unknown as Servers
    const once = await runPlan(plan, { servers, memory, isTold: false, runsAgain: false })
    assert.deepEqual(once.results.map(({ failed }) => failed), [1]) // prettier-ignore
    rmSync(marker)
    const twice = await runPlan(plan, { servers, memory, isTold: false, runsAgain: true })
    assert.deepEqual(twice.results.map(({ failed, passed, failedFirst }) => [failed, passed, failedFirst]), [[0, 1, 1]]) // prettier-ignore
  })

  it('draws the same values for its properties wherever the seed is the same', () => {
    const module = pathToFileURL(join(root, 'test/support/properties.ts')).href
    const program = `const { default: fc } = await import(${JSON.stringify(module)}); console.log(JSON.stringify(fc.sample(fc.string(), 5)))`
    const drawn = (seed: string) =>
      spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
        cwd: root,
        env: { ...process.env, PROPERTY_SEED: seed },
        encoding: 'utf8',
      }).stdout
    assert.match(drawn('3'), /^\[/)
    assert.equal(drawn('3'), drawn('3'))
    assert.notEqual(drawn('3'), drawn('4'))
  })

  it('has failed when it ends badly though no test did', async () => {
    const crashed = await run('crashes', `it('a', () => {})\nsetTimeout(() => process.exit(3), 0)`)
    assert.deepEqual([crashed.failed, crashed.obstacle], [1, 'It ended with status 3.'])
    const unread = await run('unread', 'it(')
    assert.equal(unread.failed, 1)
    assert.match(failureOf(unread), /Transform failed/)
    const unprepared = await run(
      'unprepared',
      `describe('a', () => { before(() => { throw new Error('x') }); it('b', () => {}) })`,
    )
    assert.ok(unprepared.failed >= 1)
  })
})

describe('tasks', () => {
  /** A task that ends when it is told to; `running` shows which run. */
  function tasks() {
    const running = new Map<string, () => void>()
    const make = (name: string, rest: Partial<Task> = {}): Task => ({
      lane: null,
      ready: null,
      run: async () => {
        await new Promise<void>((done) => running.set(name, done))
        running.delete(name)
      },
      ...rest,
    })
    const names = async () => {
      await new Promise(setImmediate)
      return [...running.keys()]
    }
    return { make, names, end: (name: string) => running.get(name)?.() }
  }

  it('run so many at once, the first first, and no two of a lane', async () => {
    const { make, names, end } = tasks()
    const all = runTasks([make('a', { lane: 'x' }), make('b', { lane: 'x' }), make('c'), make('d')], 2)
    assert.deepEqual(await names(), ['a', 'c'])
    end('a')
    assert.deepEqual(await names(), ['c', 'b'])
    end('c')
    assert.deepEqual(await names(), ['b', 'd'])
    end('b')
    end('d')
    await all
  })

  it('let others go first until what they wait for is there', async () => {
    const { make, names, end } = tasks()
    let resolve = () => {}
    const promise = new Promise<void>((done) => (resolve = done))
    const all = runTasks([make('late', { ready: promise }), make('a')], 1)
    assert.deepEqual(await names(), ['a'])
    end('a')
    assert.deepEqual(await names(), [])
    resolve()
    assert.deepEqual(await names(), ['late'])
    end('late')
    await all
  })
})

describe('the words of a run', () => {
  it('are times and lists as a person says them', () => {
    assert.deepEqual([duration(59.4), duration(75)], ['59 s', '1 min 15 s'])
    assert.deepEqual([roughly(1), roughly(31), roughly(125)], ['5 s', '35 s', '3 min'])
    assert.deepEqual([list(['a']), list(['a', 'b']), list(['a', 'b', 'c'])], ['a', 'a and b', 'a, b and c'])
  })

  it('end with how many passed and failed, below the slowest files and those that failed', () => {
    const results = Array.from({ length: 21 }, (_, i) => ({
      job: { files: [file(`f${i}`)], store: 'sqlite', name: `f${i}` } as const,
      passed: 2,
      failed: i === 3 ? 1 : 0,
      ...(i === 5 ? { failedFirst: 1 } : {}),
      skipped: i === 4 ? ['no Java', 'no Java'] : i === 6 ? ['no browser'] : [],
      seconds: i,
      cpuSeconds: 1,
      output: '',
      obstacle: null,
    }))
    const lines = closingLines(results, ['Neo4j needs Java.']).split('\n')
    assert.equal(lines[1], 'What took most:')
    assert.match(lines[3] ?? '', /^ +20\.0 +1\.0 {2}sqlite +f20$/)
    assert.match(lines.join('\n'), /^ +210\.0 +21\.0 {2}sqlite +tests on Node [\d.]+: 21 jobs, added up$/m)
    const missing = ['  Neo4j needs Java.', '  2 tests and suites: no Java', '  1 test or suite: no browser']
    const end = [
      '',
      'Not run, for want of what this machine does not have:',
      ...missing,
      '',
      '42 passed, 1 failed, 3 skipped',
    ]
    const unstable = ['', 'Failed at first and passed when run again, to be mended:', '  f5']
    assert.deepEqual(lines.slice(-12), ['Failed:', '  f3', ...unstable, ...end])
  })

  it('name the jobs that skip a test without a reason, for which a run fails', () => {
    const job = (name: string) => ({ files: [file(name)], store: 'sqlite', name }) as const
    const counts = { passed: 1, failed: 0, seconds: 1, cpuSeconds: 1, output: '', obstacle: null }
    const results = [
      { ...counts, job: job('plain'), skipped: [] },
      { ...counts, job: job('explained'), skipped: ['no Java'] },
      { ...counts, job: job('unexplained'), skipped: ['no Java', ''] },
    ]
    assert.deepEqual(unexplainedSkips(results), ['unexplained'])
    const lines = closingLines(results, []).split('\n')
    assert.deepEqual(lines.slice(-5), [
      '',
      'Skipped without a reason, which fails a run:',
      '  unexplained',
      '',
      '3 passed, 0 failed, 3 skipped',
    ])
  })
})

/** `npm test` says what it will do, leaves out what needs more than Node, and counts whatever happens. */
// Takes long: runs of the test runner itself.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/root.ts'
import { testFile, testFiles, type TestFile } from '../../scripts/testing/files.ts'
import { planOf, type Extent, type Job } from '../../scripts/testing/plan.ts'
import { closingLines, failureOf, introduction, unexplainedSkips } from '../../scripts/testing/report.ts'
import { failedResult, runJob } from '../../scripts/testing/runJob.ts'

/** Says what a run would do. */
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
  it('says first what it will do and with which seed, and in one line what it leaves out and how to run it', () => {
    const [intent, leftOut, ...more] = planned([])
    assert.match(intent ?? '', /^\d+ test files on the embedded store, \d processes at a time, PROPERTY_SEED=0\.$/)
    assert.match(leftOut ?? '', /^Left out: Neo4j.* and .*\. `npm run test:everything` runs everything\.$/)
    assert.deepEqual(more, [])
  })

  it('is with CI=true what every landing has to pass, and leaves out what runs before a release', () => {
    const landing = planned([], { CI: 'true' }).join('\n')
    assert.match(
      landing,
      /^\d+ test files on the embedded store, Neo4j 5\.26 and Neo4j current, \d processes at a time, /,
    )
    assert.match(landing, /\nLeft out: what runs before a release\. `npm run test:everything` runs everything\.$/)
    assert.doesNotMatch(planned(['--everything']).join('\n'), /Left out/)
  })

  it('is what the README says and what CI runs', () => {
    const [readme, ci, check] = ['README.md', '.ci/run', 'scripts/check.ts'].map((path) =>
      readFileSync(join(root, path), 'utf8'),
    )
    assert.match(
      readme ?? '',
      /To run the tests of the embedded store, which takes four minutes on two idle cores \(`npm run test:everything` .*:\n\n```sh\nnpm ci && npm test\n```/,
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

const file = (name: string) => testFile(`${name}.test.ts`)

describe('a plan', () => {
  const files = [
    ...['plain', 'both.stores', 'server.neo4j', 'long.slow', 'dead.kill', 'page.browser'].map(file),
    testFile('urql.test.ts', 'clients'),
  ]
  const short = (name: string) => name.replaceAll('.test.ts', '')
  const namesOf = (given: readonly TestFile[], extent: Extent, isNamed = true) =>
    planOf(given, extent, { isNamed })
      .jobs.map(({ name }) => short(name))
      .sort()

  it('has of the embedded extent what needs nothing but Node', () => {
    assert.deepEqual(namesOf(files, 'embedded', false), ['plain to both.stores'])
  })

  it('has what takes long where it is asked for', () => {
    assert.deepEqual(namesOf(files, 'embedded'), ['both.stores', 'long.slow', 'plain'])
    assert.ok(!planOf(files, 'embedded', { isNamed: true }).leftOut.includes('what takes long'))
  })

  it('has in everything each file, once a store', () => {
    const onBoth = (name: string) => [`${name} on Neo4j 5.26`, `${name} on Neo4j current`]
    const expected = [
      'plain',
      ...onBoth('both.stores'),
      'both.stores',
      ...onBoth('server.neo4j'),
      'long.slow',
      'dead.kill',
      'page.browser',
      'urql',
    ]
    assert.deepEqual(namesOf(files, 'everything'), expected.sort())
    assert.deepEqual(planOf(files, 'everything').leftOut, [])
  })

  it('has on a landing each file on SQLite, the stores on both lines, the API on one, and nothing that runs before a release', () => {
    const all = [
      'test/cli/plain',
      'test/watch/app.stores',
      'test/graphql/api.stores',
      'test/storage/store.neo4j',
      'test/faults/storm.release',
    ].map(file)
    const api = 'test/graphql/api.stores'
    const store = 'test/storage/store.neo4j'
    const landing = [
      ...['test/cli/plain', 'test/watch/app.stores', `${api} on Neo4j 5.26`, api],
      ...[`${store} on Neo4j 5.26`, `${store} on Neo4j current`],
    ].sort()
    assert.deepEqual(namesOf(all, 'landing', false), landing)
    assert.deepEqual(namesOf(all, 'landing'), [...landing, 'test/faults/storm.release'].sort())
  })

  it('puts files of a folder that need the same together, none that is to be alone, and fewer on a line of Neo4j', () => {
    const app = Array.from({ length: 36 }, (_, k) => file(`test/storage/${String(k).padStart(2, '0')}.stores`))
    const names = ['one.alone', 'dead.kill', 'died.kill.slow', 'late.slow'].map((name) => `test/storage/${name}`)
    const others = [...names, 'test/http/one'].map(file)
    const of = (store: string) =>
      planOf([...app, ...others], 'everything', { stores: [store] }).jobs.map(({ files, name }) => [
        short(name),
        files.length,
      ])
    assert.deepEqual(of('sqlite'), [
      ['test/storage/dead.kill to test/storage/died.kill.slow', 2],
      ['test/storage/late.slow', 1],
      ['test/storage/00.stores to test/storage/31.stores', 32],
      ['test/storage/32.stores to test/storage/35.stores', 4],
      ['test/storage/one.alone', 1],
      ['test/http/one', 1],
    ])
    assert.deepEqual(new Set(of('5.26').map(([, count]) => count)), new Set([4]))
  })

  it('says what it will do', () => {
    const plan = { ...planOf(files, 'embedded'), atOnce: 2 }
    assert.equal(
      introduction(plan, ['a', 'b'], '7'),
      '2 test files on the embedded store, 2 processes at a time, PROPERTY_SEED=7.\n' +
        'Left out: Neo4j, what takes long, servers that are killed, the browser and the clients of others. `npm run test:everything -- a b` runs everything.',
    )
  })
})

describe('what a test file needs', () => {
  it('is said by its name, and packages of others by its folder', () => {
    assert.deepEqual([...testFile('test/watch/killed.kill.slow.test.ts').needs], ['kill', 'slow'])
    assert.deepEqual([...testFile('test/clients/urql.test.ts', 'test/clients').needs], ['clients'])
    assert.throws(() => testFile('test/a.fast.test.ts'), /says "fast"; a test file's name may say stores, neo4j, /)
  })

  it('is in its name where it reaches Neo4j, drives a browser, kills a server, or changes what all of a process share', () => {
    const signs = {
      browser: /from '[./]*support\/browser\.ts'/,
      kill: /\bkill9\(|\bstartFleet\(/,
      alone:
        /\bprocess\.(?:env\[[^\]]+\] \??=|on\(|once\(|memoryUsage|cpuUsage)|\bheapAfterCollection\(|\bdelete process\.|\bmock\.|\blistenerCount\(|\bglobalThis\./,
      stores: /\b(?:neo4jLines|withNeo4j|startNeo4j|emptyNeo4j|forEachStore|everyStore|onEveryStore)\(/,
    } as const
    const others = testFiles().filter(({ path }) => path !== relative(root, import.meta.filename))
    const unsaid = others.flatMap(({ path, needs }) => {
      const text = readFileSync(join(root, path), 'utf8')
      const isSaid = (need: keyof typeof signs) => needs.has(need) || (need === 'stores' && needs.has('neo4j'))
      return (Object.keys(signs) as (keyof typeof signs)[])
        .filter((need) => signs[need].test(path.startsWith('test/app/') ? text.replaceAll('onEveryStore(', '') : text))
        .filter((need) => !isSaid(need) && !needs.has('clients'))
        .map((need) => `${path}: ${need}`)
    })
    assert.deepEqual(unsaid, [])
  })
})

describe('a test file that is run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-testing-'))
  after(() => rmSync(folder, { recursive: true }))
  const run = async (name: string, body: string) => {
    const path = join(folder, `${name}.test.ts`)
    writeFileSync(path, `import { describe, it, before } from 'node:test'\n${body}`)
    const told: string[] = []
    const job = { files: [testFile(path, folder)], store: 'sqlite', name } as const
    const result = await runJob(job, {}, (outcome) => told.push(outcome), new AbortController().signal)
    return { told, ...result, counts: [result.passed, result.failed, result.skipped.length] }
  }

  it('tells of each test as it ends, and of what it left out', async () => {
    const { counts, told, obstacle, skipped, took } = await run(
      'mixed',
      `describe('a', () => { it('b', () => {}); it.skip('c'); it('d', () => { console.log('{}'); throw new Error('why') }) })
       describe('e', { skip: 'no Java' }, () => { it('f', () => {}) })`,
    )
    assert.deepEqual([counts, told, obstacle], [[1, 1, 2], ['passed', 'failed'], null])
    assert.deepEqual([...skipped].sort(), ['', 'no Java'])
    const files = Object.entries(took)
    assert.ok(files.length === 1 && files[0]?.[0].endsWith('mixed.test.ts') && files[0][1].cpuSeconds > 0)
  })

  it('shows why it failed, and nothing of what passed', async () => {
    const told = failureOf(await run('fails', `it('good', () => {}); it('bad', () => { throw new Error('because') })`))
    assert.match(told, /^\n✖ fails\n[^]*✖ bad [^]*Error: because/)
    assert.doesNotMatch(told, /good/)
  })

  it('ends soon where a test failed and left open what it opened', async () => {
    const body = `it('bad', () => { setInterval(() => {}, 1000); throw new Error('because') })`
    const { counts, obstacle, output } = await run('open', body)
    assert.deepEqual([counts, obstacle], [[0, 1, 0], null])
    assert.match(output, /because/)
  })

  it('shares its process with those that it is put together with', async () => {
    const files = ['test/domain/context/toolCycles.test.ts', 'test/domain/ids.test.ts'].map((path) => testFile(path))
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

  it('has failed when it has no test, as where its name says a store on which it does nothing', async () => {
    const { failed, obstacle } = await run('nothing', '')
    assert.deepEqual([failed, obstacle], [1, 'It has no test on this store.'])
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

describe('the words of a run', () => {
  it('end with how many passed and failed, below the files that took most and those that failed', () => {
    const results = Array.from({ length: 21 }, (_, i) => ({
      ...failedResult({ files: [file(`f${i}`)], store: 'sqlite', name: `f${i}` }, ''),
      passed: 2,
      failed: i === 3 ? 1 : 0,
      skipped: i === 4 ? ['no Java', 'no Java'] : i === 6 ? ['no browser'] : [],
      took: { [`f${i}`]: { seconds: 1, cpuSeconds: i } },
    }))
    const lines = closingLines(results, ['Neo4j needs Java.'])
    assert.equal(lines[1], 'What took most:')
    assert.match(lines[3] ?? '', /^ +1\.0 +20\.0 {2}sqlite +f20$/)
    assert.match(lines.join('\n'), /^ +21\.0 +210\.0 {2}sqlite +tests on Node [\d.]+, added up$/m)
    const missing = ['  Neo4j needs Java.', '  2 tests and suites: no Java', '  1 test or suite: no browser']
    assert.deepEqual(lines.slice(-9), [
      'Failed:',
      '  f3',
      '',
      'Not run, for want of what this machine does not have:',
      ...missing,
      '',
      '42 passed, 1 failed, 3 skipped',
    ])
  })

  it('name the jobs that skip a test without a reason, for which a run fails', () => {
    const job = (name: string) => ({ files: [file(name)], store: 'sqlite', name }) as const
    const counts = { passed: 1, failed: 0, took: {}, output: '', obstacle: null }
    const results = [
      { ...counts, job: job('plain'), skipped: [] },
      { ...counts, job: job('explained'), skipped: ['no Java'] },
      { ...counts, job: job('unexplained'), skipped: ['no Java', ''] },
    ]
    assert.deepEqual(unexplainedSkips(results), ['unexplained'])
    const lines = closingLines(results, [])
    assert.deepEqual(lines.slice(-5), [
      '',
      'Skipped without a reason, which fails a run:',
      '  unexplained',
      '',
      '3 passed, 0 failed, 3 skipped',
    ])
  })
})

/** What takes turns is all run once the turns are through, and each turn of the same commit is the same everywhere. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sourcesHash } from '../../bin/ensureBuilt.js'
import { root } from '../../scripts/root.ts'
import { testFiles, type TestFile } from '../../scripts/testing/files.ts'
import { planOf, type Job, type Plan } from '../../scripts/testing/plan.ts'
import { introduction } from '../../scripts/testing/report.ts'
import { divisorsOfTurns, shareOut, turnOf, turnOfHash, turns, type Turn } from '../../scripts/testing/rotation.ts'
import { weightOf } from '../../scripts/testing/weights.ts'
import { hasPart, partLines, rotationParts, type PartName } from '../../scripts/testing/rotationParts.ts'

const file = (path: string, rest: Partial<TestFile> = {}): TestFile => ({
  path,
  needs: new Set(),
  packages: null,
  isAlone: false,
  isPure: false,
  isOnBothLines: false,
  hasOwnServer: false,
  inTurns: 1,
  ...rest,
})
const onNeo4j = { needs: new Set(['neo4j'] as const) }
const memory = { secondsOf: () => 10, testsOf: () => null, learn: () => undefined, keep: () => undefined }
const everyTurn = Array.from({ length: turns }, (_, number): Turn => ({ number, by: 'as asked' }))
const planned = (files: readonly TestFile[], turn: Turn | null): Plan =>
  planOf(files, 'whole', memory, { turn, areTogether: true, without: hasPart('engine', turn) ? [] : ['engine'] })
const namesOf = (jobs: readonly Job[]) => jobs.map(({ name }) => name).sort()

describe('the turn of a run', () => {
  it('is the one that the commit picks, or the sources where there is none; the same for the same', () => {
    const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
    const [hash, what] = status === 0 ? [stdout.trim(), 'commit'] : [sourcesHash(), 'the sources']
    const turn = turnOf(['--all'])
    assert.deepEqual(turn, turnOfHash(hash, what))
    assert.equal(turn.by, `picked by ${what} ${hash.slice(0, 8)}`)
    assert.equal(turnOfHash('0'.repeat(39) + 'd', 'commit').number, 1)
  })

  it('is the one that is asked for, or all of them', () => {
    assert.deepEqual(turnOf(['--turn=12']), { number: 11, by: 'as asked' })
    assert.equal(turnOf(['--all', '--everything']), null)
    for (const wrong of ['0', '13', 'x', '', '1.5']) assert.throws(() => turnOf([`--turn=${wrong}`]), /turns 1 to 12/)
  })

  it('can be any of them, whatever shares there are', () => {
    for (const shares of divisorsOfTurns) assert.equal(turns % shares, 0)
  })
})

describe('what takes turns', () => {
  const quarters = Array.from({ length: 8 }, (_, k) => file(`quarter${k}`, { inTurns: 4 }))
  const halves = [file('half0', { inTurns: 2 }), file('half1', { inTurns: 2, ...onNeo4j })]
  const api = Array.from({ length: 5 }, (_, k) => file(`api${k}`, onNeo4j))
  const contract = file('contract', { ...onNeo4j, isOnBothLines: true })
  const files = [...quarters, ...halves, ...api, contract, file('plain')]

  it('is all run once the turns are through', () => {
    const everything = planned(files, null)
    const runs = everyTurn.flatMap((turn) => planned(files, turn).jobs.map(({ name }) => name))
    assert.deepEqual([...new Set(runs)].sort(), namesOf(everything.jobs))
    assert.deepEqual(
      ['quarter0', 'half0', 'api0 on Neo4j current', 'api0', 'contract on Neo4j 5.26', 'plain'].map(
        (name) => runs.filter((each) => each === name).length,
      ),
      [turns / 4, turns / 2, turns / 4, turns, turns, turns],
    )
    assert.equal(everything.share, null)
  })

  it('is a quarter in each turn, or a half of what says so, and names what is left', () => {
    for (const turn of everyTurn) {
      const { share, jobs } = planned(files, turn)
      assert.ok(share)
      assert.deepEqual(namesOf([...share.taken, ...share.left]).length, 8 + 1 + 3)
      assert.equal(share.taken.length, 2 + 2)
      for (const job of share.left) assert.ok(!jobs.some(({ name }) => name === job.name))
    }
  })

  it('runs through the API on one line of Neo4j at a time: on each once in four turns, and in each turn about half of the files', () => {
    const linesIn = (turn: Turn) =>
      namesOf(planned(api, turn).jobs.filter(({ store }) => store !== 'sqlite')).map((name) => name.split(' on Neo4j '))
    const four = everyTurn.slice(0, 4).map((turn) => new Map(linesIn(turn) as [string, string][]))
    for (const { path } of api)
      assert.deepEqual(four.flatMap((lines) => lines.get(path) ?? []).sort(), ['5.26', 'current'], path)
    for (const lines of four) assert.ok(lines.size >= 2 && lines.size <= 3, String(lines.size))
  })

  it('is run on the line that is asked for', () => {
    const { jobs } = planOf(api, 'whole', memory, { turn: everyTurn[0] ?? null, stores: ['current'] })
    assert.equal(jobs.length, api.length)
  })

  it('is named before it is run', () => {
    const turn = { number: 0, by: 'as asked' }
    const lines = introduction(planned([...quarters.slice(0, 4), ...api.slice(0, 1)], turn), []).split('\n')
    assert.deepEqual(lines.slice(1), [
      'Turn 1 of 12, as asked; `npm run test:all -- --everything` takes all turns at once.',
      'On one line of Neo4j, the other one in another turn: 1 on 5.26.',
      'In rotation, run now:',
      '  quarter0',
      'In rotation, left to other turns:',
      '  quarter1',
      '  quarter2',
      '  quarter3',
    ])
  })
})

describe('a part of CI that is no test file', () => {
  const names = Object.keys(rotationParts) as PartName[]

  it('is in one turn of so many, and in all of everything', () => {
    for (const name of names) {
      const { of } = rotationParts[name]
      assert.equal(everyTurn.filter((turn) => hasPart(name, turn)).length, turns / of, name)
      assert.ok(hasPart(name, null))
    }
  })

  it('is named where it is run and where it is left', () => {
    const [turn] = everyTurn
    assert.ok(turn)
    assert.equal(partLines(names, turn).length, names.length)
    assert.match(partLines(['others'], turn).join(), /^In rotation, run now: .* \(turn 1 of 12, as asked\)\.$/)
    assert.match(partLines(['newest'], turn).join(), /^In rotation, left to other turns: .* \(one of 2; turn 1 of 12/)
    assert.deepEqual(partLines(names, null), [])
  })

  it('is asked for by .ci/run', () => {
    const ask = (...args: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'scripts/inTurn.ts', ...args], { cwd: root }).status
    assert.deepEqual([ask('minio', '--turn=4'), ask('minio', '--turn=1'), ask('minio', '--everything')], [0, 1, 0])
  })
})

describe('shares', () => {
  const shared = (groups: readonly (readonly string[])[], shares: number) => shareOut(groups, shares, Number)

  it('are about as heavy as each other', () => {
    const weights = ['9', '1', '1.0', '01', '3', '3.0', '6']
    const sums = [0, 0, 0]
    for (const [weight, share] of shared(
      weights.map((each) => [each]),
      3,
    ))
      sums[share] = (sums[share] ?? 0) + Number(weight)
    assert.deepEqual(sums, [9, 8, 7])
  })

  it('of a group are one after the other, so that each turn has one of as many', () => {
    const shares = shared(
      [
        ['5', '1', '2'],
        ['4', '3', '6'],
      ],
      3,
    )
    for (const group of [
      ['5', '1', '2'],
      ['4', '3', '6'],
    ])
      assert.deepEqual(group.map((each) => shares.get(each)).sort(), [0, 1, 2])
  })
})

describe('the weights of test files', () => {
  it('are of files that are there, but for a few', () => {
    const paths = new Set(testFiles().map(({ path }) => path))
    const named = Object.keys(JSON.parse(readFileSync(join(root, 'scripts/testing/weights.json'), 'utf8')) as object)
    // Files move; what few names are old does no harm until it is written anew.
    const there = named.filter((path) => paths.has(path))
    assert.ok(there.length > 20 && there.length > named.length * 0.8, `${there.length} of ${named.length}`)
  })

  const seconds = everyTurn.map((turn) => planned(testFiles(), turn).jobs.reduce((sum, job) => sum + weightOf(job), 0))

  // CI has 35 minutes on two cores. Where this fails, something has to be faster, or to go into rotation.
  it('leave each turn 28 minutes of two cores at most', () => {
    assert.ok(Math.max(...seconds) < 28 * 60 * 2, seconds.join(' '))
  })

  it('make all turns about as long', () => {
    assert.ok(Math.max(...seconds) < Math.min(...seconds) * 1.3, seconds.join(' '))
  })
})

describe('a test file', () => {
  it('takes turns when it says so, and is left out of what is run without Neo4j and long tests', () => {
    const inRotation = testFiles().filter(({ inTurns }) => inTurns > 1)
    for (const each of inRotation) assert.ok(each.needs.has('turn'), each.path)
    const long = [file('storm', { inTurns: 4, needs: new Set(['turn'] as const) })]
    assert.deepEqual(planOf(long, 'embedded', memory).jobs, [])
    assert.equal(planOf(long, 'embedded', memory, { withLong: true }).jobs.length, 1)
  })

  it('of the stores runs on both lines in each turn', () => {
    const find = (path: string) => testFiles().find((each) => each.path === path)
    assert.equal(find('test/storage/neo4j.test.ts')?.isOnBothLines, true)
    assert.equal(find('test/storage/sqlite/rollups.test.ts')?.isOnBothLines, true)
    assert.equal(find('test/graphql/walk.test.ts')?.isOnBothLines, false)
  })
})

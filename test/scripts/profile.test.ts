/** A run of CI ends with a table of what each of its parts took, and with the counts of all its tests. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { captureNode } from '../../scripts/run.ts'
import { processorSecondsOf } from '../../scripts/testing/processorTime.js'
import { keepRows, profileVariable, rowOf } from '../../scripts/testing/report.ts'

const folder = mkdtempSync(join(tmpdir(), 'turngraph-profile-'))
after(() => rmSync(folder, { recursive: true }))

describe('the table of CI', () => {
  const path = join(folder, 'parts')

  it('has the parts of .ci/run and those of the checks, and ends with all tests that passed and failed', () => {
    // As bash writes it: processor time of the program and of the system.
    writeFileSync(path, 'npm ci\t21.5\t10.25+4.25\n')
    keepRows([rowOf(60, 90, 'sqlite', 'tests'), rowOf(60, 90, '5.26', 'tests'), '42 passed, 1 failed'], path)
    const command = ['--import', 'tsx', 'scripts/profile.ts', '100']
    const env = { ...process.env, [profileVariable]: path }
    const { stdout } = spawnSync(process.execPath, command, { cwd: root, env, encoding: 'utf8' })
    const cells = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/).join('|'))
    assert.deepEqual(cells.slice(1), [
      'What each part took:',
      'seconds|processor|store|part',
      '21.5|14.5|-|npm ci',
      '60.0|90.0|sqlite|tests',
      '60.0|90.0|5.26|tests',
      '100 s, all of it.',
      '',
      '42 passed, 1 failed',
    ])
  })

  it('is fed by each part of .ci/run, whether it ends well or not', () => {
    const script = readFileSync(join(root, '.ci/run'), 'utf8')
    const functions = /^part\(\) \{[^]*?^\}$/m.exec(script)?.[0]
    assert.ok(functions, '.ci/run has no function part')
    const own = join(folder, 'own')
    const said = spawnSync(
      'bash',
      ['--norc', '-euc', `${functions}\npart 'a part' sh -c 'echo said; echo wrong >&2; exit 3'`],
      {
        env: { ...process.env, [profileVariable]: own },
        encoding: 'utf8',
      },
    )
    assert.deepEqual([said.status, said.stdout, said.stderr], [3, 'said\n', 'wrong\n'])
    assert.match(readFileSync(own, 'utf8'), /^a part\t\d+\.\d\t\d+\.\d+\+\d+\.\d+\n$/)
  })
})

describe('processor time', () => {
  it('of a program that was captured is told, with its status and what it wrote', async () => {
    const busy = 'const end = Date.now() + 200; while (Date.now() < end); console.log("done"); process.exit(4)'
    const { status, output, cpuSeconds } = await captureNode(['-e', busy])
    assert.deepEqual([status, output], [4, 'done\n'])
    assert.ok(cpuSeconds > 0.02)
  })

  it('is told once where a program has threads', async () => {
    const threads = "import { Worker } from 'node:worker_threads'; new Worker('1', { eval: true })"
    const { status, cpuSeconds } = await captureNode(['--input-type=module', '-e', threads])
    assert.equal(status, 0)
    assert.ok(cpuSeconds > 0)
  })

  it('of a process that is not there is null', () => {
    assert.equal(processorSecondsOf(2 ** 30), null)
  })
})

// Beyond a landing: packages of Python are installed, and four charts drawn.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { turngraph } from '../cli/support.ts'

const folder = mkdtempSync(join(tmpdir(), 'turngraph-notebook-'))
const venv = join(folder, 'venv')
const example = join(root, 'examples/analytics')
const isThere = spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0

describe('the notebook of examples/analytics', { skip: isThere ? false : 'no Python with venv here' }, () => {
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('makes four charts of exported tables', { timeout: 300_000 }, async () => {
    const env = { DATA: join(folder, 'data') }
    await mustRun(env, 'import', join(root, 'examples/claude-code'))
    const { conversations } = JSON.parse(await mustRun(env, 'list', '--json')) as { conversations: { id: string }[] }
    await mustRun(env, 'fork', conversations[0]!.id, '--at', '1')
    for (const table of ['usage', 'turns', 'conversations', 'forks'])
      await mustRun(env, 'export', '--of', table, '--format', 'parquet', '--output', join(folder, `${table}.parquet`))
    run('python3', ['-m', 'venv', venv])
    run(join(venv, 'bin/pip'), ['install', '--quiet', '-r', join(example, 'requirements.txt')])
    run(join(venv, 'bin/python'), [join(example, 'run.py'), join(example, 'charts.ipynb')])
    for (const chart of ['tokens-by-week', 'cost-by-project', 'tools-by-failures', 'forks']) {
      const bytes = readFileSync(join(folder, `${chart}.png`))
      assert.deepEqual([bytes.subarray(1, 4).toString(), bytes.length > 5000], ['PNG', true], chart)
    }
  })
})

async function mustRun(env: Record<string, string>, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await turngraph(env, ...args)
  assert.equal(status, 0, stderr)
  return stdout
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, TABLES: folder } })
  assert.equal(status, 0, stderr)
}

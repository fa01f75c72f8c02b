import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'

/** A copy of what `npm run neo4j` needs, as after a first `npm ci`: no server has been fetched yet. */
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-scripts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['scripts', 'bin', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => !each.startsWith('.')))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

const folder = freshFolder()
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'scripts/neo4j.ts', ...args], {
    cwd: folder,
    env: { PATH: join(folder, 'nothing-here') },
    encoding: 'utf8',
  })

describe('npm run neo4j', () => {
  it('without Maven says so in one line, and leaves nothing behind', () => {
    const { status, stdout, stderr } = run()
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /^Neo4j 5\.26\.\d+ needs (Maven|Java)[^\n]* not found[^\n]*\n$/)
    assert.equal(existsSync(join(folder, 'data')), false)
  })

  it('for a line that is none says which there are', () => {
    const { status, stderr } = run('--line', '4.4')
    assert.deepEqual([status, stderr], [1, '--line takes 5.26 or current, not "4.4".\n'])
    assert.match(run('--lines').stderr, /^Unknown option '--lines'[^\n]*\n$/)
  })
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from '../../scripts/root.ts'

it('a test process fails where nobody caught an error, names it, and knows each test by its suites', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-hooks-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'one.mjs')
  writeFileSync(
    file,
    `import { describe, it } from 'node:test'
describe('outer', () => describe('inner', () => it('is inside', () => {})))
it('leaves an error behind', () => { void Promise.reject(new Error('lost')) })`,
  )
  const hooks = join(root, 'scripts/testing/ownHooks.js')
  const { status, stdout } = spawnSync(process.execPath, ['--import', hooks, '--test-reporter=spec', file], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    encoding: 'utf8',
  })
  assert.match(stdout, /outer\n {2}\S+ inner\n {4}\S+ is inside/)
  assert.match(stdout, /"Error: lost" which triggered an unhandledRejection/)
  assert.equal(status, 1)
})

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../scripts/root.ts'

interface Manifest {
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
}

const read = (path: string): string => readFileSync(root + path, 'utf8')
const manifest = JSON.parse(read('package.json')) as Manifest
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> }

describe('the toolchain', () => {
  it('installs one copy of graphql only', () => {
    const copies = Object.keys(packages).filter((path) => path.endsWith('node_modules/graphql'))
    assert.deepEqual(copies, ['node_modules/graphql'])
    assert.match(
      execFileSync('npm', ['ls', 'graphql', '--depth=0'], { cwd: root, encoding: 'utf8' }),
      /graphql@16\.15\.0/,
    )
  })

  it('pins every dependency to one version', () => {
    const ranges = Object.values({ ...manifest.dependencies, ...manifest.devDependencies })
    assert.deepEqual(
      ranges.filter((range) => !/^\d+\.\d+\.\d+$/.test(range)),
      [],
    )
  })

  it('is not warned about the version of Node by npm ci', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-lock-'))
    t.after(() => rmSync(folder, { recursive: true }))
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name))
    const { status, stderr } = spawnSync('npm', ['ci', '--dry-run'], { cwd: folder, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    assert.doesNotMatch(stderr, /EBADENGINE/)
  })

  it('keeps download addresses out of the lockfile', () => {
    assert.deepEqual(
      Object.entries(packages).filter(([, entry]) => 'resolved' in entry),
      [],
    )
  })
})

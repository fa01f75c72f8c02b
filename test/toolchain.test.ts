import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../scripts/root.ts'

interface Manifest {
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const packagesOf = (folder: string): Record<string, object> =>
  (JSON.parse(read(join(folder, 'package-lock.json'))) as { packages: Record<string, object> }).packages

describe('the toolchain', () => {
  it('installs one copy of graphql only', () => {
    const copies = Object.keys(packagesOf('.')).filter((path) => path.endsWith('node_modules/graphql'))
    assert.deepEqual(copies, ['node_modules/graphql'])
    assert.match(
      execFileSync('npm', ['ls', 'graphql', '--depth=0'], { cwd: root, encoding: 'utf8' }),
      /graphql@16\.15\.0/,
    )
  })
})

// What is tried with the clients of others has packages of its own.
for (const folder of ['.', 'test/clients'])
  describe(`the packages of ${folder}`, () => {
    it('are pinned to one version each', () => {
      const { dependencies, devDependencies } = JSON.parse(read(join(folder, 'package.json'))) as Manifest
      const ranges = Object.values({ ...dependencies, ...devDependencies })
      assert.deepEqual(
        ranges.filter((range) => !/^(?:npm:\w+@)?\d+\.\d+\.\d+$/.test(range)),
        [],
      )
    })

    it('are installed without a warning about the version of Node', (t) => {
      const copy = mkdtempSync(join(tmpdir(), 'turngraph-lock-'))
      t.after(() => rmSync(copy, { recursive: true }))
      for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, folder, name), join(copy, name))
      // A dry run runs `prepare` all the same, which is not there in the copy.
      const args = ['ci', '--dry-run', '--ignore-scripts']
      const { status, stderr } = spawnSync('npm', args, { cwd: copy, encoding: 'utf8' })
      assert.equal(status, 0, stderr)
      assert.doesNotMatch(stderr, /EBADENGINE/)
    })

    it('have no download addresses in the lock file', () => {
      assert.deepEqual(
        Object.entries(packagesOf(folder)).filter(([, entry]) => 'resolved' in entry),
        [],
      )
    })
  })

describe('what people are told to run', () => {
  const byName =
    /\b(?:npx|pnpx|bunx)(?: (?:-y|--yes))? turngraph\b|\b(?:dlx|npm (?:i|install|add|exec)(?: (?:-g|-y|--global|--yes))*|pip install) turngraph(?![-.\w/])|"-y", *"turngraph/
  // Only the page on releasing says what is told once the name is ours.
  const told = [
    'README.md',
    'CONTRIBUTING.md',
    'docker-compose.yml',
    ...below('docs'),
    ...below('examples'),
    ...below('src'),
  ].filter((path) => path !== join('docs', 'releasing.md'))

  it('never installs turngraph by its name, which belongs to nobody yet', () => {
    assert.deepEqual(
      told.filter((path) => byName.test(readFileSync(join(root, path), 'utf8'))),
      [],
    )
  })

  it('is found where it does', () => {
    for (const line of [
      'npx -y turngraph mcp',
      'npm i -g turngraph',
      '["-y", "turngraph", "mcp"]',
      'pip install turngraph',
    ])
      assert.match(line, byName)
    assert.doesNotMatch('npm i -g ./turngraph-0.1.0.tgz', byName)
  })
})

function below(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(md|ts|tsx|js|json|yml|py|sh)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

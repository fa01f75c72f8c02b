// Takes long: everything is built once more, from what an image is made of.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { root } from '../scripts/root.ts'
import { copyContext, ignoredBy } from './support/dockerContext.ts'

describe('.dockerignore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-context-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('lets through all that the Dockerfile copies and the build reads and writes', () => {
    copyContext(folder)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const { status, stderr, stdout } = spawnSync('npm', ['run', 'build'], { cwd: folder, encoding: 'utf8' })
    assert.equal(status, 0, `${stdout}${stderr}`)
    for (const path of copied()) assert.ok(existsSync(join(folder, path)), path)
  })

  it('is read as Docker reads it', () => {
    const isIgnored = ignoredBy('docs/*\n!docs/kept.json\n*.log\n**/made\ndist\n')
    const names = [
      'docs/a.md',
      'docs/b/c.md',
      'docs/kept.json',
      'a.log',
      'x/a.log',
      'a/b/made/c',
      'made',
      'dist/a',
      'distant',
    ]
    assert.deepEqual(names.filter(isIgnored), ['docs/a.md', 'docs/b/c.md', 'a.log', 'a/b/made/c', 'made', 'dist/a'])
  })
})

/** What the Dockerfile copies of the folder, and of what was built in it; what it made elsewhere is no matter of .dockerignore. */
function copied(): string[] {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)
  const paths = [...lines].flatMap(([, sources = '']) => sources.split(' ').map((path) => path.replace(/^\/app\//, '')))
  return paths.filter((path) => !path.startsWith('/'))
}

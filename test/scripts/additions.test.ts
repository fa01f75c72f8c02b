import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { addition, whyWithout } from '../../scripts/additions.ts'
import { root } from '../../scripts/root.ts'
import { filesBelow } from '../../scripts/testing/files.ts'

const knowsAdditions = 'scripts/additions.ts'
const folders = ['.ci', 'bench', 'bin', 'examples', 'python', 'scripts', 'test']

/** Ways to write the folder that the repository lies in, or one beside the repository. */
const parentOfRoot = /\broot(?:\(\))?\s*,\s*['"`]\.\.|\$\{root\}\/?\.\.|\bdirname\(root\)|\broot\s*\+\s*['"`]\/?\.\./

/** Returns what a text at a path (from the repository's folder) reads outside the repository. */
function outsideReads(path: string, text: string): string[] {
  const urls = [...text.matchAll(/new URL\(\s*['"`]([^'"`]*)['"`],\s*import\.meta\.url/g)].map(([, url = '']) => url)
  const leaving = urls.filter((url) => {
    const target = relative(root, resolve(root, dirname(path), url))
    return url.startsWith('.') && target.startsWith('..')
  })
  return [...(parentOfRoot.exec(text) ?? []), ...(/\.\.\/shared\b/.exec(text) ?? []), ...leaving].map(
    (found) => `${path}: ${found}`,
  )
}

describe('the repository', () => {
  it('reads outside itself in one file alone, which knows the additions', () => {
    const found = folders
      .flatMap((folder) => filesBelow(join(root, folder)))
      .filter((path) => /\.(?:ts|tsx|js|mjs|py|sh|ipynb)$|\.ci\/run$/.test(path))
      .map((path) => relative(root, path))
      .filter((path) => path !== knowsAdditions && path !== 'test/scripts/additions.test.ts')
      .flatMap((path) => outsideReads(path, readFileSync(join(root, path), 'utf8')))
    assert.deepEqual(found, [])
  })

  it('would be found to read outside itself by each way to write that', () => {
    const ways = [
      "join(root, '../data')",
      '`${root}../data`',
      '`${root}/../data`',
      'dirname(root)',
      "'../shared/data'",
      "root + '../data'",
    ]
    for (const way of ways) assert.notDeepEqual(outsideReads('test/a.test.ts', way), [], way)
    // In pieces: tests are compiled, and their own addresses put in.
    const url = (path: string) => ["new URL('", path, "', import.", 'meta.url)'].join('')
    assert.deepEqual(outsideReads('test/a.test.ts', url('../package.json')), [])
    assert.notDeepEqual(outsideReads('test/a.test.ts', url('../../data')), [])
  })
})

describe('an addition', () => {
  it('that is not there is a reason to skip its tests, one that is there is none', () => {
    assert.match(String(whyWithout('no-such-folder')), /recorded sessions of others/)
    assert.equal(whyWithout(relative(addition(), join(root, 'package.json'))), false)
  })
})

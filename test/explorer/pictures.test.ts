import assert from 'node:assert/strict'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { filesOf, pictures } from '../../scripts/screenshots/pictures.ts'
import { largest } from '../../scripts/screenshots/smaller.ts'

const folder = join(root, 'docs/pictures')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const all = pictures.flatMap(filesOf).sort()

describe('the pictures of the explorer', () => {
  it('are those that the script makes, none of more than 120 kB', () => {
    const files = readdirSync(folder).sort()
    assert.deepEqual(files, all.map((name) => `${name}.webp`).sort())
    for (const file of files) assert.ok(statSync(join(folder, file)).size <= largest, file)
  })

  it('are each shown with words beside them, one above all in the README', () => {
    const page = textOf('docs/explorer.md')
    const shown = [...page.matchAll(/(?:src|srcset)="pictures\/([\w-]+)\.webp"/g)].map(([, name]) => name ?? '')
    assert.deepEqual(shown.sort(), all)
    for (const [image] of page.matchAll(/<img [^>]*>/g)) assert.match(image, /alt="[^"]{4,}"/)
    const readme = textOf('README.md')
    assert.ok(readme.indexOf('](docs/pictures/explorer.webp)') < readme.indexOf('## Start'))
  })

  it('are eight on the page of the explorer, which has at most 120 lines', () => {
    const page = textOf('docs/explorer.md')
    assert.equal(page.match(/<img /g)?.length, 8)
    assert.ok(page.trimEnd().split('\n').length <= 120)
  })
})

import assert from 'node:assert/strict'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { pictures } from '../../scripts/screenshots/pictures.ts'

const folder = join(root, 'docs/pictures')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('the pictures of the explorer', () => {
  it('are those that the script makes, none of more than 150 kB', () => {
    const files = readdirSync(folder).sort()
    assert.deepEqual(files, pictures.map(({ name }) => `${name}.webp`).sort())
    for (const file of files) assert.ok(statSync(join(folder, file)).size <= 150_000, file)
  })

  it('are each shown with words beside them, one above all in the README', () => {
    const shown = [...textOf('docs/explorer.md').matchAll(/!\[([^\]]+)\]\(pictures\/(\w+)\.webp\)/g)]
    assert.deepEqual(shown.map(([, , name]) => name).sort(), pictures.map(({ name }) => name).sort())
    const readme = textOf('README.md')
    assert.ok(readme.indexOf('](docs/pictures/explorer.webp)') < readme.indexOf('## Start'))
  })
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { programs } from '../../src/formats/foreign/foreign.ts'
import { formats, isReadable } from '../../src/formats/index.ts'

const page = readFileSync(join(root, 'docs/formats.md'), 'utf8')
const beside = readFileSync(join(root, 'src/formats/README.md'), 'utf8')
const rows = [...page.matchAll(/^\| ([A-Z_]+) +\|(.*)\|$/gm)].map(([, name = '', rest = '']) => {
  const [read, written, exact, lost, files = ''] = rest.split('|').map((cell) => cell.trim())
  return { name, read, written, exact, lost, files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file) }
})
const said = (is: boolean) => (is ? 'yes' : 'no')

describe('the page about formats', () => {
  it('lists the formats of the registry, each with what can be done and the files in which it is met', () => {
    assert.deepEqual(
      rows.map(({ name, read, written, files }) => ({ name, read, written, files })),
      formats.map((format) => {
        const { name, write, files } = format
        return {
          ...{ name, read: said(isReadable(format)), written: said(write !== undefined), files: [...files] },
        }
      }),
    )
  })
  it('says of every format that is read that it comes back byte for byte, and of every written one what is lost', () => {
    for (const { name, read, written, exact, lost } of rows) {
      assert.equal(exact, read, name)
      assert.equal(lost !== '–', written === 'yes', name)
    }
  })

  it('leads to the page beside the readers, which says of every format what comes in, what is not held, and what that was checked against', () => {
    const told = [...beside.matchAll(/^- \*\*([A-Z_]+)\*\* In: (.+)\. Not held: (.+)\. Checked: (.+)\.$/gm)]
    assert.ok(page.includes('](../src/formats/README.md)'))
    assert.deepEqual(
      told.map(([, name]) => name),
      formats.map(({ name }) => name),
    )
  })
  it('names the programs whose databases are refused', () => {
    const [, refused = ''] = page.split('Refused by name')
    for (const { name } of programs) {
      const [, program] = /^a SQLite database of (.+)$/.exec(name) ?? []
      for (const word of program?.split(' or ') ?? []) assert.ok(refused.includes(word), `${word} is not named`)
    }
  })
})

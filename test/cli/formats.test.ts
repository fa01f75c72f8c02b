import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addFormats } from '../../src/cli/formats.ts'
import { createProgram } from '../../src/cli/program.ts'
import { formats } from '../../src/formats/index.ts'
import { collector } from './support.ts'

interface Listed {
  readonly name: string
  readonly spelled: string
  readonly read: boolean
  readonly written: boolean
}

/** What the command wrote, and its exit status. */
async function ran(...args: string[]): Promise<{ readonly text: string; readonly status: number | null }> {
  const { stream, text } = collector()
  let status: number | null = null
  const terminal = { env: {}, stdout: stream, stderr: stream }
  const root = createProgram(terminal)
  addFormats({ root, terminal, ended: (code) => void (status = code) })
  await root.parseAsync(['formats', ...args], { from: 'user' })
  return { text: text(), status }
}

describe('turngraph formats', () => {
  it('lists every format for programs, as the API names it and as the command line spells it', async () => {
    const { text, status } = await ran('--json')
    const listed = (JSON.parse(text) as { formats: Listed[] }).formats
    assert.equal(status, 0)
    assert.deepEqual(
      listed.map(({ name }) => name),
      formats.map(({ name }) => name),
    )
    const of = (name: string) => listed.find((one) => one.name === name)
    assert.equal(of('CLAUDE_CODE')?.spelled, 'claude-code')
    assert.deepEqual([of('MARKDOWN')?.read, of('MARKDOWN')?.written], [false, true])
    assert.deepEqual([of('CLAUDE_CODE')?.read, of('NDJSON')?.written], [true, true])
  })

  it('lists for people one row a format, and how a file is recognised and comes back', async () => {
    const { text, status } = await ran()
    const [head = '', ...rows] = text.split('\n')
    assert.equal(status, 0)
    assert.match(head, /^format +read +written +files usually met$/)
    assert.equal(rows.indexOf(''), formats.length)
    assert.match(text, /^markdown +- +yes/m)
    assert.match(text, /^A file is recognised by what is in it/m)
    assert.match(text, /comes back byte for byte/)
  })
})

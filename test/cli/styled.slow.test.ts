import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasColours, rendered, styled } from '../../src/cli/styled.ts'
import { moneyText } from '../../src/domain/usage/costText.ts'
import { counted, columns, sizeText } from '../../src/cli/text.ts'
import { collector, edited, file, temporaryFolder, turngraph } from './support.ts'
import { run } from '../../src/cli/run.ts'
import { join } from 'node:path'

const [escape, red, plain] = ['\u001b', '\u001b[31m', '\u001b[39m']

describe('colours of the command line', () => {
  it('are for terminals that show them, and for nobody who forbids them', () => {
    const terminal = (isTTY: boolean, env: Record<string, string> = {}) => {
      const stdout = Object.assign(collector().stream, { isTTY })
      return { env, stdout, stderr: collector().stream }
    }
    assert.deepEqual(
      [
        hasColours(terminal(true)),
        hasColours(terminal(false)),
        hasColours(terminal(true), false),
        hasColours(terminal(true, { NO_COLOR: '1' })),
        hasColours(terminal(true, { NO_COLOR: '' })),
        hasColours(terminal(true, { TERM: 'dumb' })),
      ],
      [true, false, false, false, true, false],
    )
  })

  it('are ours alone: what a text says colours nothing', () => {
    const pieces = ['a', styled('red', `b${red}c`)]
    assert.equal(rendered(pieces, true), `a${red}b\\u001b[31mc${plain}`)
    assert.equal(rendered(pieces, false), 'ab\\u001b[31mc')
  })

  it('stand in a comparison in a terminal, not with --no-color on either side of the command, and never in a file', async () => {
    const folder = temporaryFolder()
    const DATA = join(folder, 'data')
    const path = file(folder, 'edited.jsonl', edited)
    assert.equal((await turngraph({ DATA }, 'import', path)).status, 0)
    assert.equal((await turngraph({ DATA }, 'fork', 'edited', '--before', '1', '--as', 'none')).status, 0)
    const inTerminal = async (...args: string[]) => {
      const [stdout, stderr] = [collector(), collector()]
      await run(args, { env: { DATA }, stdout: Object.assign(stdout.stream, { isTTY: true }), stderr: stderr.stream })
      return stdout.text()
    }
    assert.ok((await inTerminal('diff', 'edited', 'none')).includes(`${red}- 1 USER Name a colour`))
    assert.ok(!(await inTerminal('diff', 'edited', 'none', '--no-color')).includes(escape))
    assert.ok(!(await inTerminal('--no-color', 'diff', 'edited', 'none')).includes(escape))
    assert.ok(!(await turngraph({ DATA }, 'diff', 'edited', 'none')).stdout.includes(escape))
    const page = await turngraph({ DATA }, 'export', 'edi', '--against', 'none', '--format', 'html')
    assert.match(
      page.stdout,
      /^<!doctype html>[^]*<title>Name a colour and [^]*<h2>Only in edited: 4 turns<\/h2>\n<pre class="minus">\n1 USER Name a colour<\/pre>/,
    )
    assert.equal((await turngraph({ DATA }, 'export', 'edi', '--against', 'none')).status, 1)
  })
})

describe('numbers on the command line', () => {
  it('have separators between thousands, and stand below each other in columns', () => {
    assert.deepEqual(
      [
        counted(1, 'turn', 'turns'),
        counted(1_234_567, 'turn', 'turns'),
        moneyText(1234.5),
        sizeText(999),
        columns([['rows', 12_345]]),
      ],
      ['1 turn', '1,234,567 turns', '$1,234.50', '999 bytes', '  rows  12,345\n'],
    )
  })
})

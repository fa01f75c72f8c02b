import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findingsOf } from '../../src/explorer/import/findings.ts'
import { formatName, knownFormats } from '../../src/explorer/import/formatNames.ts'
import { madeBy, readLines, sumsOf, type ImportRun, type Report } from '../../src/explorer/import/run.ts'
import { lastWords, plainLine } from '../../src/explorer/parts/plain.ts'
import { readableNames } from '../../src/formats/index.ts'

const report = (added: number, unchanged: number, ...conversationIds: string[]): Report => ({
  ...{ format: 'CODEX', added, unchanged, skipped: 0, conversationIds, findings: [] },
})
const run = (...files: (Report | string)[]): ImportRun => ({
  ...{ startedAt: 0, endedAt: 1, sent: 0, stored: 0, nodes: 0 },
  files: files.map((each, at) => ({
    ...{ name: `${at}.jsonl`, size: 1 },
    report: typeof each === 'string' ? null : each,
    fault: typeof each === 'string' ? each : null,
  })),
})

describe('an import of some files', () => {
  it('says how far it is, and what came of it, as lines come', () => {
    const nothing = { progress: null, report: null, fault: null }
    const [one, two] = ['{"bytes":3,"of":9,"nodes":1}\n', '{"bytes":6,"of":9,"nodes":4}\n']
    assert.deepEqual(readLines(''), nothing)
    assert.deepEqual(readLines(`${one}{"bytes":6,`), { ...nothing, progress: { bytes: 3, of: 9, nodes: 1 } })
    const whole = readLines(`${one}${two}${JSON.stringify(report(4, 0, 'a'))}\n`)
    assert.deepEqual(whole, { progress: { bytes: 6, of: 9, nodes: 4 }, report: report(4, 0, 'a'), fault: null })
    assert.equal(readLines(`${one}{"error":{"code":"BAD_INPUT","message":"No."}}\n`).fault, 'No.')
  })

  it('comes to the sums of what was read, and names what was not', () => {
    const { added, unchanged, conversations, refused } = sumsOf(
      run(report(3, 1, 'a'), 'no transcript', report(2, 0, 'a', 'b')),
    )
    assert.deepEqual([added, unchanged, conversations], [5, 1, ['a', 'b']])
    assert.deepEqual(
      refused.map(({ name }) => name),
      ['1.jsonl'],
    )
  })

  it('made the conversations of which nothing was there before', () => {
    assert.deepEqual(madeBy(run(report(3, 0, 'new'), report(2, 5, 'grown'), report(0, 4, 'old'))), ['new'])
    // Another file of the same import found something of it stored already.
    assert.deepEqual(madeBy(run(report(3, 0, 'both'), report(1, 3, 'both'))), [])
  })

  it('says what was noticed once a kind, and calls formats by their names', () => {
    const noticed = [
      { code: 'NO_RESULT', message: 'A call has no result.' },
      { code: 'SKIPPED', message: 'Line 4 is not JSON.' },
      { code: 'NO_RESULT', message: 'Another has none.' },
    ]
    assert.deepEqual(findingsOf(noticed), [
      { words: 'A call has no result.', more: 1 },
      { words: 'Line 4 is not JSON.', more: 0 },
    ])
    const open = { code: 'UNANSWERED_CALL', message: 'The tool call 1 has no result.' }
    assert.deepEqual(findingsOf([open, open]), [{ words: '2 tool calls have no result', more: 0 }])
    assert.equal(formatName('CLAUDE_CODE'), 'Claude Code')
    assert.equal(formatName('toString'), 'toString')
    assert.deepEqual(Object.keys(knownFormats).sort(), [...readableNames].sort())
  })
})

describe('a text in a row', () => {
  it('is one line without the signs of Markdown', () => {
    assert.equal(
      plainLine('# Plan\n\nGo to **Lisbon** by `train`:\n\n```sh\nrun\n```'),
      'Plan Go to Lisbon by train: run',
    )
    assert.equal(plainLine('| how | when |\n|---|---|\n| train | 7 h |'), 'how when train 7 h')
    assert.equal(plainLine('see [the page](http://a.example/b) and *this*'), 'see the page and this')
    assert.equal(lastWords('<local-command-stdout>See ya!</local-comm…'), 'See ya!')
    assert.equal(lastWords('a <b> is a tag, 2 < 3'), 'a <b> is a tag, 2 < 3')
    assert.equal(plainLine('2 * 3 * 4 = 24, snake_case_name'), '2 * 3 * 4 = 24, snake_case_name')
  })
})

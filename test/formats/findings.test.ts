import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFindings } from '../../src/formats/findings.ts'

describe('findings of an import', () => {
  it('are none at first, and then listed in the order in which they were met', () => {
    const findings = createFindings()
    assert.deepEqual(findings.list(), [])
    findings.add(2, 'A', 'a')
    findings.add(null, 'B', 'b')
    findings.add(1, 'A', 'a')
    assert.deepEqual(
      findings.list().map(({ line, code }) => [line, code]),
      [
        [2, 'A'],
        [null, 'B'],
        [1, 'A'],
      ],
    )
  })

  it('are the first ones of each code, and how many more there were', () => {
    const findings = createFindings(2)
    for (let line = 1; line <= 5; line++) findings.add(line, 'A', `a${line}`)
    findings.add(6, 'B', 'b')
    assert.deepEqual(findings.list(), [
      { line: 1, code: 'A', message: 'a1' },
      { line: 2, code: 'A', message: 'a2' },
      { line: 6, code: 'B', message: 'b' },
      { line: null, code: 'A', message: 'And 3 more of these.' },
    ])
  })

  it('are named once for the same words of one code', () => {
    const findings = createFindings()
    for (const [code, words] of [
      ['A', 'x'],
      ['A', 'x'],
      ['A', 'y'],
      ['B', 'x'],
    ] as const)
      findings.once(1, code, words)
    assert.deepEqual(
      findings.list().map(({ code, message }) => code + message),
      ['Ax', 'Ay', 'Bx'],
    )
  })
})

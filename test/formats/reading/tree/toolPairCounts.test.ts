import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFindings } from '../../../../src/formats/findings.ts'
import { memoryScratch } from '../../../../src/formats/scratch.ts'
import { toolPairs } from '../../../../src/formats/reading/tree/toolPairCounts.ts'
import type { Survey } from '../../../../src/formats/reading/survey.ts'
import { fakeOf } from '../../../support/fakes.ts'

function counted(calls: Record<string, number>, results: Record<string, number>) {
  const scratch = memoryScratch()
  const map = (name: string, entries: Record<string, number>) => {
    const of = scratch.map<number>(name)
    for (const [key, line] of Object.entries(entries)) of.set(`0\n${key}`, line)
    return of
  }
  const findings = createFindings()
  const counts = toolPairs(
    fakeOf<Survey>('survey', { calls: map('calls', calls), results: map('results', results) }),
    findings,
  )
  return { counts, findings: findings.list().map(({ line, code, message }) => `${line} ${code} ${message}`) }
}

describe('calls and results of a file', () => {
  it('are counted as none where each call has its result, in whatever order', () => {
    const none = { counts: { unansweredToolCalls: 0, orphanToolResults: 0 }, findings: [] }
    assert.deepEqual(counted({ a: 1, b: 2 }, { b: 3, a: 4 }), none)
    assert.deepEqual(counted({}, {}), none)
  })

  it('are counted where one is without the other, and named in the order of their lines', () => {
    assert.deepEqual(counted({ a: 9, b: 2, c: 1 }, { c: 3, x: 5 }), {
      counts: { unansweredToolCalls: 2, orphanToolResults: 1 },
      findings: [
        '2 UNANSWERED_CALL The tool call b has no result.',
        '9 UNANSWERED_CALL The tool call a has no result.',
        '5 ORPHAN_RESULT A tool result refers to call x, which the file does not have.',
      ],
    })
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ImportedReport } from '../../../src/client/graphClient.ts'
import { reportText } from '../../../src/cli/imports/report.ts'
import { rendered } from '../../../src/cli/styled.ts'
import { fakeOf } from '../../support/fakes.ts'

const found = (count: number, code: string) =>
  Array.from({ length: count }, (_, at) => ({ code, line: at + 1, message: `${code} is here.`, details: null }))
const none = {
  danglingParents: 0,
  repaired: 0,
  unansweredToolCalls: 0,
  orphanToolResults: 0,
  emptyTurns: 0,
  unreadBlocks: 0,
}
const tree = { roots: 1, leaves: 1, branchPoints: 0, reachable: 1 }
const report = (findings: object[]) =>
  fakeOf<ImportedReport>('imported report', {
    ...none,
    ...tree,
    format: 'CODEX',
    entries: 12_345,
    nodes: 12_000,
    skipped: 345,
    added: 12_000,
    unchanged: 0,
    findings,
  })
const textOf = (findings: object[], named: { id: string; title: string | null }[] = [], inAll = named.length) =>
  rendered(reportText('a.jsonl', report(findings), named, inAll), false)

describe('the report of an import', () => {
  it('has ten findings of a kind in one line with their count, and fewer a line each', () => {
    const text = textOf([...found(9, 'FEW'), ...found(1200, 'MANY'), ...found(10, 'TEN')])
    assert.equal(text.match(/\(FEW\)/g)?.length, 9)
    assert.match(text, /\n {2}! 1,200 findings of MANY, the first: line 1: MANY is here\. \(MANY\)\n/)
    assert.match(text, /\n {2}! 10 findings of TEN, the first: /)
    assert.equal(text.match(/MANY/g)?.length, 3)
  })

  it('names conversations by title beside their ids, and counts with separators', () => {
    const named = [
      { id: 'a', title: 'Plan a\nweekend' },
      { id: 'b', title: null },
    ]
    const text = textOf([], named, 2002)
    assert.match(text, /entries +12,345: 12,000 nodes, 345 skipped\n/)
    assert.match(text, /\n {2}into +a {2}Plan a weekend\n +b\n +and 2,000 more; turngraph list has them\n/)
    assert.match(textOf([]), /into +no conversation\n/)
  })
})

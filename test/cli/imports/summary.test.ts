import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { summaryTable, totalsByFormat } from '../../../src/cli/imports/summary.ts'
import type { Imported } from '../../../src/client/graphClient.ts'
import fc from '../../support/properties.ts'
import { fakeOf } from '../../support/fakes.ts'

const imported = (format: string, conversationIds: readonly string[], report: object = {}) =>
  fakeOf<Imported>('imported', {
    report: { format, nodes: 0, added: 0, unchanged: 0, skipped: 0, findings: [], ...report },
    conversationIds,
  })

describe('what was imported', () => {
  it('is summed by format, in the order in which they came', () => {
    const totals = totalsByFormat([
      imported('CLAUDE_CODE', ['a'], { nodes: 3, added: 2, unchanged: 1, findings: ['x', 'y'] }),
      imported('CODEX', ['b'], { nodes: 10, added: 10, skipped: 4 }),
      imported('CLAUDE_CODE', ['c', 'd'], { nodes: 4, added: 4, findings: ['z'] }),
    ])
    assert.deepEqual(totals, [
      {
        ...{ format: 'claude-code', files: 2, conversations: 3 },
        ...{ nodes: 7, added: 6, unchanged: 1, skipped: 0, findings: 3 },
      },
      {
        ...{ format: 'codex', files: 1, conversations: 1 },
        ...{ nodes: 10, added: 10, unchanged: 0, skipped: 4, findings: 0 },
      },
    ])
    assert.deepEqual(totalsByFormat([]), [])
  })

  it('counts a conversation once that several files are of', () => {
    const [total] = totalsByFormat([imported('CODEX', ['a', 'b']), imported('CODEX', ['b'])])
    assert.deepEqual([total?.files, total?.conversations], [2, 2])
  })

  it('loses no file and no node', () => {
    const files = fc.array(fc.record({ format: fc.constantFrom('A', 'B', 'C'), nodes: fc.nat() }))
    fc.assert(
      fc.property(files, (drawn) => {
        const totals = totalsByFormat(drawn.map(({ format, nodes }) => imported(format, [], { nodes })))
        const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
        assert.equal(sum(totals.map((one) => one.files)), drawn.length)
        assert.equal(sum(totals.map((one) => one.nodes)), sum(drawn.map((one) => one.nodes)))
      }),
    )
  })
})

describe('the table at the end of an import', () => {
  it('has a row for each format, its numbers under their names', () => {
    const table = summaryTable(totalsByFormat([imported('CLAUDE_CODE', ['a'], { nodes: 12_345 })]))
    const [head = '', row = '', end] = table.split('\n')
    assert.equal(head.length, row.length)
    assert.equal(row.indexOf('12,345') + '12,345'.length, head.indexOf('nodes') + 'nodes'.length)
    assert.deepEqual([row.split(/ +/)[0], end], ['claude-code', ''])
  })
})

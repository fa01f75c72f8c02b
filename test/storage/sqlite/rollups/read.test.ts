import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { foldDays, unfoldedDays } from '../../../../src/storage/sqlite/rollups/days.ts'
import { readRollups } from '../../../../src/storage/sqlite/rollups/read.ts'
import { rollupColumns, type RollupQuery } from '../../../../src/storage/usageRollups.ts'
import { query, spent } from './sums.ts'

const { connection, tenant } = spent()
const rows = (given: Partial<RollupQuery>, of = tenant) => readRollups(connection, of, query(given)).rows
/** One sum of each group, by the group's key. */
const by = (key: RollupQuery['by'], name: string, given: Partial<RollupQuery> = {}) => {
  const kind = given.kind ?? 'usage'
  const at = (rollupColumns[kind] as readonly string[]).indexOf(name)
  return Object.fromEntries(
    rows({ by: key, ...given }).map((row) => [String(row[0]), row[row.length - rollupColumns[kind].length + at]]),
  )
}
const day = unfoldedDays(connection, tenant)[0] ?? ''

/** What must be the same whether days are folded or not. */
function looks() {
  it('are in total what all turns come to: of an answer, the most that its parts say, once', () => {
    const [total] = rows({})
    const of = (name: string) => total?.[(rollupColumns.usage as readonly string[]).indexOf(name)]
    assert.deepEqual(['messages', 'observations', 'inputTokens', 'costUsd'].map(of), [11, 11, 70, 1])
  })

  it('are by role, by directory and by conversation', () => {
    assert.deepEqual(by('role', 'messages'), { USER: 3, ASSISTANT: 6, TOOL: 2 })
    assert.deepEqual(by('cwd', 'messages'), { '': 5, '"/w"': 6 })
    assert.deepEqual(by('conversation', 'inputTokens'), { trip: 35, other: 35, alt: 0 })
  })

  it('are those of some days, conversations and roles alone', () => {
    assert.deepEqual(by('role', 'messages', { conversationIds: ['alt', 'none'] }), { USER: 1 })
    assert.deepEqual(by('role', 'messages', { roles: ['TOOL'] }), { TOOL: 2 })
    assert.deepEqual(
      [
        rows({ by: 'role', from: day, to: day }).length,
        rows({ by: 'role', from: '2000-01-01', to: '2000-01-02' }).length,
      ],
      [3, 0],
    )
  })

  it('are of tools, failures whose call is not known under no name, and of moves', () => {
    assert.deepEqual(
      [by('tool', 'calls', { kind: 'tools' }), by('tool', 'errors', { kind: 'tools' })],
      [
        { Read: 2, '': 0 },
        { Read: 0, '': 2 },
      ],
    )
    assert.deepEqual(by('kind', 'count', { kind: 'moves' }), { REWIND: 2 })
  })

  it('are of the groups with the most tokens where there is a limit, and not of what cost nothing', () => {
    assert.deepEqual(Object.keys(by('role', 'messages', { limit: 5 })), ['ASSISTANT'])
  })

  it('are none of another tenant', () => {
    assert.deepEqual(rows({ by: 'role' }, tenant + 1), [])
  })
}

describe('sums of days that are not folded', () => {
  looks()
})

describe('sums of folded days', () => {
  before(() => foldDays(connection, tenant, unfoldedDays(connection, tenant)))
  looks()
  it('are so few rows that folding more is not worth it', () => {
    assert.equal(readRollups(connection, tenant, query({})).isWorthFolding, false)
  })
})

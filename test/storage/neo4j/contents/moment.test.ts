import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Record as DriverRecord } from 'neo4j-driver'
import { momentFrom, timeBefore } from '../../../../src/storage/neo4j/contents/moment.ts'
import { timeText } from '../../../../src/storage/neo4j/reading/compactText.ts'
import { fakeOf } from '../../../support/fakes.ts'

const record = (values: Readonly<Record<string, unknown>>) =>
  fakeOf<DriverRecord>('driver record', { get: (name: string) => values[name] })

describe('where a conversation stands', () => {
  it('is its version and the last line of its ledger', () => {
    assert.deepEqual(momentFrom(record({ version: 3n, seq: 7n, deleted: false })), {
      version: 3,
      seq: 7,
      isDeleted: false,
    })
    assert.equal(momentFrom(record({ version: 3n, seq: 7n, deleted: true })).isDeleted, true)
    assert.equal(momentFrom(record({ version: 3n, seq: 7n, deleted: null })).isDeleted, false)
  })

  it('is refused where the database gave no integers', () => {
    assert.throws(() => momentFrom(record({ version: 3, seq: 7n })), TypeError)
  })
})

describe('the time from which on a command dated what it stored', () => {
  it('is ten seconds before its line, as times lie in the database', () => {
    const at = '2026-01-01T00:00:05.123456789Z'
    assert.equal(timeBefore(at), timeText('2025-12-31T23:59:55.123000000Z'))
  })

  it('is before every time of those ten seconds, as text too', () => {
    const at = '2026-03-01T00:00:00.000000001Z'
    for (const before of ['2026-02-28T23:59:50.000000000Z', '2026-02-28T23:59:59.999999999Z', at])
      assert.ok(timeBefore(at) <= timeText(before), before)
    assert.ok(timeBefore(at) > timeText('2026-02-28T23:59:49.999999999Z'))
  })
})

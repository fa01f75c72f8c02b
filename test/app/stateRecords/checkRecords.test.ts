import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  checkKey,
  checkKind,
  checkLength,
  checkRecords,
  type RecordInput,
} from '../../../src/app/stateRecords/checkRecords.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { defaultLimits } from '../../../src/config/defaults.ts'

const scope = { limits: { ...defaultLimits, list: 2, turnBytes: 20 } } as Scope
const record = (more: Partial<RecordInput> = {}): RecordInput => ({ kind: 'k', key: 'a', value: 1, ...more })
const refused = (more: Partial<RecordInput>, field: string, code = 'BAD_INPUT') =>
  assert.throws(
    () => checkRecords(scope, [record(), record(more)]),
    { code, field: ['records', '1', field] },
    JSON.stringify(more),
  )

describe('records that are given', () => {
  it('are returned as they were', () => {
    const records = [
      record({ parentKey: 'p', expectedVersion: 0, turn: 3 }),
      record({ value: null, base64: 'aGk=', observationId: 'o' }),
    ]
    assert.equal(checkRecords(scope, records), records)
    assert.deepEqual(checkRecords(scope, []), [])
  })

  it('are refused by their number and the field at fault', () => {
    refused({ kind: '' }, 'kind')
    refused({ key: '\0' }, 'key')
    refused({ parentKey: '' }, 'parentKey')
    refused({ expectedVersion: -1 }, 'expectedVersion')
    refused({ turn: 0, observationId: 'o' }, 'turn')
    const facts = { index: 1, kind: '' }
    assert.throws(() => checkRecords(scope, [record(), record({ kind: '' })]), { facts })
  })

  it('have exactly one of a value and bytes', () => {
    refused({ value: null }, 'value')
    refused({ base64: 'aGk=' }, 'base64')
    for (const value of [0, false, '', [], {}]) checkRecords(scope, [record({ value })])
    for (const base64 of ['aGk', 'aGk=\n', 'a-k=', '=']) refused({ value: null, base64 }, 'base64')
    checkRecords(scope, [record({ value: null, base64: '' })])
  })

  it('are at most so large', () => {
    checkRecords(scope, [record({ value: 'x'.repeat(18) })])
    refused({ value: 'x'.repeat(19) }, 'value', 'LIMIT_EXCEEDED')
    refused({ value: 'é'.repeat(10) }, 'value', 'LIMIT_EXCEEDED')
    checkRecords(scope, [record({ value: 'é'.repeat(9) })])
    const bytes = (count: number) => ({ value: null, base64: Buffer.alloc(count).toString('base64') })
    checkRecords(scope, [record(bytes(20))])
    refused(bytes(21), 'base64', 'LIMIT_EXCEEDED')
  })

  it('are at most so many', () => {
    checkLength(scope, 2, 'records')
    const limit = { code: 'LIMIT_EXCEEDED', facts: { limit: 2, given: 3 }, field: ['records'] }
    assert.throws(() => checkRecords(scope, [record(), record(), record()]), limit)
  })
})

it('a kind begins with a letter or digit and has 512 signs at most', () => {
  for (const kind of ['a', '0', 'lg.thread.part', 'A/b|c:d%~-_', 'x'.repeat(512)]) checkKind(kind)
  for (const kind of ['', '.a', 'a b', 'é', 'a\n', 'x'.repeat(513)])
    assert.throws(() => checkKind(kind), { code: 'BAD_INPUT', field: ['kind'] })
})

it('a key has 1024 bytes at most, and what every store keeps', () => {
  for (const key of [' ', 'é'.repeat(512), '😀']) checkKey(key, 'key')
  for (const key of ['', 'é'.repeat(513), 'a\n', '\ud83d'])
    assert.throws(() => checkKey(key, 'key'), { code: 'BAD_INPUT' })
})

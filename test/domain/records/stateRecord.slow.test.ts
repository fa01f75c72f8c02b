import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  compareKeys,
  isInRange,
  isPartKind,
  recordName,
  writeRecord,
  type StateRecord,
  type StateRecordDraft,
  type StateRecordRange,
} from '../../../src/domain/records/stateRecord.ts'

const at = '2026-01-01T00:00:00.000000000Z'
const draft = (more: Partial<StateRecordDraft> = {}): StateRecordDraft => ({
  ...{ conversationId: 'c', kind: 'k', key: 'a', parentKey: null, value: 1, base64: null, observationId: null },
  ...{ ifExists: 'REPLACE', expectedVersion: null },
  ...more,
})
const { ifExists: _, expectedVersion: __, ...fields } = draft()
const before: StateRecord = { ...fields, version: 3, storedAt: at }

describe('writing a record', () => {
  it('makes the first version, or the next one in the place of what is there', () => {
    assert.deepEqual(writeRecord(null, draft(), at), {
      kind: 'written',
      value: { ...fields, version: 1, storedAt: at },
    })
    const written = writeRecord(before, draft({ value: 2 }), at)
    assert.deepEqual(written, { kind: 'written', value: { ...fields, value: 2, version: 4, storedAt: at } })
  })

  it('keeps or refuses where something is there, as the caller wants it', () => {
    assert.deepEqual(writeRecord(before, draft({ ifExists: 'KEEP' }), at), { kind: 'kept', value: before })
    assert.deepEqual(writeRecord(before, draft({ ifExists: 'REFUSE' }), at), { kind: 'exists', version: 3 })
    for (const ifExists of ['KEEP', 'REFUSE'] as const)
      assert.equal(writeRecord(null, draft({ ifExists }), at).kind, 'written')
  })

  it('is done only from the version that is expected; 0: nothing is there', () => {
    assert.deepEqual(writeRecord(before, draft({ expectedVersion: 2, ifExists: 'KEEP' }), at), {
      kind: 'changed',
      expected: 2,
      found: 3,
    })
    assert.deepEqual(writeRecord(before, draft({ expectedVersion: 0 }), at), { kind: 'changed', expected: 0, found: 3 })
    assert.deepEqual(writeRecord(null, draft({ expectedVersion: 1 }), at), { kind: 'changed', expected: 1, found: 0 })
    assert.equal(writeRecord(before, draft({ expectedVersion: 3 }), at).kind, 'written')
    assert.equal(writeRecord(null, draft({ expectedVersion: 0 }), at).kind, 'written')
  })
})

describe('a range of records', () => {
  const all: StateRecordRange = {
    conversationId: 'c',
    kind: null,
    kindPrefix: null,
    keys: null,
    keyPrefix: null,
    beforeKey: null,
  }
  const holds = (range: Partial<StateRecordRange>, place: Partial<StateRecord> = {}) =>
    isInRange({ ...before, ...place }, { ...all, ...range })

  it('holds what meets every condition', () => {
    assert.ok(holds({ kind: 'k', keys: ['b', 'a'], keyPrefix: 'a', beforeKey: 'b', kindPrefix: 'k' }))
    for (const range of [
      { conversationId: 'd' },
      { kind: 'kk' },
      { kindPrefix: 'x' },
      { keys: ['b'] },
      { keys: [] },
      { keyPrefix: 'b' },
      { beforeKey: 'a' },
    ])
      // prettier-ignore
      assert.ok(!holds(range), JSON.stringify(range))
  })

  it('of all conversations holds no parts', () => {
    assert.ok(holds({ conversationId: null }, { conversationId: 'other' }))
    assert.ok(!holds({ conversationId: null }, { kind: 'x.part' }))
    assert.ok(holds({}, { kind: 'x.part' }))
    assert.deepEqual([isPartKind('x.part'), isPartKind('part'), isPartKind('x.parts')], [true, false, false])
  })
})

it('keys sort by their bytes, as their code points do, and a place has a name of its own', () => {
  assert.ok(compareKeys('z', 'é') < 0)
  assert.ok(compareKeys('\uffff', '😀') < 0, 'UTF-16 has them the other way')
  const key = fc.string({ unit: 'grapheme' })
  const points = (text: string) => Array.from(text, (one) => one.codePointAt(0) ?? 0)
  fc.assert(
    fc.property(key, key, (a, b) => {
      const [left, right] = [points(a), points(b)]
      const at = left.findIndex((point, k) => point !== right[k])
      const order = at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
      assert.equal(Math.sign(compareKeys(a, b)), Math.sign(order))
      assert.equal(recordName({ ...before, kind: a, key: b }) === recordName({ ...before, kind: b, key: a }), a === b)
    }),
  )
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StateRecord } from '../../../src/domain/records/stateRecord.ts'
import { stateRecordOf, stateRecordRow } from '../../../src/storage/rows/stateRecord.ts'
import fc from '../../support/properties.ts'

const record = (given: Partial<StateRecord>): StateRecord => ({
  ...{ conversationId: 'trip', kind: 'memory', key: 'k', parentKey: null, value: null, base64: null, version: 1 },
  ...{ observationId: null, storedAt: '2026-01-01T00:00:00.000000000Z', ...given },
})

describe('a state record in a store', () => {
  it('comes out as it went in, whatever JSON it holds; null is a value too', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (drawn) => {
        const one = record({ value: JSON.parse(JSON.stringify(drawn)) as StateRecord['value'] })
        assert.deepEqual(stateRecordOf(stateRecordRow(one)), one)
      }),
    )
    assert.equal(stateRecordRow(record({ value: null })).text, 'null')
  })

  it('comes out as it went in where it holds bytes, also none', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const one = record({ base64: Buffer.from(bytes).toString('base64') })
        assert.deepEqual(stateRecordOf(stateRecordRow(one)), one)
      }),
    )
  })

  it('holds either text or bytes, never both', () => {
    const [json, bytes] = [stateRecordRow(record({ value: 1 })), stateRecordRow(record({ base64: 'AAE=' }))]
    assert.deepEqual([json.text, json.bytes], ['1', null])
    assert.deepEqual([bytes.text, Buffer.from(bytes.bytes ?? []).toString('hex')], [null, '0001'])
  })

  it('reads bytes that are a part of a longer buffer', () => {
    const { text: _, ...row } = stateRecordRow(record({ base64: 'AAE=' }))
    assert.equal(
      stateRecordOf({ ...row, text: null, bytes: Uint8Array.from([9, 0, 1, 9]).subarray(1, 3) }).base64,
      'AAE=',
    )
  })
})

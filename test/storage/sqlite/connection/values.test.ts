/** How ids, hashes and instants lie in the file. */
import { DatabaseSync } from '@photostructure/sqlite'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../support/properties.ts'
import { isFit } from '../../../../src/domain/ids.ts'
import {
  boundValue,
  hashValue,
  idValue,
  instantValue,
  packedValue,
  textOfBytes,
  unpackedText,
} from '../../../../src/storage/sqlite/connection/values.ts'

const database = new DatabaseSync(':memory:')
const stored = (sql: (parameter: string) => string, text: string): unknown =>
  Object.values(database.prepare(`SELECT ${sql('?1')} AS value`).get(text) as object)[0]
const asText = (value: unknown) => (value instanceof Uint8Array ? textOfBytes(value) : value)
const bytesOf = (value: unknown) => Buffer.from(value as Uint8Array)

const date = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
const instant = fc
  .tuple(date, fc.nat(999_999))
  .map(([day, fine]) => day.toISOString().replace('Z', `${String(fine).padStart(6, '0')}Z`))

describe('values in SQLite', () => {
  it('lie as bytes where they are of their form, and come back as they were', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^[0-9a-f]{64}$/), instant, (id, hash, time) => {
        const values = [stored(idValue, id), stored(hashValue, hash), stored(instantValue, time)]
        assert.deepEqual(
          values.map((value) => (value as Uint8Array).length),
          [16, 32, 12],
        )
        assert.deepEqual(values.map(asText), [id, hash, time])
      }),
    )
  })

  it('leave the file as one text with others, whatever they are, and are what they were', () => {
    const packed = database.prepare(
      `WITH given(value) AS (SELECT ${idValue('?1')}) SELECT ${packedValue('value')} FROM given`,
    )
    const unpacked = (text: string) => unpackedText(String(Object.values(packed.get(text) as object)[0]))
    const digits = fc.stringMatching(/^([0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{64})$/)
    const given = fc.oneof(fc.uuid(), digits, fc.string().filter(isFit), fc.constantFrom('', '~', '~~x'))
    fc.assert(fc.property(given, (text) => assert.equal(unpacked(text), text)))
    const times = database.prepare(
      `WITH given(value) AS (SELECT ${instantValue('?1')}) SELECT ${packedValue('value')} FROM given`,
    )
    fc.assert(
      fc.property(instant, (time) =>
        assert.equal(unpackedText(String(Object.values(times.get(time) as object)[0])), time),
      ),
    )
  })

  it('lie as text where a given id is not written as a UUID is', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^[0-9a-fA-F-]{36}$/), (uuid, odd) => {
        const values = [uuid, uuid.toUpperCase(), odd, uuid.replace('-', '') + '-'].map((id) => stored(idValue, id))
        assert.deepEqual(values.map(asText), [uuid, uuid.toUpperCase(), odd, uuid.replace('-', '') + '-'])
        assert.equal((values[0] as Uint8Array).length, 16)
      }),
    )
  })

  it('lie as text where they are of no form of ours', () => {
    const odd = ['', 'o1', 'x'.repeat(36), 'g'.repeat(64), 'no time at all, of 30 letters.']
    for (const text of odd)
      assert.deepEqual([stored(idValue, text), stored(hashValue, text), stored(instantValue, text)], [text, text, text])
  })

  it('keep the order of ids and of instants', () => {
    const inOrder = (sql: (parameter: string) => string, a: string, b: string) =>
      assert.equal(
        Math.sign(Buffer.compare(bytesOf(stored(sql, a)), bytesOf(stored(sql, b)))),
        a < b ? -1 : a > b ? 1 : 0,
      )
    fc.assert(fc.property(fc.uuid(), fc.uuid(), (a, b) => inOrder(idValue, a, b)))
    fc.assert(fc.property(instant, instant, (a, b) => inOrder(instantValue, a, b)))
  })

  it('bound a range right after an instant, or after all of them', () => {
    fc.assert(
      fc.property(instant, instant, (bound, other) => {
        const [after, last, time] = [`${bound} `, '~', other].map((text) => bytesOf(stored(boundValue, text)))
        assert.equal(Buffer.compare(time!, after!) < 0, other <= bound)
        assert.ok(Buffer.compare(time!, last!) < 0)
      }),
    )
  })
})

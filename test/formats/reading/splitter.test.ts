import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { splitter, type RawRecord } from '../../../src/formats/reading/lines/splitter.ts'

function split(text: string | Uint8Array, sizes: readonly number[] = []): RawRecord[] {
  const bytes = Buffer.from(text)
  const by = splitter()
  const found: RawRecord[] = []
  let from = 0
  for (const size of sizes) {
    found.push(...by.next(bytes.subarray(from, from + size)))
    from += size
  }
  return [...found, ...by.next(bytes.subarray(from)), ...by.end()]
}
const texts = (records: readonly RawRecord[]) => records.map(({ bytes }) => Buffer.from(bytes ?? '').toString())

describe('the splitter of JSON values', () => {
  it('takes an array at the top apart', () => {
    const records = split('[ {"a": "]},"},\n[1, {"b":2}] , "x\\"y", 12 ]\n')
    assert.deepEqual(texts(records), ['{"a": "]},"}', '[1, {"b":2}]', '"x\\"y"', '12'])
    assert.deepEqual(
      records.map(({ line, array, torn }) => [line, array, torn]),
      [
        [1, 1, false],
        [2, 1, false],
        [2, 1, false],
        [2, 1, false],
      ],
    )
  })
  it('finds values one after the other, and arrays', () => {
    assert.deepEqual(texts(split('\uFEFF{"a":1}\n{"b":\n2}{"c":3} [{"d":4}][{"e":5}]')), [
      '{"a":1}',
      '{"b":\n2}',
      '{"c":3}',
      '{"d":4}',
      '{"e":5}',
    ])
    assert.deepEqual(
      split('{"a":1}[{"d":4}][{"e":5}]').map(({ array }) => array),
      [0, 1, 2],
    )
  })
  it('says of a value that the file ends inside it', () => {
    const records = split('[{"a":1},{"b":"x')
    assert.deepEqual(
      records.map(({ torn }) => torn),
      [false, true],
    )
  })
  it('goes on after what is not JSON', () => {
    assert.deepEqual(texts(split('[{"a":1}, oops, {"b":2}]')), ['{"a":1}', 'oops', '{"b":2}'])
    assert.deepEqual(texts(split('}}] {"b":2}')), ['{"b":2}'])
  })
  it('finds the same in whatever pieces a file comes', () => {
    const values = fc.array(fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.object({ maxDepth: 2 })), { maxLength: 6 })
    fc.assert(
      fc.property(values, fc.boolean(), fc.array(fc.nat(12), { maxLength: 30 }), (given, pretty, sizes) => {
        const text = JSON.stringify(given, null, pretty ? 2 : 0)
        const records = split(text, sizes)
        assert.deepEqual(
          texts(records).map((one) => JSON.parse(one) as unknown),
          JSON.parse(text) as unknown[],
        )
        for (const { offset, bytes, length } of records)
          assert.equal(
            Buffer.from(text)
              .subarray(offset, offset + length)
              .toString(),
            Buffer.from(bytes ?? '').toString(),
          )
      }),
    )
  })
})

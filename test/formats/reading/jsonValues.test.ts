import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonValues } from '../../../src/formats/reading/lines/jsonValues.ts'

describe('the values of a line', () => {
  const cases: readonly (readonly [string, string, readonly unknown[], string | null])[] = [
    ['one value', '{"a":1}', [{ a: 1 }], null],
    ['two glued values', '{"a":"}{"}{"b":2}', [{ a: '}{' }, { b: 2 }], null],
    ['three glued values with blanks', '{"a":1} {"b":[{}]}\t{"c":3}', [{ a: 1 }, { b: [{}] }, { c: 3 }], null],
    ['a torn value', '{"a":1,"b', [], '{"a":1,"b'],
    ['a whole value and a torn one', '{"a":1}{"b', [{ a: 1 }], '{"b'],
    ['a value behind a torn one', '{"type":"us{"type":"user"}', [{ type: 'user' }], '{"type":"us'],
    ['an escaped quote', '{"a":"\\"}{"}{"b":1}', [{ a: '"}{' }, { b: 1 }], null],
    ['no JSON', 'hello', [], 'hello'],
    ['a value that is no object', '7', [7], null],
  ]
  for (const [name, text, values, rest] of cases) {
    it(`finds ${name}`, () => assert.deepEqual(jsonValues(text), { values, rest }))
  }
})

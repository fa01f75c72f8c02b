import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  behindBlanks,
  behindValue,
  endOfText,
  isBlank,
  parsedAt,
} from '../../../../src/formats/reading/long/jsonBytes.ts'
import fc from '../../../support/properties.ts'

describe('blanks of JSON', () => {
  it('are four bytes and no other', () => {
    assert.deepEqual(
      [' ', '\t', '\r', '\n', '\v', 'a'].map((text) => isBlank(text.charCodeAt(0))),
      [true, true, true, true, false, false],
    )
    assert.equal(isBlank(undefined), false)
    assert.deepEqual([behindBlanks(Buffer.from(' \t\na'), 0), behindBlanks(Buffer.from('  '), 0)], [3, 2])
  })
})

describe('a value in bytes', () => {
  it('ends where JSON ends it, whatever follows', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 2, stringUnit: 'grapheme' }),
        fc.constantFrom('', ' ', ',1', '}', ']', ':'),
        (json, rest) => {
          const bytes = Buffer.from(`x${json}${rest}`)
          assert.equal(behindValue(bytes, 1), 1 + Buffer.byteLength(json))
        },
      ),
    )
  })

  it('ends with the bytes where it does not end', () => {
    for (const text of ['[1,{"a":2}', '{"a":"b', '[']) assert.equal(behindValue(Buffer.from(text), 0), text.length)
    assert.ok(endOfText(Buffer.from('"ab\\'), 0) >= 4)
  })

  it('of text ends at its own quote, not at one that is escaped', () => {
    assert.equal(endOfText(Buffer.from('"a\\"b\\\\" "'), 0), 7)
    assert.equal(endOfText(Buffer.from('""'), 0), 1)
  })

  it('is read from its place, and undefined where it is no JSON', () => {
    const bytes = Buffer.from('[{"é":1},nul]')
    assert.deepEqual(parsedAt(bytes, 1, behindValue(bytes, 1)), { é: 1 })
    assert.deepEqual([parsedAt(bytes, 0, 4), parsedAt(bytes, 3, 3)], [undefined, undefined])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc, { anyCodePoint } from '../../support/properties.ts'
import { fold, pieceBorder, tokenise, wordsOf } from '../../../src/domain/usage/tokens.ts'

const words = (text: string) => [...wordsOf(tokenise(text))].sort()

describe('the words of a text', () => {
  it('are folded: case, accents, width and ligatures make no difference', () => {
    assert.deepEqual(words('Café CAFÉ cafe\u0301 ｃａｆｅ'), ['cafe'])
    assert.deepEqual(words('ﬁre İstanbul ΣΟΦΟΣ σοφος'), ['fire', 'istanbul', 'σοφοσ'])
  })
  it('are an identifier, its stretches and its parts', () => {
    const expected = ['2', 'by', 'get', 'getuserbyid', 'getuserbyid_v2', 'id', 'user', 'v', 'v2']
    assert.deepEqual(words('getUserById_v2'), expected.sort())
    assert.deepEqual(words('HTTPServer'), ['http', 'httpserver', 'server'])
    assert.deepEqual(words('__init__ _'), ['init'])
    assert.deepEqual(words('a-b.c/d:e'), ['a', 'b', 'c', 'd', 'e'])
  })
  it('are signs by twos where a script has no spaces, and the last one alone', () => {
    assert.deepEqual(words('中文字'), ['中文', '字', '文字'].sort())
    assert.deepEqual(words('東京タワー'), ['ー', 'タワ', 'ワー', '京タ', '東京'].sort())
    assert.deepEqual(words('ที่นี่'), ['ที่นี่', 'นี่'].sort())
    assert.deepEqual(words('ລາວ'), ['ລາ', 'າວ', 'ວ'].sort())
    assert.deepEqual(words('中文abc'), ['abc', '中文', '文'].sort())
  })
  it('are emoji, joined ones as one', () => {
    assert.deepEqual(words('hi 👨‍👩‍👧! 🇩🇪 ✔️'), ['hi', '👨‍👩‍👧', '🇩🇪', '✔'].sort())
  })
  it('are none where there is nothing but signs, control characters and halves of surrogate pairs', () => {
    assert.deepEqual(words('"- * \0\u0007 \ud83d x\udc00'), ['x'])
  })
  it('are few of a hash or of encoded bytes', () => {
    assert.equal(words('aB1'.repeat(2000)).length, 1)
    assert.ok(words('3f2a9c0e1b2d4f5a6b7c8d9e0f1a2b3c').length <= 2)
  })
  it('do not stand beside each other across the border of two pieces', () => {
    const [first, second] = tokenise(`one${pieceBorder}two`).parts
    assert.equal((second?.at ?? 0) - (first?.at ?? 0), 2)
  })
  it('hold no space and nothing that a store reads as its own, and lie where they say', () => {
    const property = fc.property(fc.string({ unit: anyCodePoint, maxLength: 60 }), (text) => {
      const { parts, spans } = tokenise(text)
      for (const { text: word } of [...parts, ...spans]) assert.match(word, /^[^\s"*()\-+&|!{}[\]^~?:\\/§]+$/u)
      let end = 0
      for (const { from, to } of parts) {
        assert.ok(from >= end && to > from && to <= text.length)
        end = to
      }
    })
    fc.assert(property, { numRuns: 500 })
  })
  it('are the same when they are folded again', () => {
    const property = fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
      assert.equal(fold(fold(text)), fold(text))
    })
    fc.assert(property, { numRuns: 500, examples: [['㈎ﾣ']] })
  })
})

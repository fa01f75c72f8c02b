import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json, JsonObject } from '../../../src/domain/model.ts'
import { resultText } from '../../../src/formats/copilotChat/resultText.ts'

const leaf = (text: string, lineBreakBefore = false): JsonObject => ({ type: 2, text, lineBreakBefore })
const tree = (...children: JsonObject[]): JsonObject => ({ value: { node: { type: 1, children } } })

describe('what a tool gave as the model read it', () => {
  it('is its text, or the texts of its parts line by line', () => {
    assert.equal(resultText('a'), 'a')
    assert.equal(resultText([{ value: 'a' }, { text: 'né' }, { value: '' }]), 'a\nné\n')
    assert.equal(resultText([]), '')
  })

  it('is the text of a tree, with a new line only where one is asked for and none is there', () => {
    assert.equal(
      resultText([tree(leaf('a', true), leaf('b'), leaf('c', true), leaf('d\n'), leaf('e', true))]),
      'ab\ncd\ne',
    )
    assert.equal(resultText([tree({ type: 1, children: [leaf('a')] }, { type: 3 }, leaf('b'))]), 'ab')
  })

  it('is as it came where a part is anything else', () => {
    for (const content of [
      null,
      7,
      { value: 'a' },
      [{ value: 'a' }, { image: 'b' }],
      ['a'],
      [{ value: {} }],
    ] satisfies Json[])
      assert.deepEqual(resultText(content), content)
  })
})

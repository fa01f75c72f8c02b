import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ftsExpression } from '../../../src/search/sqlite/expression.ts'

it('a beginning is asked for as the words that begin so, as long as those are few', () => {
  const expression = { words: { all: [{ word: 'red' }, { beginning: 'fo' }] }, without: ['dog'] }
  const asked = (words: readonly string[] | null) => ftsExpression(expression, () => words)
  assert.equal(asked(['fog', 'fox']), '(("red") AND (("fog") OR ("fox"))) NOT "dog"')
  assert.equal(asked(null), '(("red") AND ("fo" *)) NOT "dog"')
  assert.equal(asked([]), null)
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { match } from '../../../src/domain/search/searchMatch.ts'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import { wordsOfQuery, type Words } from '../../../src/domain/search/wordExpression.ts'
import { tokenise, wordsOf } from '../../../src/domain/usage/tokens.ts'

describe('the words that an index is asked for', () => {
  const text = fc
    .array(fc.constantFrom('fox', 'getUser_v2', '中文字', 'a/b', 'ภาษา', 'É', '🦊', 'userName', 'v2', 'user', 'x1y2'), {
      minLength: 1,
      maxLength: 6,
    })
    .map((some) => some.join(' '))
  const query = fc.oneof(
    text,
    text.map((some) => `"${some}"`),
    fc.constantFrom('fo', 'getus', '字', 'v', 'usern', 'user name', 'get_user', 'x1', '"user v2" -fox'),
  )
  it('are in every text that answers', () => {
    const property = fc.property(query, text, (asked, said) => {
      const parsed = parseQuery(asked)
      if (match(parsed, tokenise(said)) === null) return
      const { words, without } = wordsOfQuery(parsed)
      const held = wordsOf(tokenise(said))
      assert.ok(holds(words, held), `${asked}: ${JSON.stringify(words)}`)
      assert.deepEqual(
        without.filter((word) => held.has(word)),
        [],
      )
    })
    fc.assert(property, { numRuns: 2000 })
  })
})

function holds(words: Words, held: ReadonlySet<string>): boolean {
  if ('word' in words) return held.has(words.word)
  if ('beginning' in words) return [...held].some((word) => word.startsWith(words.beginning))
  return 'any' in words ? words.any.some((one) => holds(one, held)) : words.all.every((one) => holds(one, held))
}

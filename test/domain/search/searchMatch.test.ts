import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { comparable, match, scoreOf } from '../../../src/domain/search/searchMatch.ts'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import { tokenise } from '../../../src/domain/usage/tokens.ts'

/** The places of a text that a query is found at, as they stand there. */
function found(query: string, text: string): string[] | null {
  const tokens = tokenise(text)
  const result = match(parseQuery(query), tokens)
  return (
    result &&
    result.occurrences.map(({ first, end }) => text.slice(tokens.parts[first]?.from, tokens.parts[end - 1]?.to))
  )
}

describe('what is found in a text', () => {
  it('is every place of every term, by where they begin', () => {
    assert.deepEqual(found('fox red', 'A red fox, and a red dog.'), ['red', 'fox', 'red'])
    assert.deepEqual(found('"red fox"', 'red fox red red fox'), ['red fox', 'red fox'])
    assert.deepEqual(found('user', 'getUserById'), ['User'])
    assert.deepEqual(found('getUserById', 'x getUserById'), ['getUserById'])
  })

  it('is the longest place of those that begin together', () => {
    assert.deepEqual(found('get', 'getUser'), ['getUser'], 'the last word may only begin so')
    assert.deepEqual(found('"get"', 'getUser'), ['get'])
  })

  it('is nothing where a word is missing, or one that was to be left out is there', () => {
    assert.equal(found('fox dog', 'a fox'), null)
    assert.equal(found('fox -dog', 'a fox, a dog'), null)
    assert.deepEqual(found('fox -dog', 'a fox, a dogma'), ['fox'])
    assert.equal(found('fox', ''), null)
  })

  it('has a score above 0, which is the same by itself', () => {
    const word = fc.constantFrom('fox', 'red', 'getUser', 'v2', '中文', 'a/b', 'É')
    const text = fc.array(word, { maxLength: 8 }).map((some) => some.join(' '))
    const query = fc
      .array(word, { minLength: 1, maxLength: 3 })
      .chain((some) => fc.constantFrom(some.join(' '), `"${some.join(' ')}"`))
    fc.assert(
      fc.property(query, text, (asked, said) => {
        const [parsed, tokens] = [parseQuery(asked), tokenise(said)]
        const result = match(parsed, tokens)
        assert.equal(scoreOf(parsed, comparable(tokens)), result?.score ?? null)
        if (result === null) return
        assert.ok(result.score > 0)
        assert.ok(result.occurrences.every(({ first, end }) => first < end && end <= tokens.parts.length))
        assert.ok(result.occurrences.length >= parsed.terms.length)
      }),
    )
  })

  it('is found in a text that begins or ends with more', () => {
    const word = fc.constantFrom('fox', 'red', 'getUser', '中文')
    const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((some) => some.join(' '))
    fc.assert(
      fc.property(words, words, words, (before, said, after) => {
        assert.notEqual(found(`"${said}"`, `${before}. ${said}. ${after}`), null)
      }),
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { match } from '../../../src/domain/search/searchMatch.ts'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import { snippetOf } from '../../../src/domain/search/snippet.ts'
import { tokenise } from '../../../src/domain/usage/tokens.ts'

function snippet(query: string, text: string) {
  const tokens = tokenise(text)
  const found = match(parseQuery(query), tokens)
  assert.ok(found, `${query} is not in the text`)
  const { text: shown, highlights } = snippetOf(text, tokens, found.occurrences)
  return { shown, marked: highlights.map(({ from, to }) => shown.slice(from, to)) }
}

describe('a snippet', () => {
  it('is the text where it is short, on one line', () => {
    assert.deepEqual(snippet('fox', 'A red\nfox.'), { shown: 'A red fox.', marked: ['fox'] })
  })
  it('marks what overlaps as one', () => {
    assert.deepEqual(snippet('getUser user', 'a getUser').marked, ['getUser'])
    assert.deepEqual(snippet('red fox', 'red fox').marked, ['red', 'fox'])
  })
  it('is the densest place of a long one, cut with a mark on either side', () => {
    const { shown, marked } = snippet('fox den', `fox ${'dog '.repeat(300)}fox den fox ${'cat '.repeat(300)}`)
    assert.match(shown, /^….*fox den fox.*…$/)
    assert.deepEqual(marked, ['fox', 'den', 'fox'])
    assert.ok(shown.length <= 170)
  })
  it('marks what it says, and parts no character', () => {
    const words = fc.constantFrom<string>('fox', '🦊', '中文', 'e\u0301', 'lorem', '👨‍👩‍👧', '\n', 'getUserById')
    const property = fc.property(fc.array(words, { maxLength: 80 }), fc.nat(79), (said, at) => {
      const text = said.toSpliced(at, 0, 'needle').join(' ')
      const { shown, marked } = snippet('needle', text)
      assert.ok(marked.every((one) => one === 'needle') && marked.length > 0)
      assert.doesNotMatch(shown, /\p{Surrogate}/u)
      assert.ok(shown.length <= 164)
      assert.doesNotMatch(shown, /\n/)
    })
    fc.assert(property, { numRuns: 300 })
  })
})

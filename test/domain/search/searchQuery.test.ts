import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { match } from '../../../src/domain/search/searchMatch.ts'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import { snippetOf } from '../../../src/domain/search/snippet.ts'
import { tokenise, wordsOf } from '../../../src/domain/usage/tokens.ts'
import { wordsOfQuery, type Words } from '../../../src/domain/search/wordExpression.ts'

const score = (query: string, text: string) => match(parseQuery(query), tokenise(text))?.score ?? null
const finds = (query: string, text: string) => score(query, text) !== null

function snippet(query: string, text: string) {
  const tokens = tokenise(text)
  const found = match(parseQuery(query), tokens)
  assert.ok(found, `${query} is not in the text`)
  const { text: shown, highlights } = snippetOf(text, tokens, found.occurrences)
  return { shown, marked: highlights.map(({ from, to }) => shown.slice(from, to)) }
}

describe('a query', () => {
  for (const [query, text, isFound] of [
    ['red fox', 'a fox that is red', true],
    ['red fox', 'a red dog', false],
    ['"red fox"', 'a red fox', true],
    ['"red fox"', 'red, fox!', true],
    ['"red fox"', 'a red old fox', false],
    ['"red fox', 'a red fox', true],
    ['fox -red', 'a red fox', false],
    ['fox -"red fox"', 'a fox, red', true],
    ['fo', 'a fox', true],
    ['f', 'a fox', false],
    ['fo dog', 'fox dog', false],
    ['"fo"', 'a fox', false],
    ['ａ/b', 'a:b', true],
    ['a/b', 'a c b', false],
    ['getUserById', 'get_user_by_id', true],
    ['getuserbyid', 'getUserById_v2', true],
    ['getUserById', 'getuserbyid()', true],
    ['user', 'getUserById', true],
    ['getUserB', 'getUserById', true],
    ['v2', 'getUserById_v2', true],
    ['userGet', 'getUser', false],
    ['字', '中文字', true],
    ['中文', '这是中文', true],
    ['文字中', '中文字', false],
    ['中字', '中文字', false],
    ['中文', '中 文', false],
    ['ภาษา', 'ภาษาไทย', true],
    ['🦊', 'a 🦊!', true],
    ['CAFÉ', 'cafe', true],
  ] as const)
    it(`${query} ${isFound ? 'finds' : 'does not find'} ${text}`, () => assert.equal(finds(query, text), isFound))

  for (const text of ['', '   ', '"" - * "-"', '-fox', '-"red fox" -dog', '\ud800', '\ud800 \udc00', '\0'])
    it(`that asks for nothing is refused: ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseQuery(text), isBadInput)
    })
  it('of too many words is refused with how many it has, and so is one that is too long', () => {
    for (const text of ['x '.repeat(10_000), '中'.repeat(1000), 'x '.repeat(200)])
      assert.throws(() => parseQuery(text), isBadInput)
    assert.ok(parseQuery('x '.repeat(128)))
  })
  it('is worth more the oftener its words stand there, the shorter the text, together and as one identifier', () => {
    const worth = (query: string, text: string) => score(query, text) ?? 0
    assert.ok(worth('fox', 'fox fox dog') > worth('fox', 'fox dog dog'))
    assert.ok(worth('fox', 'fox') > worth('fox', `fox ${'dog '.repeat(500)}`))
    assert.ok(worth('red fox', 'red fox dog') >= worth('red fox', 'red dog fox') + 1)
    assert.ok(worth('getUser', 'getUser now') > worth('getUser', 'get_user now'))
  })
  it('of a phrase of identifiers is answered in time, however many ways there are to read it', () => {
    assert.ok(finds(`"${'a1 '.repeat(60)}"`, 'a1 '.repeat(5000)))
    assert.ok(!finds(`"${'a1 '.repeat(60)}b"`, 'a1 '.repeat(5000)))
  })
})

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

describe('a snippet', () => {
  it('is the text where it is short, on one line', () => {
    assert.deepEqual(snippet('fox', 'A red\nfox.'), { shown: 'A red fox.', marked: ['fox'] })
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

function holds(words: Words, held: ReadonlySet<string>): boolean {
  if ('word' in words) return held.has(words.word)
  if ('beginning' in words) return [...held].some((word) => word.startsWith(words.beginning))
  return 'any' in words ? words.any.some((one) => holds(one, held)) : words.all.every((one) => holds(one, held))
}

function isBadInput(thrown: unknown): boolean {
  return thrown instanceof Refusal && thrown.code === 'BAD_INPUT' && Object.keys(thrown.facts as object).length > 0
}

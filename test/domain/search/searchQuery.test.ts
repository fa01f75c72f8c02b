import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../../src/domain/refusals.ts'
import { match } from '../../../src/domain/search/searchMatch.ts'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import { tokenise } from '../../../src/domain/usage/tokens.ts'

const score = (query: string, text: string) => match(parseQuery(query), tokenise(text))?.score ?? null
const finds = (query: string, text: string) => score(query, text) !== null

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

function isBadInput(thrown: unknown): boolean {
  return thrown instanceof Refusal && thrown.code === 'BAD_INPUT' && Object.keys(thrown.facts as object).length > 0
}

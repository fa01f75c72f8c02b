import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { RepeatedEntries } from '../../../src/formats/qwenCode/compressed.ts'

const said = (text: string, role = 'user'): JsonObject => ({ role, parts: [{ text }] })
function entries(...all: [string, JsonObject][]): RepeatedEntries {
  const known = new RepeatedEntries()
  for (const [id, message] of all) known.add('c', id, message)
  return known
}
const drawn = (known: RepeatedEntries, list: JsonObject[], conversation = 'c') =>
  known
    .replacedBy(conversation, list)
    .map((one) => (one.kind === 'known' ? one.id : one.kind === 'summary' ? `"${one.text}"` : 'new'))

describe('the list that stands in place of a history', () => {
  it('is empty where there is none', () => {
    assert.deepEqual([entries().replacedBy('c', undefined), drawn(entries(), [])], [[], []])
  })

  it('keeps entries by their words, in its order, thoughts aside', () => {
    const known = entries(
      ['1', said('a')],
      ['2', { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'b' }] }],
    )
    assert.deepEqual(drawn(known, [said('b', 'model'), said('a')]), ['2', '1'])
  })

  it('keeps the newest ones of equal entries', () => {
    const known = entries(['1', said('a')], ['2', said('a')], ['3', said('a')])
    assert.deepEqual(drawn(known, [said('a'), said('a')]), ['2', '3'])
    assert.deepEqual(drawn(known, [said('a'), said('a'), said('a'), said('a')]).slice(1), ['1', '2', '3'])
  })

  it('has a summary where it says something new under the name of the user, and new content else', () => {
    const call: JsonObject = { role: 'user', parts: [{ text: 'a' }, { functionCall: {} }] }
    assert.deepEqual(
      drawn(entries(), [
        said('so far'),
        said('b', 'model'),
        call,
        { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
      ]),
      ['"so far"', 'new', 'new', '"a\n\nb"'],
    )
  })

  it('knows no entry of another conversation, nor of another role', () => {
    const known = entries(['1', said('a')])
    assert.deepEqual([drawn(known, [said('a')], 'd'), drawn(known, [said('a', 'model')])], [['"a"'], ['new']])
  })
})

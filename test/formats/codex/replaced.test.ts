import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { History, retainedOf } from '../../../src/formats/codex/replaced.ts'

const message = (role: string, text: string, more: JsonObject = {}): JsonObject => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  ...more,
})
function history(...all: [string, JsonObject][]): History {
  const known = new History()
  for (const [label, item] of all) known.add(item, label)
  return known
}
const drawn = (known: History, list: JsonObject[]) =>
  known
    .replacedBy(list)
    .map((one) => (one.kind === 'known' ? one.label : one.kind === 'summary' ? `"${one.text}"` : 'new'))

describe('the list that stands in place of a history', () => {
  it('keeps entries by what they say, whatever they are called', () => {
    const known = history(['1', message('user', 'a', { id: 'x' })], ['2', message('assistant', 'b')])
    assert.deepEqual(drawn(known, [message('assistant', 'b', { id: 'y', status: 'done' }), message('user', 'a')]), [
      '2',
      '1',
    ])
    assert.deepEqual([drawn(known, []), known.replacedBy(undefined)], [[], []])
  })

  it('keeps the newest ones of equal entries, each once', () => {
    const known = history(['1', message('user', 'a')], ['2', message('user', 'a')], ['3', message('user', 'a')])
    assert.deepEqual(drawn(known, [message('user', 'a'), message('user', 'a')]), ['2', '3'])
  })

  it('has a summary where the user has not said it, new items else, and nothing of what cannot be read', () => {
    assert.deepEqual(drawn(history(), [message('user', 'so far'), message('assistant', 'b'), { type: 'later' }]), [
      '"so far"',
      'new',
    ])
  })
})

describe('what a compaction keeps', () => {
  it('is its entries in order, its summary, and how many stand in front of that', () => {
    const known = { kind: 'known', label: '1' } as const
    const summary = (text: string) => ({ kind: 'summary', text }) as const
    assert.deepEqual(retainedOf([known, summary('a'), { ...known, label: '2' }, summary('b')]), {
      keep: [
        ['1', '1'],
        ['2', '2'],
      ],
      summary: 'a\n\nb',
      summaryAt: 1,
    })
    assert.deepEqual(retainedOf([]), { keep: [], summary: null, summaryAt: 0 })
  })
})

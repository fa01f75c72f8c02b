import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Block, JsonObject } from '../../../src/domain/model.ts'
import { createFindings } from '../../../src/formats/findings.ts'
import { note, turn } from '../../../src/formats/reading/tree/drafts.ts'
import { Unread } from '../../../src/formats/reading/unread.ts'
import { describeOnce } from '../../support/stores.ts'

const other = (value: JsonObject): Block => ({ type: 'other', value })
const looked = (...turns: readonly (readonly Block[])[]) => {
  const unread = new Unread()
  turns.forEach((blocks, i) => unread.add(turn('USER', blocks), i + 1))
  return unread
}

describeOnce('what was not read of a file', () => {
  const text: Block = { type: 'text', text: 'hi' }

  it('counts turns without text where the file has words, and no others', () => {
    const thread = [other({ type: 'text', text: { value: 'hello' } })]
    assert.deepEqual(looked(thread, [text]).counts(), { emptyTurns: 1, unreadBlocks: 0 })
    for (const quiet of [
      [],
      [other({ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } })],
      [other({ type: 'step-start', id: 'x' })],
    ])
      assert.deepEqual(looked(quiet, [text]).counts(), { emptyTurns: 0, unreadBlocks: 0 })
    const unread = new Unread()
    unread.add(turn('USER', [], { fields: { message: { parts: [{ text: 'hello' }] } } }), 3)
    assert.deepEqual([unread.counts().emptyTurns, unread.isForeign], [1, true])
  })

  it('finds words in whatever member of a block that nobody knows, and in no tool of a provider', () => {
    for (const value of [
      { type: 'said', words: 'hello lark' },
      { type: 'x', body: { runs: [{ chars: 'Guten Morgen' }] } },
    ]) {
      assert.deepEqual(looked([other(value)], [text]).counts(), { emptyTurns: 1, unreadBlocks: 0 })
      assert.equal(looked([other(value)], [other(value)]).isForeign, true)
    }
    for (const value of [
      { type: 'server_tool_use', input: { query: 'two words' } },
      { type: 'image', alt: 'a cat' },
      { type: 'step', id: 'msg 1' },
    ])
      assert.equal(looked([other(value)]).isForeign, false, JSON.stringify(value))
  })

  it('counts calls and results in the words of any format, by what they are called', () => {
    for (const value of [
      { type: 'toolRequest' },
      { type: 'tool_use', id: 'x' },
      { type: 'tool-call' },
      { type: 'functionCall' },
      { functionResponse: {} },
      { type: 'tool_result', toolUseID: 'x' },
      { type: 'toolInvocationSerialized' },
    ])
      assert.equal(looked([other(value)], [text]).counts().unreadBlocks, 1, JSON.stringify(value))
    for (const value of [
      { type: 'server_tool_use' },
      { type: 'web_search_tool_result' },
      { type: 'image' },
      { type: 'text', text: 1 },
    ])
      assert.equal(looked([other(value)], [text]).counts().unreadBlocks, 0, JSON.stringify(value))
  })

  it('says once for each kind how many there are and where the first one is', () => {
    const findings = createFindings()
    looked([text], [other({ type: 'toolRequest' })], [other({ type: 'toolRequest' }), text]).tell(findings)
    assert.deepEqual(
      findings.list().map(({ line, code }) => [line, code]),
      [[2, 'UNREAD_BLOCKS']],
    )
    assert.match(findings.list()[0]?.message ?? '', /^2 blocks of the type "toolRequest"/)
  })

  it('is of another format where words are there and none was read', () => {
    assert.equal(looked([other({ type: 'toolRequest' })], []).isForeign, true)
    assert.equal(looked([], []).isForeign, false)
    assert.equal(looked([text], [other({ type: 'toolRequest' })]).isForeign, false)
    const notes = new Unread()
    notes.add(note({ type: 'warning' }), 1)
    assert.equal(notes.isForeign, false)
    notes.add(note({ role: 'REQUEST' }), 2, { isUnknown: true })
    assert.equal(notes.isForeign, true)
  })

  it('is told in one number, messages that their reader knows in part among it, with the first of them as they came', () => {
    const unread = looked([other({ type: 'toolRequest' })], [text])
    const content = { role: 'narrator' }
    unread.add(turn('USER', [text]), 3, { content: { role: 'user' } })
    for (let i = 0; i < 20; i++) unread.add(note({}), 4, { isOdd: true, content })
    assert.deepEqual(unread.taken, { turns: 2, left: 21, notUnderstood: Array.from({ length: 10 }, () => content) })
    assert.deepEqual([looked([text]).taken.left, unread.isForeign], [0, false])
  })
})

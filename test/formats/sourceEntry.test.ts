import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { uuidEntry } from '../../src/formats/sourceEntry.ts'

describe('what an entry says of its place', () => {
  it('is nothing where it has no members', () => {
    assert.deepEqual(uuidEntry({}), {
      type: '',
      version: null,
      id: null,
      parent: null,
      isSidechain: false,
      isTurn: false,
      toolCalls: 0,
    })
  })

  it('is its id, its parent and the version of its program', () => {
    const { id, parent, version, isSidechain } = uuidEntry({
      uuid: 'a',
      parentUuid: 'b',
      version: '2.1',
      isSidechain: true,
    })
    assert.deepEqual([id, parent, version, isSidechain], ['a', 'b', '2.1', true])
    assert.deepEqual(
      [uuidEntry({ uuid: 7, parentUuid: null }).id, uuidEntry({ isSidechain: 'true' }).isSidechain],
      [null, false],
    )
  })

  it('is a turn where a person, a model or a tool speaks', () => {
    const types = ['user', 'assistant', 'tool_result', 'system', 'summary']
    assert.deepEqual(
      types.map((type) => uuidEntry({ type }).isTurn),
      [true, true, true, false, false],
    )
  })

  it('counts the calls of its message, in the form of either provider', () => {
    const callsIn = (message: object) => uuidEntry({ message: message as never }).toolCalls
    const content = [{ type: 'tool_use' }, { type: 'text' }, null, { type: 'tool_use' }]
    assert.equal(callsIn({ content }), 2)
    assert.equal(callsIn({ parts: [{ functionCall: {} }, { functionCall: null }, { text: 'a' }] }), 1)
    assert.equal(callsIn({ content, parts: [{ functionCall: {} }] }), 3)
    assert.equal(callsIn({ content: 'tool_use' }), 0)
  })
})

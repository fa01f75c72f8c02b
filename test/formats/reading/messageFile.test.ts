import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import {
  MessageFileReader,
  idIn,
  isMessage,
  messageList,
  messagesIn,
  namesParent,
} from '../../../src/formats/reading/messageFile.ts'
import { turn } from '../../../src/formats/reading/tree/drafts.ts'

const message = (content: string, more: JsonObject = {}): JsonObject => ({ role: 'user', content, ...more })

describe('a message of a chat', () => {
  it('has a role, and content or calls', () => {
    assert.deepEqual([message(''), { role: 'a', content: null }, { role: 'a', tool_calls: [] }].map(isMessage), [
      true,
      true,
      true,
    ])
    assert.deepEqual([{ role: 'a' }, { content: 'a' }, { role: 7, content: 'a' }].map(isMessage), [false, false, false])
  })

  it('is of a tree where it names its parent, by any name of that', () => {
    assert.deepEqual([{ parent_id: 'a' }, { parentUuid: 'a' }].map(namesParent), [true, true])
    assert.deepEqual([{ parentId: null }, {}, { id: 'a' }].map(namesParent), [false, false, false])
  })
})

describe('the list of messages in a value', () => {
  it('stands in it or in the request that it holds; the rest is all but the list', () => {
    const list = messageList({ id: 'c', messages: [message('a')] })
    assert.deepEqual([[...(list?.messages ?? [])], list?.rest], [[message('a')], { id: 'c' }])
    const wrapped = messageList({ url: 'u', body: { model: 'm', history: [message('a')] } })
    assert.deepEqual([[...(wrapped?.messages ?? [])].length, wrapped?.rest], [1, { url: 'u', body: { model: 'm' } }])
  })

  it('is none where no element is a message', () => {
    for (const value of [
      {},
      { messages: [] },
      { messages: 'a' },
      { messages: [{ text: 'a' }] },
      { other: [message('a')] },
    ])
      assert.equal(messageList(value), null)
    assert.deepEqual(
      [messagesIn({}), messagesIn(message('a')), messagesIn({ traj: [message('b')] })],
      [[], [message('a')], [message('b')]],
    )
  })

  it('names its conversation by what stands around it', () => {
    const of = (more: JsonObject) => idIn(messageList({ ...more, messages: [message('a')] }) ?? assert.fail())
    assert.deepEqual([of({ id: 'i', session_id: 's' }), of({ id: 'i' }), of({ id: 7 })], ['s', 'i', null])
  })
})

describe('a file of messages', () => {
  const read = (...values: [JsonObject, number][]) => {
    const reader = new MessageFileReader(() => ({
      isOdd: () => false,
      message: ({ content }) => turn('USER', [{ type: 'text', text: content as string }]),
    }))
    return values
      .flatMap(([value, array]) => [...reader.read(value, { line: 1, array })])
      .map((step) =>
        step.kind === 'conversation'
          ? `#${step.id ?? ''}`
          : step.kind === 'entry'
            ? JSON.stringify(step.content)
            : step.kind,
      )
  }
  const text = (said: string) => JSON.stringify(message(said))

  it('is one conversation of its messages, another one for each array at its top', () => {
    assert.deepEqual(read([message('a'), 0], [message('b'), 0], [message('c'), 1]), [
      '#',
      text('a'),
      text('b'),
      '#',
      text('c'),
    ])
  })

  it('has a conversation in each value that has a list', () => {
    assert.deepEqual(read([{ id: 'c', messages: [message('a')] }, 0], [{ messages: [message('b')] }, 0]), [
      '#c',
      text('a'),
      '#',
      text('b'),
    ])
  })

  it('reads no tree as a straight line', () => {
    assert.deepEqual(
      read([message('a', { parentId: 'p' }), 0], [{ messages: [message('a'), message('b', { parent_id: 'a' })] }, 0]),
      [],
    )
  })
})

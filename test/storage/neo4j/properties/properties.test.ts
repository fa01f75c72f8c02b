import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Observation } from '../../../../src/domain/model.ts'
import { newConversation } from '../../../../src/domain/messages/newConversation.ts'
import {
  conversationName,
  hasOwnContent,
  joined,
  observationName,
  parted,
  presentOf,
  spentOf,
} from '../../../../src/storage/neo4j/properties/properties.ts'
import fc from '../../../support/properties.ts'
import { converse, store, textBlock } from '../../../support/tree/acts.ts'
import { createWorld, known } from '../../../support/world.ts'

const call = (name: string) => ({ type: 'toolCall', callId: 'k', name, input: {} }) as Block
const failed = { type: 'toolResult', callId: 'k', content: 'x', isError: true } as Block
const world = createWorld()
converse(world, 'trip')
const turn = store(world, 'trip', { turnId: 'u1', role: 'USER', blocks: [textBlock('Hello')] })
const message = known(world.messages, 'trip:u1')

describe('blocks and their text apart', () => {
  const block = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n') }).map(textBlock),
    fc.string({ unit: fc.constantFrom('a', '\ud800') }).map(textBlock),
    fc.constantFrom(call('Read'), failed, { type: 'thinking', thinking: 'hm' } as Block),
  )
  it('are the same blocks once they are joined, whatever their text', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const { blocks: stored, text } = parted(blocks)
        assert.deepEqual(joined(JSON.parse(JSON.stringify(stored)) as Block[], text), blocks)
      }),
    )
  })

  it('hold a text once: beside the blocks, but in them where the database cannot hold it', () => {
    assert.doesNotMatch(JSON.stringify(parted([textBlock('Hello')]).blocks), /Hello/)
    const half = parted([textBlock('a\ud800')])
    assert.deepEqual([half.text, half.blocks], ['a\ufffd', [textBlock('a\ud800')]])
  })
})

describe('what people see of a node', () => {
  const named = (given: Partial<Observation>) => observationName({ ...turn, ...given })

  it('is who speaks and how it begins, on one line, cut', () => {
    assert.equal(named({}), 'USER Hello')
    assert.equal(named({ blocks: [textBlock('one\ntwo')] }), 'USER one two')
    assert.equal(named({ blocks: [textBlock('x'.repeat(61))] }), `USER ${'x'.repeat(60)}…`)
  })

  it('is what it calls where it has no text, its kind where it is no turn, and its marker’s summary', () => {
    assert.equal(named({ blocks: [call('Read'), call('Write')] }), 'USER → Read → Write')
    assert.equal(named({ kind: 'CORRECTION' }), 'CORRECTION Hello')
    assert.equal(named({ blocks: [] }), 'USER')
    assert.equal(
      named({ kind: 'MARKER' as Observation['kind'], marker: { summary: 'They chose.' } as Observation['marker'] }),
      'MARKER They chose.',
    )
  })

  it('is the title of a conversation, none where it has none', () => {
    const of = (title: string | null, derivedTitle = '') =>
      conversationName({ ...newConversation('c', world.now()), title, derivedTitle })
    assert.deepEqual(
      [of('Mine', 'theirs'), of(null, 'theirs'), of(null), of('a\ud800')],
      ['Mine', 'theirs', null, 'a\ufffd'],
    )
  })
})

describe('what a message says now', () => {
  const overlay = {
    fields: { content: [textBlock('Better')] },
    provenance: { content: 'o9' },
    at: turn.observedAt,
  }

  it('is what its newest observation says, or a correction', () => {
    assert.deepEqual(presentOf(message, turn), { text: 'Hello', name: 'USER Hello' })
    assert.equal(presentOf({ ...message, overlay }, turn)?.text, 'Better')
    assert.equal(presentOf({ ...message, overlay }, null)?.text, 'Better')
    assert.deepEqual([hasOwnContent(message), hasOwnContent({ ...message, overlay })], [false, true])
  })

  it('is nothing where it is deleted or erased, and not known where the observation is not given', () => {
    assert.deepEqual(presentOf({ ...message, deleted: true }, turn), { text: null, name: 'USER (deleted)' })
    assert.deepEqual(presentOf({ ...message, deleted: true, erased: true }, turn), {
      text: null,
      name: 'USER (erased)',
    })
    assert.equal(presentOf(message, null), null)
  })
})

describe('what is counted of a turn', () => {
  const spent = (given: Partial<Observation>) => spentOf({ ...turn, ...given }, (value) => `whole ${value}`)

  it('is what it states and nothing else', () => {
    assert.deepEqual(spent({}), {})
    const usage = { inputTokens: 3, outputTokens: 0, costUsd: 0.5, answerId: 'a' }
    assert.deepEqual(spent({ model: 'm\ud800', usage, blocks: [call('Read'), failed, failed] }), {
      ...{ model: 'm\ufffd', tools: ['Read'], errors: 'whole 2', answerId: 'a' },
      ...{ inputTokens: 'whole 3', outputTokens: 'whole 0', costUsd: 0.5 },
    })
  })
})

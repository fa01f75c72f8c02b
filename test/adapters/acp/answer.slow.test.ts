import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { CollectedAnswer } from '../../../src/adapters/acp/answer.ts'
import { thoughtId, wireId } from '../../../src/adapters/acp/messageIds.ts'
import type { TextPiece } from '../../../src/adapters/acp/model.ts'

const collected = (pieces: readonly TextPiece[]) => {
  const answer = new CollectedAnswer('m')
  const updates = pieces.map((piece) => answer.take(piece))
  return { updates, content: answer.content }
}

describe('an answer that is collected', () => {
  it('has no content before its first piece', () => {
    assert.deepEqual(collected([]).content, [])
  })

  it('joins pieces of one kind that follow each other, and no others', () => {
    const { content } = collected([
      { kind: 'thinking', text: 'h' },
      { kind: 'thinking', text: 'm' },
      { kind: 'text', text: 'né' },
      { kind: 'text', text: '\ud83d\ude00' },
      { kind: 'thinking', text: 'so' },
    ])
    assert.deepEqual(content, [{ thinking: { thinking: 'hm' } }, { text: 'né😀' }, { thinking: { thinking: 'so' } }])
  })

  it('shows each piece alone: text under the id of its message, thoughts under an id of their own', () => {
    const { updates } = collected([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'b' },
      { kind: 'thinking', text: 'c' },
    ])
    assert.deepEqual(updates, [
      { sessionUpdate: 'agent_message_chunk', messageId: wireId('m'), content: { type: 'text', text: 'a' } },
      { sessionUpdate: 'agent_message_chunk', messageId: wireId('m'), content: { type: 'text', text: 'b' } },
      { sessionUpdate: 'agent_thought_chunk', messageId: thoughtId('m'), content: { type: 'text', text: 'c' } },
    ])
  })

  it('stores all that was shown in its order, and never two blocks of one kind beside each other', () => {
    const piece = fc.record({
      kind: fc.constantFrom('text' as const, 'thinking' as const),
      text: fc.string({ minLength: 1 }),
    })
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const blocks = collected(pieces).content.map((block): TextPiece => {
          if ('text' in block) return { kind: 'text', text: block.text }
          assert.ok('thinking' in block)
          return { kind: 'thinking', text: block.thinking.thinking }
        })
        assert.ok(blocks.every(({ kind }, i) => blocks[i - 1]?.kind !== kind))
        const letters = (all: readonly TextPiece[]) =>
          all.flatMap(({ kind, text }) => text.split('').map((one) => kind + one))
        assert.deepEqual(letters(blocks), letters(pieces))
      }),
    )
  })
})

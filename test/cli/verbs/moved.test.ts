import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { movedResult } from '../../../src/cli/verbs/moved.ts'
import type { HeadMovedFragment } from '../../../src/client/documents/generated.ts'

const moved = (head: { id: string; turn: number | null } | null, leftTranscript: number, replayed = false) =>
  movedResult('trip', { conversation: { id: 'trip', head }, leftTranscript, replayed } as unknown as HeadMovedFragment)

describe('a moved head', () => {
  it('is at a turn, by its number and id, or by its id alone', () => {
    assert.equal(moved({ id: 'o1', turn: 1_234 }, 0).sentence, 'The head of trip is now at turn 1,234 (o1).')
    assert.equal(moved({ id: 'o1', turn: null }, 0).sentence, 'The head of trip is now at o1.')
  })

  it('may be before the first turn', () => {
    const { sentence, document } = moved(null, 2, true)
    assert.equal(sentence, 'The head of trip is now before the first turn; 2 entries left the transcript.')
    assert.deepEqual(document, { conversationId: 'trip', headId: null, leftTranscript: 2, replayed: true })
  })

  it('says how many entries left the transcript, where any did', () => {
    assert.match(moved({ id: 'o1', turn: 1 }, 1).sentence, /; 1 entry left the transcript\.$/)
    assert.doesNotMatch(moved({ id: 'o1', turn: 1 }, 0).sentence, /left/)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inputOf, inverseOf, type Act } from '../../src/explorer/act/act.ts'
import { choicesOf } from '../../src/explorer/act/choices.ts'

const talkId = 'c'
const head = 'h'
const at = { observationId: 'o' }

describe('acts of the explorer', () => {
  it('are each asked with a key, and where they move the head with the one that was seen', () => {
    const acts: Act[] = [
      { kind: 'fork', talkId, at },
      { kind: 'rewind', talkId, to: at, head },
      { kind: 'switch', talkId, to: 'o', head },
      { kind: 'undo', talkId, head },
      { kind: 'newVersion', talkId, turnId: 't', parent: null, role: 'USER', text: 'x', head },
      { kind: 'correct', messageId: 'm', text: 'x', before: 'y' },
      { kind: 'compact', talkId, from: at, to: at, summary: 's', head },
      { kind: 'drop', talkId, from: at, to: at, summary: '', head },
      { kind: 'cancel', talkId, markerId: 'o', head },
      { kind: 'delete', messageId: 'm' },
      { kind: 'restore', messageId: 'm' },
      { kind: 'deleteTalk', talkId },
      { kind: 'checkpoint', talkId, at: 'o', name: 'n' },
      { kind: 'annotate', observationId: 'o', values: { a: 1 }, before: { b: 2 } },
      { kind: 'cherryPick', into: 'a', from: 'b', turns: ['m'], head },
    ]
    for (const act of acts) {
      const input = inputOf(act, 'key')
      assert.equal(input['idempotencyKey'], 'key', act.kind)
      assert.equal(input['expectedHeadId'], 'head' in act ? head : undefined, act.kind)
    }
  })

  it('are taken back by another act', () => {
    const conversation = { id: 'n', head: { id: 'new' } }
    const inverse = (act: Act): Act | null => inverseOf(act, { conversation, marker: { id: 'k' } })
    assert.deepEqual(inverse({ kind: 'fork', talkId, at }), { kind: 'deleteTalk', talkId: 'n' })
    assert.deepEqual(inverse({ kind: 'rewind', talkId, to: at, head }), { kind: 'undo', talkId, head: 'new' })
    assert.deepEqual(inverse({ kind: 'delete', messageId: 'm' }), { kind: 'restore', messageId: 'm' })
    const corrected = inverse({ kind: 'correct', messageId: 'm', text: 'x', before: 'y' })
    assert.deepEqual(corrected, { kind: 'correct', messageId: 'm', text: 'y', before: 'x' })
    const compact: Act = { kind: 'compact', talkId, from: at, to: at, summary: 's', head }
    assert.deepEqual(inverse(compact), { kind: 'cancel', talkId, markerId: 'k', head: 'new' })
    const noted = inverse({ kind: 'annotate', observationId: 'o', values: { a: 1, b: 3 }, before: { b: 2 } })
    assert.deepEqual(noted && inputOf(noted, 'k')['annotations'], { a: null, b: 2 })
    assert.equal(inverse({ kind: 'checkpoint', talkId, at: 'o', name: 'n' }), null)
  })

  it('that were refused become choices', () => {
    const moved = { code: 'HEAD_MOVED', message: '', details: { expected: head, actual: 'new' } }
    const rewind: Act = { kind: 'rewind', talkId, to: at, head }
    assert.deepEqual(
      choicesOf(rewind, moved).map(({ act }) => act),
      [
        { ...rewind, head: 'new' },
        { kind: 'fork', talkId, at: { observationId: head } },
      ],
    )
    const parted = { code: 'FORK_POINT_NOT_BOUNDARY', message: '', details: { before: null, after: { turn: 3 } } }
    assert.deepEqual(choicesOf({ kind: 'fork', talkId, at }, parted), [
      { label: 'At the nearest place after', act: { kind: 'fork', talkId, at: { turn: 3 } } },
    ])
    assert.deepEqual(choicesOf(rewind, { code: 'NOT_FOUND', message: '' }), [])
  })
})

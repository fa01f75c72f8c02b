import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inputOf, inverseOf, type Act } from '../../src/explorer/act/act.ts'
import { gateOf } from '../../src/explorer/compare/gate.ts'
import { inverseOfLine } from '../../src/explorer/ledger/inverse.ts'
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
      { kind: 'return', talkId, to: 'o', head },
      { kind: 'return', talkId, to: null, head },
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
      { kind: 'restoreTalk', talkId },
      { kind: 'merge', into: 'a', from: 'b', strategy: 'EVIDENCE', gate: { command: 'g' }, reviewer: 'r', head },
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
    assert.deepEqual(inverse({ kind: 'deleteTalk', talkId }), { kind: 'restoreTalk', talkId })
    const merge: Act = { kind: 'merge', into: 'a', from: 'b', strategy: 'INSIGHTS', gate: null, reviewer: '', head }
    assert.deepEqual(inverse(merge), { kind: 'undo', talkId: 'a', head: 'new' })
    assert.deepEqual(inputOf(merge, 'k'), {
      into: 'a',
      from: ['b'],
      strategy: 'INSIGHTS',
      expectedHeadId: head,
      idempotencyKey: 'k',
    })
    const refuted = { conversation, verdict: 'REFUTED' }
    assert.equal(inverseOf({ ...merge, strategy: 'EVIDENCE' }, refuted), null)
    const there = { kind: 'return', talkId, to: head, head: 'new' } as const
    assert.deepEqual(inverse({ kind: 'undo', talkId, head }), there)
    assert.deepEqual(inverse({ ...there, head: null }), { ...there, to: null })
    assert.equal(inverse({ kind: 'checkpoint', talkId, at: 'o', name: 'n' }), null)
  })

  it('are taken back from the ledger, where something takes them back', () => {
    const line = (kind: string, details: object, headFrom: string | null = null) =>
      inverseOfLine({ kind, details, headFrom: headFrom === null ? null : { id: headFrom } }, talkId, head)?.act ?? null
    assert.deepEqual(line('COMPACT', { markerId: 'k' }), { kind: 'cancel', talkId, markerId: 'k', head })
    assert.deepEqual(line('FORK', { fork: 'f' }), { kind: 'deleteTalk', talkId: 'f' })
    assert.equal(line('FORK', { source: 's' }), null)
    assert.deepEqual(line('DELETE', { messageId: 'm' }), { kind: 'restore', messageId: 'm' })
    assert.deepEqual(line('RESTORE', { messageId: 'm' }), { kind: 'delete', messageId: 'm' })
    const noted = line('ANNOTATE', { observationId: 'o', annotations: { a: 1, b: 3 }, before: { b: 2 } })
    assert.deepEqual(noted && inputOf(noted, 'k')['annotations'], { a: null, b: 2 })
    assert.deepEqual(line('REWIND', {}, 'x'), { kind: 'return', talkId, to: 'x', head })
    assert.equal(line('REWIND', {}, head), null)
    assert.equal(line('CREATE', {}), null)
  })

  it('take a gate as it is written', () => {
    assert.deepEqual(gateOf(' {"type": "object"} '), { jsonSchema: { type: 'object' } })
    assert.deepEqual(gateOf('pytest'), { command: 'pytest' })
    assert.deepEqual([gateOf(''), gateOf('{ "type"')], [null, null])
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
    const drop: Act = { kind: 'drop', talkId, from: at, to: at, summary: '', head }
    assert.deepEqual(choicesOf(drop, { ...parted, field: ['from'] })[0]?.act, { ...drop, from: { turn: 3 } })
    assert.deepEqual(choicesOf(drop, { ...parted, field: ['to'] })[0]?.act, { ...drop, to: { turn: 3 } })
    const leaf = { ...parted, details: { before: { observationId: 'b' }, after: null } }
    const back: Act = { kind: 'return', talkId, to: 'b', head }
    assert.deepEqual(choicesOf({ kind: 'switch', talkId, to: 'o', head }, leaf)[0]?.act, back)
    const merge: Act = { kind: 'merge', into: 'a', from: 'b', strategy: 'INSIGHTS', gate: null, reviewer: '', head }
    const fork: Act = { kind: 'fork', talkId: 'a', at: { observationId: head } }
    assert.deepEqual(choicesOf(merge, moved)[1]?.act, fork)
    assert.deepEqual(choicesOf(rewind, { code: 'NOT_FOUND', message: '' }), [])
  })
})

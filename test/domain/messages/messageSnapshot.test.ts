import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  currentBlocks,
  currentUsage,
  fieldsOf,
  firstOf,
  isCorrected,
  latestOf,
  messageRules,
  newestTime,
  observedOf,
  presentSnapshot,
  shownSnapshot,
  withCorrection,
  withRestatement,
  withTurn,
} from '../../../src/domain/messages/messageSnapshot.ts'
import { snapshotOf } from '../../../src/domain/messages/snapshot.ts'
import type { Block, JsonObject, Message, Observation, ObservationKind } from '../../../src/domain/model.ts'
import { unplaced } from '../../support/tree/drawing.ts'

const second = (n: number) => `2026-01-01T00:00:0${n}.000000000Z`
const text = (words: string): Block => ({ type: 'text', text: words })
const observed = (id: string, at: number, kind: ObservationKind, more: Partial<Observation> = {}): Observation => ({
  ...unplaced(id, { message: 'm' }),
  ...{ kind, messageId: 'c:m', observedAt: second(at), ingestedAt: second(9) },
  ...more,
})
const correction = (id: string, at: number, fields: JsonObject, blocks: readonly Block[] = []) =>
  observed(id, at, 'CORRECTION', { fields, blocks })

/** A message as one observation after the other makes it. */
function messageOf(history: readonly Observation[]): Message {
  const [first, ...more] = history as [Observation, ...Observation[]]
  return more.reduce(
    (message, one) => {
      const latest = history.find(({ id }) => id === message.latestId)!
      if (one.kind === 'TURN') return withTurn(message, latest, one)
      return one.kind === 'RESTATEMENT' ? withRestatement(message, latest, one) : withCorrection(message, one)
    },
    firstOf(first, 'm', null),
  )
}
const present = (history: readonly Observation[]) => {
  const message = messageOf(history)
  const ids = [
    message.latestId,
    ...message.others.map(({ observationId }) => observationId),
    message.restated?.observationId,
  ]
  return presentSnapshot(
    message,
    ids.flatMap((id) => history.find((one) => one.id === id) ?? []),
  )
}

describe('the fields of an observation', () => {
  it('of a turn are what it says, what it leaves out aside', () => {
    const turn = observed('a', 1, 'TURN', {
      blocks: [text('Hi')],
      model: 'm',
      metadata: { x: 1 },
      fields: { extra: 2 },
    })
    assert.deepEqual(fieldsOf(turn), { role: 'USER', model: 'm', metadata: { x: 1 }, extra: 2, content: [text('Hi')] })
  })

  it('of a restatement are its content alone, and of a note none', () => {
    assert.deepEqual(fieldsOf(observed('a', 1, 'RESTATEMENT', { blocks: [], model: 'm' })), {
      role: 'USER',
      content: [],
    })
    assert.deepEqual(fieldsOf(observed('a', 1, 'NOTE', { model: 'm' })), {})
  })

  it('of a correction are those that it names, its text as content', () => {
    assert.deepEqual(fieldsOf(correction('a', 1, { text: 'Hi', model: 'x' }, [text('Hi')])), {
      model: 'x',
      content: [text('Hi')],
    })
    assert.deepEqual(fieldsOf(correction('a', 1, { text: null })), { content: null })
    assert.deepEqual(fieldsOf(correction('a', 1, { model: null })), { model: null })
  })

  it('of what was erased are those that books were made of', () => {
    const erased = { by: 'e', begins: false, titled: false, failed: 0, declined: 0 }
    assert.deepEqual(fieldsOf({ ...correction('a', 1, { model: 'x', usage: null, senderId: 's' }), erased }), {
      model: 'x',
      usage: null,
    })
    assert.deepEqual(fieldsOf({ ...observed('a', 1, 'TURN', { model: 'x' }), erased }), {})
  })
})

describe('what is kept of a message', () => {
  const extra = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom<string | number>(1, 'x'))
  const at = fc.integer({ min: 0, max: 4 })
  const turn = fc.record({ at, fields: extra, kind: fc.constant<ObservationKind>('TURN') })
  const correct = fc.record({
    fields: fc.dictionary(fc.constantFrom('a', 'model'), fc.constantFrom(null, 'x')),
    kind: fc.constant<ObservationKind>('CORRECTION'),
    at: fc.constant(0),
  })
  const anyHistory = fc.array(fc.oneof(turn, correct), { maxLength: 7 }).map((all) => {
    const first = observed('o0', 2, 'TURN', { fields: { a: 0 } })
    // Corrections follow each other in time, as ours do.
    return [
      first,
      ...all.map((one, k) =>
        observed(`o${1 + ((k * 5 + 3) % 11)}`, one.kind === 'TURN' ? one.at : k + 1, one.kind, { fields: one.fields }),
      ),
    ]
  })

  it('makes the snapshot that all of its observations make', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const [kept, plain] = [present(history), snapshotOf(history.map(observedOf), messageRules)]
        assert.deepEqual({ ...kept?.fields }, { ...plain?.fields })
        assert.deepEqual({ ...kept?.provenance }, { ...plain?.provenance })
        assert.equal(kept?.unknownFields, plain?.unknownFields)
        assert.equal(kept?.computedAt, plain?.computedAt)
        assert.equal(messageOf(history).latestId, latestOf(history)?.id)
        assert.equal(messageOf(history).observationCount, history.length)
      }),
    )
  })

  it('is null while it is deleted; nothing but a restoration revives it', () => {
    const [first, deletion] = [observed('a', 1, 'TURN'), observed('b', 2, 'DELETION')]
    assert.equal(present([first, deletion]), null)
    assert.equal(present([first, deletion, correction('d', 3, { model: 'x' }), observed('e', 4, 'TURN')]), null)
    assert.notEqual(present([first, deletion, observed('d', 3, 'RESTORATION')]), null)
  })

  it('has the content of a restatement that is newer, until a turn is newer than that', () => {
    const first = observed('a', 1, 'TURN', { blocks: [text('one')], model: 'm' })
    const again = observed('b', 3, 'RESTATEMENT', { blocks: [text('two')] })
    assert.deepEqual(present([first, again])?.fields, { content: [text('two')], model: 'm', role: 'USER' })
    assert.deepEqual(present([again, first])?.provenance['content'], 'b')
    const last = observed('c', 4, 'TURN', { blocks: [text('three')] })
    assert.equal(present([first, again, last])?.provenance['content'], 'c')
    assert.equal(messageOf([first, again, last]).restated, null)
    assert.equal(messageOf([first, observed('b', 0, 'RESTATEMENT')]).restated, null)
  })

  it('is as old as its newest observation of whatever kind', () => {
    const history = [observed('a', 1, 'TURN'), observed('b', 3, 'RESTATEMENT'), correction('d', 2, {})]
    assert.equal(newestTime(messageOf(history)), second(3))
    assert.equal(newestTime(messageOf(history.slice(0, 1))), second(1))
  })
})

describe('the present value of a turn', () => {
  const turn = observed('a', 1, 'TURN', { blocks: [text('Hi')], usage: { inputTokens: 1 } })
  const corrected = messageOf([
    turn,
    correction('b', 2, { text: 'Hello', usage: { inputTokens: 2, outputTokens: null } }, [text('Hello')]),
  ])

  it('has the corrected content, and its own where that was not corrected', () => {
    assert.deepEqual([isCorrected(corrected), isCorrected(null), isCorrected(messageOf([turn]))], [true, false, false])
    assert.deepEqual(currentBlocks(turn, corrected), [text('Hello')])
    assert.equal(currentBlocks(turn, null), turn.blocks)
    assert.deepEqual(currentBlocks(turn, messageOf([turn, correction('b', 2, { text: null })])), [])
    const note = observed('n', 1, 'NOTE', { blocks: [text('note')] })
    assert.equal(currentBlocks(note, corrected), note.blocks)
  })

  it('has the corrected usage where it is the newest turn of its message', () => {
    assert.deepEqual(currentUsage(turn, corrected), { inputTokens: 2 })
    assert.deepEqual(currentUsage({ ...turn, id: 'older' }, corrected), { inputTokens: 1 })
    assert.deepEqual(currentUsage(turn, null), { inputTokens: 1 })
  })

  it('is shown with its blocks as input, and their text beside them', () => {
    const call: Block = { type: 'toolCall', callId: 'k', name: 'ls', input: { a: 1 } }
    const blocks = [
      text('Hi '),
      { type: 'thinking', thinking: 'hm' } as const,
      call,
      text('you'),
      { type: 'attachment', attachmentId: 'f', fileName: 'x' } as const,
    ]
    const shown = shownSnapshot(present([{ ...turn, blocks }])!)
    assert.equal(shown.fields['text'], 'Hi you')
    const { type: _, ...input } = call
    assert.deepEqual(shown.fields['content'], [
      { text: 'Hi ' },
      { thinking: { thinking: 'hm', signature: null } },
      { toolCall: input },
      { text: 'you' },
      { attachmentId: 'f' },
    ])
    assert.deepEqual([shown.provenance['text'], shown.provenance['content']], ['a', 'a'])
    assert.ok(!('text' in shownSnapshot(present([{ ...turn, blocks: [call] }])!).fields))
  })
})

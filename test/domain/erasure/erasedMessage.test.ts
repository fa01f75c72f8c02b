import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { livePart, withoutErased } from '../../../src/domain/erasure/erasedMessage.ts'
import { firstOf, withCorrection, withRestatement, withTurn } from '../../../src/domain/messages/messageSnapshot.ts'
import type { Message, Observation, ObservationKind } from '../../../src/domain/model.ts'
import { unplaced } from '../../support/tree/drawing.ts'

const by = { by: 'e1', begins: false, titled: false, failed: 0, declined: 0 }
const second = (n: number) => `2026-01-01T00:00:0${n}.000000000Z`
const said = (n: number, kind: ObservationKind = 'TURN', fields = {}): Observation => ({
  ...unplaced(`o${n}`, { message: 'm' }),
  ...{ kind, fields, messageId: 'c:m', observedAt: second(n), ingestedAt: second(n) },
})
const gone = (one: Observation): Observation => ({ ...one, erased: by })

/** The message as its history makes it, one observation after the other. */
function messageOf(history: readonly Observation[]): Message {
  const [first, ...more] = history as [Observation, ...Observation[]]
  let [message, latest] = [firstOf(first, 'm', null), first]
  for (const one of more) {
    if (one.kind === 'TURN') message = withTurn(message, latest, one)
    else if (one.kind === 'RESTATEMENT') message = withRestatement(message, latest, one)
    else message = withCorrection(message, one)
    latest = history.find(({ id }) => id === message.latestId)!
  }
  return message
}

describe('a message of which something was erased', () => {
  const history = [said(1), said(2), said(3, 'CORRECTION', { model: 'x' })]
  const value = ({ latestId, latestAt, others, overlay, restated }: Message) => ({
    latestId,
    latestAt,
    others,
    overlay,
    restated,
  })

  it('is as the rest of its history makes it, in whatever order that comes', () => {
    const whole = messageOf(history)
    const left = withoutErased(whole, [history[2]!, gone(history[1]!), history[0]!])
    assert.deepEqual(value(left), value(messageOf([history[0]!, history[2]!])))
    assert.equal(left.observationCount, whole.observationCount, 'what was erased is counted still')
    assert.deepEqual(withoutErased(whole, history), whole)
    const corrections = [said(3, 'CORRECTION', { model: 'x' }), said(4, 'CORRECTION', { model: 'y' })]
    const last = withoutErased(whole, [...corrections.toReversed(), history[0]!])
    assert.deepEqual(last.overlay?.fields, { model: 'y' })
  })

  it('of which nothing is left says so, and says something again once there is a turn', () => {
    const whole = messageOf([history[0]!])
    const empty = withoutErased(whole, [gone(history[0]!)])
    assert.deepEqual([empty.erased, empty.others, empty.restated], [true, [], null])
    assert.equal(withoutErased(empty, [gone(history[0]!), said(4)]).erased, undefined)
  })

  it('says what a restatement says where no turn is left', () => {
    const restated = said(2, 'RESTATEMENT')
    const left = withoutErased(messageOf([history[0]!, restated]), [gone(history[0]!), restated])
    assert.deepEqual([left.latestId, left.restated, left.erased], ['o2', null, undefined])
  })
})

it('what was said and erased makes no value; corrections are kept for what they count', () => {
  const correction = gone(said(3, 'CORRECTION'))
  const live = livePart([gone(said(1)), said(2), correction, gone(said(4, 'RESTATEMENT'))])
  assert.deepEqual(
    live.map(({ id }) => id),
    ['o2', 'o3'],
  )
})

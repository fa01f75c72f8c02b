import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MessageChecks } from '../../../../src/app/backups/checks/messageChecks.ts'
import { firstOf, withCorrection, withTurn } from '../../../../src/domain/messages/messageSnapshot.ts'
import type { Message, Observation } from '../../../../src/domain/model.ts'
import { memoryScratch } from '../../../../src/formats/scratch.ts'
import { tree } from '../../../support/tree/drawing.ts'

const drawn = tree('a b<a d', { a: { message: 'm' }, b: { message: 'm' } })
const [a, b, d] = ['a', 'b', 'd'].map((id) => drawn.observations.get(id)!) as [Observation, Observation, Observation]
const correction: Observation = { ...b, id: 'x', kind: 'CORRECTION', fields: { model: 'n' }, blocks: [], place: null }
const once = firstOf(a, 'm', null)
const twice = withTurn(once, a, b)
const corrected = withCorrection(twice, correction)

function check(message: Message, ...history: Observation[]): void {
  const checks = new MessageChecks(memoryScratch())
  checks.message(message, 4)
  for (const one of history) checks.observation(one)
  checks.finish()
}
const wrong = (message: Message, member: keyof Message, ...history: Observation[]) =>
  assert.throws(() => check(message, ...history), { code: 'BAD_INPUT', facts: { line: 4, member } })

describe('what is kept of a message', () => {
  it('follows from its observations', () => {
    assert.doesNotThrow(() => check(once, a))
    assert.doesNotThrow(() => check(twice, a, b))
    assert.doesNotThrow(() => check(corrected, a, b, correction))
    assert.doesNotThrow(() => check(once, a, d))
  })

  it('is refused where it says otherwise than they do', () => {
    wrong(once, 'observationCount', a, b)
    wrong({ ...twice, latestId: 'a' }, 'latestId', a, b)
    wrong({ ...twice, latestAt: a.observedAt }, 'latestAt', a, b)
    wrong({ ...twice, deleted: true }, 'deleted', a, b)
    wrong({ ...corrected, overlay: null }, 'overlay', a, b, correction)
    wrong({ ...corrected, overlay: { ...corrected.overlay!, fields: { model: 'other' } } }, 'overlay', a, b, correction)
    wrong({ ...once, erased: true }, 'erased', a)
  })

  it('is not of copies that other conversations hold', () => {
    check(once, a, { ...b, copyOf: 'a', conversationId: 'other' })
    wrong(once, 'observationCount', a, { ...b, copyOf: 'a' })
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { firstOf } from '../../../src/domain/messages/messageSnapshot.ts'
import type { Message, Observation } from '../../../src/domain/model.ts'
import { noCallNames } from '../../../src/domain/usage/counted.ts'
import { storedCount } from '../../../src/domain/usage/storedCount.ts'
import { tree } from '../../support/tree/drawing.ts'

const node: Observation = { ...tree('u').observations.get('u')!, model: 'm' }
const message = firstOf(node, 'u', null)
const count = (observation: Observation, of: Message | null) =>
  storedCount(observation, { origin: 'HOST' }, of, noCallNames)

it('a stored turn counts, and the first one of its message counts that', () => {
  const { turn, message: bucket } = count(node, message)
  assert.deepEqual([turn?.observationId, turn?.bucket], ['u', bucket])
  assert.equal(count({ ...node, ingestedAt: '2030-01-01T00:00:00.000000000Z' }, message).message, null)
  assert.equal(count(node, null).message, null)
  assert.equal(count({ ...node, copyOf: 'x' }, message).turn, null)
  assert.notEqual(count({ ...node, copyOf: 'x' }, message).message, null)
})

it('a restatement counts no turn, but makes a message where it is its first', () => {
  const { turn, message: bucket } = count({ ...node, kind: 'RESTATEMENT', place: null }, message)
  assert.equal(turn, null)
  assert.equal(bucket?.conversationId, 'c')
})

it('what stands outside the tree, or has no role, counts nothing', () => {
  const nothing = { turn: null, message: null }
  assert.deepEqual(count({ ...node, kind: 'CORRECTION', place: null }, message), nothing)
  assert.deepEqual(count({ ...node, role: null }, message), nothing)
})

it('the newest turn counts as it was corrected, and its message where it was stored', () => {
  const corrected = { ...message, overlay: { fields: { model: 'n' }, provenance: {}, at: '' } }
  assert.equal(count(node, corrected).turn?.bucket.model, 'n')
  assert.equal(count(node, corrected).message?.model, 'm')
  assert.equal(count(node, { ...corrected, latestId: 'other' }).turn?.bucket.model, 'm')
  assert.equal(
    count(node, { ...message, overlay: { ...corrected.overlay, fields: { senderId: 's' } } }).turn?.bucket.model,
    'm',
  )
})

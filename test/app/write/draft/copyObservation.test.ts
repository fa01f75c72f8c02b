import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../../src/app/scope.ts'
import { copyObservation } from '../../../../src/app/write/draft/copyObservation.ts'
import { createFresh } from '../../../../src/app/fresh.ts'
import { tree } from '../../../support/tree/drawing.ts'

it('a copy says the same of the same message at the same time, and is stored now, in another conversation', () => {
  const original = tree('a b<a').observations.get('b')!
  const copy = copyObservation({ fresh: createFresh() } as Scope, original, 'd')
  const { id, ingestedAt, conversationId, copyOf, place, ...same } = copy
  assert.deepEqual([conversationId, copyOf, place], ['d', 'b', null])
  assert.notEqual(id, original.id)
  assert.ok(ingestedAt > original.ingestedAt)
  assert.deepEqual({ ...original, ...same }, original)
  assert.deepEqual(
    [copy.messageId, copy.observedAt, copy.contentHash],
    [original.messageId, original.observedAt, original.contentHash],
  )
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isWithin, takes, type ExtractFilter } from '../../../src/app/extracts/filter.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'

const at = (day: number) => `2026-01-0${day}T00:00:00.000000000Z`
const all: ExtractFilter = { from: null, to: null, includeExperiments: false, includeDeleted: false }

it('a time lies within bounds that are both included, and within none where there are none', () => {
  const days = (filter: Partial<ExtractFilter>) =>
    [1, 2, 3, 4].filter((day) => isWithin({ ...all, ...filter }, at(day)))
  assert.deepEqual(days({}), [1, 2, 3, 4])
  assert.deepEqual(days({ from: at(2) }), [2, 3, 4])
  assert.deepEqual(days({ to: at(2) }), [1, 2])
  assert.deepEqual(days({ from: at(2), to: at(3) }), [2, 3])
  assert.deepEqual(days({ from: at(3), to: at(2) }), [])
})

it('experiments and what was deleted are taken where they are asked for, and what is of no conversation always', () => {
  const of = (more: object) => newConversation('c', at(1), more)
  const kinds = [
    null,
    of({}),
    of({ origin: 'EXPERIMENT' }),
    of({ deletedAt: at(2) }),
    of({ origin: 'EXPERIMENT', deletedAt: at(2) }),
  ]
  const taken = (filter: Partial<ExtractFilter>) =>
    kinds.map((one) => (takes({ ...all, ...filter }, one) ? 1 : 0)).join('')
  assert.equal(taken({}), '11000')
  assert.equal(taken({ includeExperiments: true }), '11100')
  assert.equal(taken({ includeDeleted: true }), '11010')
  assert.equal(taken({ includeExperiments: true, includeDeleted: true }), '11111')
})

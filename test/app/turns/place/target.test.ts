import assert from 'node:assert/strict'
import { it } from 'node:test'
import { messageAfter, putMessage, type TurnTarget } from '../../../../src/app/turns/place/target.ts'
import { ChangeSet } from '../../../../src/app/write/draft/changeSet.ts'
import type { Draft } from '../../../../src/app/write/draft/draft.ts'
import { firstOf } from '../../../../src/domain/messages/messageSnapshot.ts'
import { unplaced } from '../../../support/tree/drawing.ts'

const nowhere: TurnTarget = {
  message: null,
  latest: null,
  inherited: null,
  current: null,
  superseded: null,
  parent: null,
}
const first = unplaced('a', { message: 'm' })
const known = firstOf(first, 'm', null)

it('a turn makes its message, or is one more of a known one', () => {
  assert.deepEqual(messageAfter(nowhere, first, 'm'), known)
  const again = unplaced('b', { message: 'm' })
  const after = messageAfter({ ...nowhere, message: known, latest: first }, again, 'm')
  assert.deepEqual([after.id, after.latestId, after.observationCount], [known.id, 'b', 2])
})

it('a fork’s turn names the inherited message that it replaces', () => {
  assert.equal(messageAfter({ ...nowhere, inherited: { ...known, id: 'p:m' } }, first, 'm').supersedesId, 'p:m')
})

it('a message is new in a draft where the turn had none, however often it changes', () => {
  const changes = new ChangeSet()
  const draft = { changes } as Draft
  putMessage(draft, nowhere, known)
  putMessage(draft, { ...nowhere, message: known }, { ...known, observationCount: 2 })
  assert.deepEqual([...changes.messages.values()], [{ isNew: true, value: { ...known, observationCount: 2 } }])
  putMessage(draft, { ...nowhere, message: known }, { ...known, id: 'c:n' })
  assert.equal(changes.messages.get('c:n')?.isNew, false)
})

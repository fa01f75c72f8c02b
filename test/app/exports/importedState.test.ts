import assert from 'node:assert/strict'
import { it } from 'node:test'
import { importedState, isAsImported } from '../../../src/app/exports/importedState.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import { importStates, type ImportState } from '../../../src/domain/records/importMarks.ts'
import { fakeScope } from '../../support/fakes.ts'

const state: ImportState = { head: 'h', title: null, rank: 0, nodes: 3, source: 's' }
const empty = newConversation('c', '2026-01-01T00:00:00.000000000Z', { headId: 'h' })
const conversation = { ...empty, shape: { ...empty.shape, nodes: 3 } }

it('what the last import left is read from the mark of the conversation', async () => {
  const marks = new Map([[importStates.nameOf('c'), importStates.mark(state, 'c')]])
  const importMarks = (names: readonly string[]) => Promise.resolve(names.map((name) => marks.get(name) ?? null))
  const scope = fakeScope({ store: { importMarks } })
  assert.deepEqual(await importedState(scope, conversation), state)
  assert.equal(await importedState(scope, { ...conversation, id: 'd' }), null)
})

it('a conversation is as imported where its head and its nodes are', () => {
  assert.ok(isAsImported(conversation, state))
  assert.ok(!isAsImported(conversation, null))
  assert.ok(!isAsImported({ ...conversation, headId: 'g' }, state))
  assert.ok(!isAsImported({ ...conversation, shape: { ...conversation.shape, nodes: 4 } }, state))
  assert.ok(isAsImported({ ...empty, headId: null }, { ...state, head: null, nodes: 0 }))
})

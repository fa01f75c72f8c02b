import assert from 'node:assert/strict'
import { it } from 'node:test'
import { branchConversation, withBranchWarnings } from '../../../src/app/turns/branchNames.ts'
import type { StoredTurn } from '../../../src/app/turns/place/target.ts'
import type { Draft } from '../../../src/app/write/draft/draft.ts'
import { fakeOf } from '../../support/fakes.ts'

const of = (branchId: string | null) => branchConversation({ role: 'USER', blocks: [], branchId })

it('a branch alone names its conversation, unless every host uses that name', () => {
  assert.equal(of('fix-nest'), 'fix-nest')
  assert.equal(of('mainline'), 'mainline')
  assert.equal(of(null), null)
  assert.equal(branchConversation({ role: 'USER', blocks: [] }), null)
  for (const name of ['main', ' Master ', 'HEAD', 'default', 'trunk'])
    assert.throws(() => of(name), { code: 'BAD_INPUT', field: ['branchId'], facts: { branchId: name } })
  for (const name of ['', ' ', 'a\0']) assert.throws(() => of(name), { code: 'BAD_INPUT' })
})

it('the first turn of each conversation that was made under the name of a branch comes with a warning', () => {
  const draft = (id: string, before: object | null) => fakeOf<Draft>('draft', { conversation: { id }, before })
  const drafts = new Map([
    ['new', draft('new', null)],
    ['other', draft('other', null)],
    ['old', draft('old', {})],
  ])
  const turns = ['old', 'new', 'new', 'other', 'named'].map((conversationId) => ({
    conversationId,
    isOfBranch: conversationId !== 'named',
  }))
  const known = { code: 'OPEN_TOOL_CALL', message: '', details: null } as const
  const stored = turns.map((): StoredTurn => ({
    message: null as never,
    observation: null as never,
    leftTranscript: 0,
    restated: false,
    warnings: [known],
  }))
  const warned = withBranchWarnings(turns, drafts, stored).map(({ warnings }) => warnings.map(({ details }) => details))
  assert.deepEqual(warned, [[null], [null, { branchId: 'new' }], [null], [null, { branchId: 'other' }], [null]])
})

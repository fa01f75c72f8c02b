import assert from 'node:assert/strict'
import { it } from 'node:test'
import { firstResidue, inOrder, recordsLeft } from '../../../src/app/erasures/residue.ts'
import type { Selection } from '../../../src/app/erasures/selection.ts'
import { residues } from '../../../src/domain/erasure/erasure.ts'
import { fakeScope, fakeOf } from '../../support/fakes.ts'

const selection = (more: object) =>
  fakeOf<Selection>('selection', {
    hasPlain: false,
    hasHostIds: false,
    attachmentIds: new Set(),
    askedAttachmentIds: [],
    chosen: new Map([['o', {}]]),
    entityIds: [],
    ...more,
  })
const files = ['STORE_FILES', 'TRANSACTION_LOGS', 'BACKUPS']
const left = (more: object) => firstResidue(selection(more)).filter((one) => !files.includes(one))

it('an erasure leaves files of before, and what is known of the names of what it erased', () => {
  assert.deepEqual(new Set(firstResidue(selection({}))), new Set(files))
  assert.deepEqual(left({ hasPlain: true }), ['PLAIN_DIGEST'])
  assert.deepEqual(left({ attachmentIds: new Set(['f']) }), ['ATTACHMENT_ID'])
  assert.deepEqual(left({ askedAttachmentIds: ['f'] }), ['ATTACHMENT_ID'])
  assert.deepEqual(left({ hasHostIds: true }), ['HOST_ID'])
})

it('an erasure of nothing leaves nothing', () => {
  assert.deepEqual(firstResidue(selection({ chosen: new Map(), hasPlain: true, hasHostIds: true })), [])
  assert.notDeepEqual(firstResidue(selection({ chosen: new Map(), entityIds: ['e'] })), [])
})

it('what is left is listed once each, in one order', () => {
  assert.deepEqual(inOrder([...residues, ...residues].toReversed()), [...residues])
  assert.deepEqual(inOrder([]), [])
})

it('state records are left where any of the conversations has some', async () => {
  const looked: string[] = []
  const stateRecordKinds = ({ conversationId }: { conversationId: string }) => {
    looked.push(conversationId)
    return Promise.resolve(conversationId === 'b' ? ['k'] : [])
  }
  const scope = fakeScope({ store: { stateRecordKinds } })
  assert.deepEqual(await recordsLeft(scope, ['a', 'b', 'd']), ['STATE_RECORDS'])
  assert.deepEqual(looked, ['a', 'b'], 'no more is looked at than that takes')
  assert.deepEqual([await recordsLeft(scope, ['a']), await recordsLeft(scope, [])], [[], []])
})

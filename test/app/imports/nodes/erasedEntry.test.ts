import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptiedEntry, messageOfEmptied } from '../../../../src/app/imports/nodes/erasedEntry.ts'
import { firstOf } from '../../../../src/domain/messages/messageSnapshot.ts'
import type { TreeNode } from '../../../../src/domain/model.ts'
import { contentHash } from '../../../../src/domain/tree/pathHash.ts'
import { tree, unplaced } from '../../../support/tree/drawing.ts'

describe('an entry that says what was erased', () => {
  const entry = unplaced('u', { blocks: [{ type: 'text', text: 'a secret' }] })
  const left = emptiedEntry(entry, 'e1')

  it('says nothing of it, no digest either', () => {
    assert.doesNotMatch(JSON.stringify(left), /secret/)
    assert.equal(left.contentHash, contentHash(left))
    assert.notEqual(left.contentHash, entry.contentHash)
  })

  it('counts what it counted', () => {
    assert.deepEqual([left.id, left.place, left.erased?.by, left.erased?.begins], ['u', null, 'e1', true])
  })

  it('makes an empty message, or counts in one that is known', () => {
    const node: TreeNode = tree('u').observations.get('u')!
    const made = messageOfEmptied(node, 't', null)
    assert.deepEqual([made?.isNew, made?.value.erased, made?.value.turnId], [true, true, 't'])
    const known = firstOf(node, 't', null)
    assert.deepEqual(messageOfEmptied(node, 't', known), { isNew: false, value: { ...known, observationCount: 2 } })
  })

  it('makes none where it is no turn', () => {
    const node: TreeNode = tree('u').observations.get('u')!
    assert.equal(messageOfEmptied({ ...node, messageId: null }, 't', null), null)
    assert.equal(messageOfEmptied(node, null, null), null)
    assert.equal(messageOfEmptied({ ...node, role: null }, 't', null), null)
  })
})

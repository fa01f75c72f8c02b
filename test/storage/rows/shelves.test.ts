import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConversationQuery } from '../../../src/storage/graphStore.ts'
import { conversationRow } from '../../../src/storage/rows/rows.ts'
import { shelfBits, shelfOf, shelvesOf } from '../../../src/storage/rows/shelves.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import fc from '../../support/properties.ts'
import { fakeOf } from '../../support/fakes.ts'

const at = '2026-01-01T00:00:00.000000000Z'
const shelf = (metadata: object) =>
  shelfOf(conversationRow(newConversation('c', at, { metadata } as object)).metadataKey)
const asked = (query: Partial<ConversationQuery>) =>
  shelvesOf(fakeOf<ConversationQuery>('conversation query', { leaveOut: [], metadata: [], ...query }, ['undatedOnly']))
const isTrue = (name: string) => ({ name, json: 'true' })

describe('the shelf of a conversation', () => {
  it('says whether it is archived and whether it is pinned', () => {
    assert.equal(shelf({}), 0)
    assert.equal(shelf({ archived: true }), shelfBits.archived)
    assert.equal(shelf({ pinned: true, archived: true }), shelfBits.archived + shelfBits.pinned)
  })

  it('is that of neither where the member is anything but true, or stands deeper', () => {
    for (const metadata of [
      { archived: 'true' },
      { archived: 1 },
      { archived: false },
      { of: { pinned: true } },
      { x: '["archived","true"]' },
    ])
      assert.equal(shelf(metadata), 0, JSON.stringify(metadata))
  })
})

describe('the shelves that a list reads', () => {
  it('are all of them where nothing is asked', () => {
    assert.deepEqual(asked({}), [0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('are those of pinned ones, or all but those of archived ones', () => {
    assert.deepEqual(asked({ metadata: [isTrue('pinned')] }), [2, 3, 6, 7])
    assert.deepEqual(asked({ leaveOut: ['archived'] }), [0, 2, 4, 6])
    assert.deepEqual(asked({ undatedOnly: true }), [4, 5, 6, 7])
    assert.deepEqual(asked({ metadata: [isTrue('archived')], leaveOut: ['archived'] }), [])
    assert.deepEqual(asked({ metadata: [{ name: 'pinned', json: 'false' }] }), [0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('hold every conversation that is asked for, and of what is left out none', () => {
    const names = fc.subarray(['archived', 'pinned'] as const)
    fc.assert(
      fc.property(names, names, names, (has, leaveOut, wants) => {
        const own = shelf(Object.fromEntries(has.map((name) => [name, true])))
        const isAsked = wants.every((name) => has.includes(name)) && !leaveOut.some((name) => has.includes(name))
        assert.equal(asked({ leaveOut, metadata: wants.map(isTrue) }).includes(own), isAsked)
      }),
    )
  })
})

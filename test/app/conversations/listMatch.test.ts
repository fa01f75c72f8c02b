import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matcherOf } from '../../../src/app/conversations/listMatch.ts'
import type { ConversationFilter } from '../../../src/app/read/lists.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import type { Conversation } from '../../../src/domain/model.ts'

const at = '2026-01-02T00:00:00.000000000Z'
const from = { conversationId: 'p', observationId: null, turn: null, pathHash: '', eventId: 'e' }
const match = (filter: ConversationFilter, more: Partial<Conversation> = {}) =>
  matcherOf(filter)(newConversation('c', at, { derivedTitle: 'Mend the Nest', cwd: '/home', ...more }))

describe('a conversation beside a filter', () => {
  it('is listed where nothing keeps it out', () => {
    assert.equal(match({}), 'listed')
    assert.equal(
      match({ title: 'the NEST', origin: ['HOST'], cwd: '/home', activeAfter: at, activeBefore: at }),
      'listed',
    )
    assert.equal(match({ forkedFrom: 'p' }, { forkedFrom: from }), 'listed')
  })

  it('is never listed where what cannot change keeps it out', () => {
    assert.equal(match({ origin: ['IMPORT'] }), 'never')
    assert.equal(match({ origin: [] }), 'never')
    assert.equal(match({ cwd: '/' }), 'never')
    assert.equal(match({ cwds: ['/', '/home'] }), 'listed')
    assert.equal(match({ cwds: ['/'] }), 'never')
    assert.equal(match({ cwds: ['/home'] }, { cwd: null }), 'never')
    assert.equal(match({ forkedFrom: 'q' }, { forkedFrom: from }), 'never')
    assert.equal(match({ forks: false }, { forkedFrom: from }), 'never')
    assert.equal(match({ sidechains: false }, { sidechainOf: 'p' }), 'never')
    assert.equal(match({ origin: ['IMPORT'], title: 'x' }), 'never')
  })

  it('is not listed now where what may change keeps it out', () => {
    assert.equal(match({}, { deletedAt: at }), 'unlisted')
    assert.equal(match({ includeDeleted: true }, { deletedAt: at }), 'listed')
    assert.equal(
      match({ title: 'nest' }, { title: 'Stork' }),
      'unlisted',
      'a given title is in place of the derived one',
    )
    assert.equal(match({ activeAfter: '2026-01-03T00:00:00.000000000Z' }), 'unlisted')
    assert.equal(match({ activeBefore: '2026-01-01T00:00:00.000000000Z' }), 'unlisted')
  })

  it('is archived or pinned by its metadata; what is archived is listed where it is asked for', () => {
    const [archived, pinned] = [{ metadata: { archived: true } }, { metadata: { pinned: true } }]
    assert.deepEqual(
      [match({}, archived), match({ archived: true }, archived), match({ archived: true })],
      ['unlisted', 'listed', 'unlisted'],
    )
    assert.deepEqual(
      [match({}, pinned), match({ pinned: false }, pinned), match({ pinned: true })],
      ['listed', 'unlisted', 'unlisted'],
    )
    assert.equal(match({ archived: null }, archived), 'listed')
  })

  it('has each member of metadata that is asked for, whatever the order in it', () => {
    const metadata = { a: { x: 1, y: 2 }, b: null }
    assert.equal(match({ metadata: { a: { y: 2, x: 1 } } }, { metadata }), 'listed')
    assert.equal(match({ metadata: { b: null } }, { metadata }), 'listed')
    assert.equal(match({ metadata: { c: null } }, { metadata }), 'unlisted')
    assert.equal(match({ metadata: { toString: null } }, { metadata }), 'unlisted')
    assert.throws(() => matcherOf({ metadata: [] }), { code: 'BAD_INPUT' })
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { grow, hasOwnTime, isOfOthers, keepsText, withHead, withoutDerived } from '../../../src/domain/tree/growth.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import type { Conversation, Observation } from '../../../src/domain/model.ts'
import { untitled } from '../../../src/domain/prompts/title.ts'
import { tree, unplaced } from '../../support/tree/drawing.ts'
import { pathOf } from '../../support/tree/plainTree.ts'

const at = '2026-01-01T00:00:00.000000000Z'
const later = '2026-02-01T00:00:00.000000000Z'
const latest = '2026-03-01T00:00:00.000000000Z'
const grown = (conversation: Conversation, more: Partial<Observation> = {}) =>
  grow(conversation, null, { node: { ...unplaced('u'), ...more, place: null }, supersedesId: null }, () => 's')

describe('a node that is added', () => {
  it('is a root of a segment of its own where it has no parent, and leaves the head where it was', () => {
    const { node, segment, junction, conversation } = grown(newConversation('c', at))
    assert.deepEqual([node.place.parentId, node.place.depth, node.place.segmentId], [null, 0, 's'])
    assert.deepEqual([segment.isNew, segment.value.tipId, junction], [true, 'u', null])
    assert.deepEqual([conversation.shape.nodes, conversation.shape.roots, conversation.headId], [1, 1, null])
  })

  it('goes on with the segment of its parent, or opens one beside another child', () => {
    const drawn = tree('a b<a c<a d<b')
    const segments = pathOf(drawn, 'd').map(({ place }) => place.segmentId)
    assert.equal(new Set(segments).size, 1)
    assert.notEqual(drawn.observations.get('c')?.place.segmentId, segments[0])
    const junction = drawn.junctions.get('c a')
    assert.deepEqual([junction?.children, junction?.kind], [2, 'BRANCH'])
    assert.equal(drawn.junctions.has('c b'), false)
  })

  it('moves the time of activity on, unless it is a note, a copy, or older', () => {
    const active = newConversation('c', at, { activityAt: later })
    const activity = (more: Partial<Observation>) => grown(active, more).conversation.activityAt
    assert.equal(activity({ observedAt: latest }), latest)
    assert.equal(activity({ observedAt: at }), later)
    assert.equal(activity({ observedAt: latest, kind: 'NOTE' }), later)
    assert.equal(activity({ observedAt: latest, copyOf: 'x' }), later)
    const first = grown(newConversation('c', latest), { observedAt: at }).conversation
    assert.equal(first.activityAt, at, 'the first turn may be older than its conversation')
  })

  it('gives an undated conversation a date where it has a time of its own', () => {
    const undated = newConversation('c', at, { undated: true })
    const of = (more: Partial<Observation>) => grown(undated, more).conversation.undated
    assert.equal(of({ sourceKind: 'import', observedAt: later, ingestedAt: later }), true)
    assert.equal(of({ sourceKind: 'import', observedAt: at, ingestedAt: later }), undefined)
    assert.equal(of({ sourceKind: null }), undefined)
    assert.ok(!hasOwnTime({ kind: 'NOTE', sourceKind: null, observedAt: at, ingestedAt: at }))
  })

  it('that is a copy of another conversation’s turn makes its conversation show others', () => {
    const copy = { copyOf: 'x', messageId: 'other:t' }
    assert.ok(isOfOthers(copy, 'c'))
    assert.ok(!isOfOthers({ ...copy, messageId: 'c:t' }, 'c'))
    assert.ok(!isOfOthers({ ...copy, copyOf: null }, 'c'))
    assert.ok(!isOfOthers({ ...copy, messageId: null }, 'c'))
    assert.equal(grown(newConversation('c', at), copy).conversation.showsOthers, true)
    assert.equal(grown(newConversation('c', at, { showsOthers: true })).conversation.showsOthers, true)
  })
})

describe('what a conversation shows', () => {
  const head = tree('u a<u', { a: { role: 'ASSISTANT' } }).observations.get('a')!
  const from = { conversationId: 'p', observationId: null, turn: null, pathHash: '', eventId: 'e' }

  it('is of the path to its head', () => {
    const one = withHead(newConversation('c', at), head, { title: 'T', preview: 'é'.repeat(101) })
    assert.deepEqual([one.headId, one.turnCount, one.derivedTitle, one.preview], ['a', 2, 'T', `${'é'.repeat(100)}…`])
    const none = withHead(one, null, { title: null, preview: null })
    assert.deepEqual([none.headId, none.turnCount, none.derivedTitle, none.preview], [null, 0, untitled, ''])
  })

  it('is stored where it is all its own, and derived where it is of others', () => {
    const own = newConversation('c', at, { preview: 'x' })
    const fork = { ...own, forkedFrom: from }
    assert.deepEqual([own, fork, { ...own, showsOthers: true }].map(keepsText), [true, false, false])
    assert.equal(withoutDerived(own), own)
    assert.deepEqual(withoutDerived(fork), { ...fork, preview: '' })
  })
})

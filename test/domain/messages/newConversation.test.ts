import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forkOf, isArchived, isDated, isPinned, newConversation } from '../../../src/domain/messages/newConversation.ts'
import { emptyShape } from '../../../src/domain/tree/junctions.ts'
import { tree } from '../../support/tree/drawing.ts'

const at = '2026-01-01T00:00:00.000000000Z'

it('a new conversation is empty and unwritten, but for what is given of it', () => {
  const one = newConversation('c', at)
  assert.deepEqual([one.version, one.headId, one.turnCount, one.shape], [0, null, 0, emptyShape])
  assert.deepEqual([one.createdAt, one.activityAt, one.title], [at, at, null])
  assert.deepEqual(newConversation('c', at, { title: 'T' }), { ...one, title: 'T' })
})

describe('a fork', () => {
  const drawn = tree('u a<u b<a', {
    a: { role: 'ASSISTANT', blocks: [{ type: 'toolCall', callId: 'k', name: 'ls', input: {} }] },
  })
  const source = newConversation('c', at, { cwd: '/home', metadata: { a: 1 }, forkLevel: 2, headId: 'b', title: 'T' })
  const from = { conversationId: 'c', observationId: 'a', turn: 2, pathHash: 'f', eventId: 'e' }
  const fork = (id: string | null, origin: 'HOST' | 'EXPERIMENT' | 'IMPORT' = 'HOST', input = {}) =>
    forkOf({ ...source, origin }, id === null ? null : drawn.observations.get(id)!, from, {
      id: 'f',
      createdAt: at,
      ...input,
    })

  it('stands at its point, and shares the path up to there', () => {
    const made = fork('a')
    assert.deepEqual([made.headId, made.turnCount, made.forkLevel, made.forkedFrom], ['a', 2, 3, from])
    assert.deepEqual(made.shape, { ...emptyShape, nodes: 2, roots: 1, leaves: 1, toolCalls: 1 })
    assert.deepEqual([made.cwd, made.metadata, made.title], ['/home', { a: 1 }, null])
  })

  it('of the empty path has nothing', () => {
    assert.deepEqual([fork(null).headId, fork(null).turnCount, fork(null).shape], [null, 0, emptyShape])
  })

  it('of an experiment is one, and else what is asked for', () => {
    assert.equal(fork('a', 'EXPERIMENT', { origin: 'HOST' }).origin, 'EXPERIMENT')
    assert.equal(fork('a', 'HOST', { origin: 'EXPERIMENT' }).origin, 'EXPERIMENT')
    assert.equal(fork('a', 'IMPORT').origin, 'HOST')
    assert.deepEqual(fork('a', 'HOST', { metadata: {} }).metadata, {})
  })
})

it('a conversation is archived or pinned where its metadata says true, and nothing else', () => {
  const cases = [{}, { archived: true, pinned: true }, { archived: 'true', pinned: 1 }, { archived: false }]
  assert.deepEqual(
    cases.map((metadata) => isArchived({ metadata })),
    [false, true, false, false],
  )
  assert.deepEqual(
    cases.map((metadata) => isPinned({ metadata })),
    [false, true, false, false],
  )
  assert.deepEqual([isDated({}), isDated({ undated: true })], [true, false])
})

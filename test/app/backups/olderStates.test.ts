import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createOlderStates } from '../../../src/app/backups/olderStates.ts'
import { tombstone } from '../../../src/domain/erasure/tombstone.ts'
import { nameGuards } from '../../../src/domain/records/entity.ts'
import { danglingRoots, importStates } from '../../../src/domain/records/importMarks.ts'
import { tree } from '../../support/tree/drawing.ts'

const conversation = (version: number, lastSeq: number, id = 'c') => ({ id, version, lastSeq })
/** States of a backup whose conversation `c` has gone on in the store since. */
function states() {
  const made = createOlderStates()
  made.take('conversation', conversation(1, 1))
  made.take('conversation', conversation(1, 1, 'd'))
  assert.ok(made.isOlder('conversation', { ...conversation(2, 3), hasErased: true }, conversation(1, 1)))
  assert.ok(!made.isOlder('conversation', conversation(1, 1, 'd'), conversation(1, 1, 'd')))
  return made
}

describe('a line of a backup from before an erasure', () => {
  const of = (conversationId: string) => ({ conversationId })

  it('is older where its conversation has gone on, and stays as the store has it', () => {
    const made = states()
    for (const kind of ['junction', 'run', 'rawChunk'] as const)
      assert.deepEqual([made.isOlder(kind, {}, of('c')), made.isOlder(kind, {}, of('d'))], [true, false], kind)
    assert.ok(made.isOlder('erasure', { version: 2 }, { version: 1 }))
    assert.ok(!made.isOlder('erasure', { version: 1 }, { version: 1 }))
    assert.deepEqual(
      [made.isOdd('message', of('c')), made.isOdd('message', of('d')), made.isOdd('fact', of('c'))],
      [true, false, false],
    )
  })

  it('is older where its content was erased, and keys that name it are gone', () => {
    const made = states()
    const node = tree('a').observations.get('a')!
    const key = (result: string) => ({ key: 'k', operation: 'o', inputHash: '', result: { id: result }, storedAt: '' })
    assert.ok(!made.isGone('idempotencyKey', key('c:a')))
    assert.ok(!made.isOlder('observation', node, node))
    assert.ok(made.isOlder('observation', tombstone(node, 'e1'), node))
    for (const id of ['a', 'c:a', 'c']) assert.ok(made.isGone('idempotencyKey', key(id)), id)
    assert.ok(!made.isGone('idempotencyKey', key('b')))
  })

  it('is older where its key has expired and was bound again', () => {
    const made = states()
    const bound = (day: number) => ({ key: 'k', storedAt: `2026-01-0${day}T00:00:00.000000000Z` })
    const isOlder = (stored: number, value: number) => made.isOlder('idempotencyKey', bound(stored), bound(value))
    assert.deepEqual([isOlder(2, 1), isOlder(1, 1), isOlder(1, 2)], [true, false, false])
  })

  it('is gone where it went with what was erased', () => {
    const made = states()
    const fact = { ownerKind: 'ENTITY', ownerId: 'e', id: 'f' }
    assert.ok(!made.isGone('fact', fact))
    assert.ok(made.isOlder('entity', { id: 'e', erased: { by: 'e1' } }, { id: 'e' }))
    assert.ok(made.isGone('fact', fact))
    assert.ok(!made.isGone('fact', { ...fact, ownerKind: 'RELATIONSHIP' }))
    assert.ok(made.isGone('guard', { name: `${nameGuards}x`, value: 1 }))
    assert.ok(!made.isGone('guard', { name: 'other', value: 1 }))
    assert.deepEqual([made.isGone('stateRecord', of('c')), made.isGone('stateRecord', of('d'))], [true, false])
    assert.ok(!made.isGone('message', of('c')))
  })

  it('is gone or older as a mark where it changes with such a conversation', () => {
    const made = states()
    made.take('observation', { conversationId: 'c', fields: { danglingParent: 'p' } })
    const marks = [importStates.nameOf('c'), importStates.nameOf('d'), danglingRoots.nameOf('p')].map((name) => ({
      name,
      value: null,
    }))
    assert.deepEqual(
      marks.map((mark) => made.isOlder('importMark', mark, mark)),
      [true, false, true],
    )
    assert.deepEqual(
      marks.map((mark) => made.isGone('importMark', mark)),
      [true, false, false],
    )
  })

  it('of annotations and relationships is older only where nothing is left of them', () => {
    const made = states()
    const later = { version: 2, values: {}, metadata: {} }
    assert.ok(made.isOlder('annotations', later, { version: 1 }))
    assert.ok(made.isOlder('relationship', later, { version: 1 }))
    assert.ok(!made.isOlder('annotations', { ...later, values: { a: 1 } }, { version: 1 }))
    assert.ok(!made.isOlder('relationship', later, { version: 2 }))
  })
})

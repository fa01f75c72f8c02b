import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMarkOwners } from '../../../../src/app/backups/conversation/ownerMarks.ts'
import { anyDangling, danglingRoots, importStates, lineDigests } from '../../../../src/domain/records/importMarks.ts'

const root = (conversationId: string, danglingParent: string | null) => ({
  conversationId,
  fields: danglingParent === null ? {} : { danglingParent },
})
const mark = (name: string) => ({ name, value: null })

describe('the conversations that a mark changes with', () => {
  it('are those of the lines before it: itself, its sources, and the roots that wait for a parent', () => {
    const owners = createMarkOwners()
    owners.take('conversation', { id: 'c' })
    owners.take('rawChunk', { conversationId: 'c', source: 's' })
    owners.take('observation', root('c', 'p'))
    owners.take('observation', root('d', 'p'))
    owners.take('observation', root('e', null))
    const of = (name: string) => owners.of('importMark', mark(name))
    assert.deepEqual(of(importStates.nameOf('c')), ['c'])
    assert.deepEqual(of(lineDigests.nameOf('c', 's')), ['c'])
    assert.deepEqual(of(danglingRoots.nameOf('p')), ['c', 'd'])
    assert.deepEqual(of(anyDangling.nameOf()), ['c', 'd'])
    assert.deepEqual(of(importStates.nameOf('d')), [])
  })

  it('are for all other things the one that they name', () => {
    assert.deepEqual(createMarkOwners().of('message', { conversationId: 'c' }), ['c'])
  })

  it('are told of marks of roots that the file has no line of: nothing waits any more', () => {
    const owners = createMarkOwners()
    for (const parent of ['p', 'q']) owners.take('observation', root('c', parent))
    owners.take('conversation', { id: 'c' })
    owners.take('importMark', mark(danglingRoots.nameOf('q')))
    assert.deepEqual(owners.unsaid(), [[danglingRoots.nameOf('p'), new Set(['c'])]])
  })
})

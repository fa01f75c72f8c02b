import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noRecords, type Changes } from '../../../src/domain/changes.ts'
import { checkpointDetails, withCheckpoints } from '../../../src/domain/context/checkpoints.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import type { EventKind, NewEvent } from '../../../src/domain/model.ts'
import { tree } from '../../support/tree/drawing.ts'

const at = '2026-01-01T00:00:00.000000000Z'
const drawn = tree('a b<a c<b d<a')
const before = newConversation('c', at, { headId: 'b' })
const event = (kind: EventKind, conversationId = 'c'): NewEvent => ({
  ...{
    id: `of ${kind}`,
    conversationId,
    kind,
    at,
    principal: null,
    actor: 'me',
    note: 'why',
    pathHash: 'f',
    details: {},
  },
  head: { from: 'b', to: 'c' },
})

/** Changes that move the head to a node, with the nodes that they store. */
function changes(to: string | null, kinds: readonly EventKind[], stored: readonly string[] = []): Changes {
  const tables = { messages: [], segments: [], junctions: [], key: null, rawChunks: [], importMarks: [], ...noRecords }
  const observations = stored.map((id) => drawn.observations.get(id)!)
  const events = kinds.map((kind) => event(kind)) as [NewEvent, ...NewEvent[]]
  return { ...tables, events, observations, conversations: [{ expected: 0, value: { ...before, headId: to } }] }
}
const kindsOf = (given: Changes, wanted = [before]) =>
  withCheckpoints(given, wanted, () => 'new').events.map(({ kind, details }) => details['name'] ?? kind)

describe('a checkpoint', () => {
  it('stands before the first event after which the head has left its path', () => {
    assert.deepEqual(kindsOf(changes('a', ['REWIND'])), ['before rewind', 'REWIND'])
    assert.deepEqual(kindsOf(changes(null, ['REWIND', 'UPDATE'])), ['before rewind', 'REWIND', 'UPDATE'])
    assert.deepEqual(kindsOf(changes('d', ['STORE'], ['d'])), ['before store', 'STORE'])
  })

  it('is not needed where the head goes on or stays', () => {
    assert.deepEqual(kindsOf(changes('c', ['STORE'], ['c'])), ['STORE'])
    assert.deepEqual(kindsOf(changes('b', ['COMPACT'])), ['COMPACT'])
    assert.deepEqual(kindsOf(changes('a', ['REWIND']), []), ['REWIND'])
  })

  it('is needed where the head goes on and is read differently', () => {
    for (const kind of ['COMPACT', 'DROP', 'CANCEL', 'MERGE', 'REPAIR'] as const)
      assert.deepEqual(kindsOf(changes('c', [kind], ['c'])), [`before ${kind.toLowerCase()}`, kind])
  })

  it('of an import is named after that, and stands before the runs that it claims', () => {
    assert.deepEqual(kindsOf(changes('a', ['RUN', 'IMPORT'])), ['before import', 'RUN', 'IMPORT'])
  })

  it('names where the head stood, and has nothing else of its event', () => {
    const [checkpoint] = withCheckpoints(changes('a', ['REWIND']), [before], () => 'new').events
    const expected = { id: 'new', kind: 'CHECKPOINT', note: null, pathHash: null, head: null }
    assert.deepEqual(checkpoint, { ...event('REWIND'), ...expected, details: checkpointDetails('before rewind', 'b') })
  })
})

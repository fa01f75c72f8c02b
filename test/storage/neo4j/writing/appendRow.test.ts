import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appendRow } from '../../../../src/storage/neo4j/writing/appendRow.ts'
import { run } from '../../../support/records/acts.ts'
import { given } from '../given.ts'
import { rowOf, shapes } from './shapes.ts'

const { world, made, firstTurn, nextTurn, rewound, branched, corrected, forked } = shapes()

describe('the row that appends a turn', () => {
  it('names the message, the node above, the segment and the version that the conversation must have', () => {
    const row = rowOf(appendRow, nextTurn)
    assert.ok(row)
    const [node] = nextTurn.observations
    assert.deepEqual(
      [row['conversationId'], row['messageId'], row['parentId'], row['segmentId']],
      ['trip', 'trip:a1', node?.place?.parentId, node?.place?.segmentId],
    )
    assert.deepEqual([row['isNewMessage'], row['isNewSegment'], row['exitId']], [true, false, null])
    assert.equal(given(row['version']), BigInt(nextTurn.conversations[0]?.expected ?? -1))
    assert.equal(row['attempt'], nextTurn.events[0].id)
  })

  it('makes the first segment, which leaves none, or one that leaves another', () => {
    const [first, branch] = [rowOf(appendRow, firstTurn), rowOf(appendRow, { ...branched, junctions: [] })]
    assert.deepEqual([first?.['isNewSegment'], first?.['exitId'], first?.['exitDepth']], [true, null, null])
    assert.equal(branch?.['exitId'], firstTurn.segments[0]?.value.id)
    assert.equal(given(branch?.['exitDepth']), 0n)
  })

  it('is none for changes of any other shape', () => {
    for (const changes of [made, rewound, corrected, forked]) assert.equal(rowOf(appendRow, changes), null)
    const [conversation] = nextTurn.conversations
    assert.ok(conversation)
    const others = [
      { ...nextTurn, runs: [run(world, 'trip', 'r1')] },
      { ...nextTurn, importMarks: [{ name: 'm', value: 1 }] },
      { ...nextTurn, conversations: [{ ...conversation, expected: null }] },
      { ...nextTurn, observations: [...nextTurn.observations, ...nextTurn.observations] },
      {
        ...nextTurn,
        events: firstTurn.events.map((event) => ({
          ...event,
          conversationId: 'other',
        })) as unknown as typeof firstTurn.events,
      },
      { ...nextTurn, messages: firstTurn.messages },
      { ...nextTurn, segments: branched.segments },
    ]
    for (const [k, changes] of others.entries()) assert.equal(rowOf(appendRow, changes), null, `shape ${k}`)
  })
})

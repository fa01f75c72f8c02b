import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conversationRow, holdsMore } from '../../../../src/storage/neo4j/writing/conversationRow.ts'
import { run } from '../../../support/records/acts.ts'
import { given } from '../given.ts'
import { rowOf, shapes } from './shapes.ts'

const { world, made, nextTurn, rewound, named, corrected, forked } = shapes()
const claimed = { ...named, runs: [run(world, 'trip', 'r1')] }

describe('the row that changes one conversation', () => {
  it('holds its ledger, numbered from 1, and its runs', () => {
    const [event] = named.events
    const row = rowOf(conversationRow, { ...claimed, events: [event, { ...event, id: 'e2' }] })
    const events = row?.['events'] as readonly { readonly props: { readonly id: string }; readonly ordinal: never }[]
    assert.deepEqual(
      events.map(({ props, ordinal }) => [props.id, given(ordinal)]),
      [
        [event.id, 1n],
        ['e2', 2n],
      ],
    )
    assert.equal((row?.['runs'] as readonly { readonly runId: string }[])[0]?.runId, 'r1')
  })

  it('is made for what moves a head or names a place, which changes nothing else', () => {
    for (const changes of [rewound, named, claimed])
      assert.equal(rowOf(conversationRow, changes)?.['conversationId'], 'trip')
  })

  it('is none where a conversation is made, where the tree grows, and where another one is concerned', () => {
    for (const changes of [made, nextTurn, corrected, forked]) assert.equal(rowOf(conversationRow, changes), null)
    assert.equal(
      rowOf(conversationRow, { ...named, conversations: [...named.conversations, ...named.conversations] }),
      null,
    )
    assert.equal(rowOf(conversationRow, { ...named, runs: [run(world, 'other', 'r1')] }), null)
    assert.equal(rowOf(conversationRow, { ...named, conversations: [] }), null)
  })
})

describe('changes that hold more than conversations, ledgers and runs', () => {
  it('hold a part of the tree, of a file or of a record', () => {
    assert.deepEqual([named, claimed, made].map(holdsMore), [false, false, false])
    assert.deepEqual([nextTurn, corrected].map(holdsMore), [true, true])
    assert.equal(holdsMore({ ...named, importMarks: [{ name: 'm', value: 1 }] }), true)
    assert.equal(holdsMore({ ...named, guards: [{ name: 'g' }] as unknown as typeof named.guards }), true)
  })
})

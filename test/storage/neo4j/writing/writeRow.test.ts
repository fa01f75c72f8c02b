import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { APPEND } from '../../../../src/storage/neo4j/writing/cypherAppend.ts'
import { CONVERSATION_WRITE } from '../../../../src/storage/neo4j/writing/cypherConversationWrite.ts'
import { FORK } from '../../../../src/storage/neo4j/writing/cypherFork.ts'
import { writeRow } from '../../../../src/storage/neo4j/writing/writeRow.ts'
import { event, merged } from '../../../support/changes.ts'
import { given } from '../given.ts'
import { shapes, tenant } from './shapes.ts'

const { made, firstTurn, nextTurn, rewound, branched, corrected, forked } = shapes()
type Rows = readonly Readonly<Record<string, never>>[]

describe('changes as one row', () => {
  it('go by the short statement of their shape, where there is one', () => {
    const statement = (changes: typeof made) => writeRow(tenant, changes).short?.statement
    assert.deepEqual([nextTurn, rewound, forked].map(statement), [APPEND, CONVERSATION_WRITE, FORK])
    assert.deepEqual([made, branched, corrected, merged([firstTurn, nextTurn])].map(statement), [
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('name what they depend on in the order of ids, so that everybody takes locks alike', () => {
    assert.deepEqual(writeRow(tenant, forked).keys, ['conversation alt', 'conversation trip'])
    const { places } = writeRow(tenant, forked).whole() as { readonly places: Rows }
    assert.deepEqual(
      places.map(({ id, rule }) => [id, rule]),
      [
        ['alt', 'absent'],
        ['trip', 'exists'],
      ],
    )
  })

  it('number the new lines of each ledger from 1; an event of no conversation has no number', () => {
    const events = [event('a', 'x'), event('b', 'y'), event('c', null), event('d', 'x')] as const
    const row = writeRow(tenant, { ...made, conversations: [], events })
    assert.deepEqual(row.events, [
      { id: 'a', place: 0, ordinal: 1 },
      { id: 'b', place: 1, ordinal: 1 },
      { id: 'c', place: null, ordinal: null },
      { id: 'd', place: 0, ordinal: 2 },
    ])
  })

  it('hold all that is stored: messages, segments, nodes and edges', () => {
    const all = writeRow(tenant, merged([firstTurn, nextTurn])).whole() as Readonly<Record<string, Rows>>
    assert.deepEqual(all['newMessageIds'], ['trip:u1', 'trip:a1'])
    assert.deepEqual([all['observations']?.length, all['newSegments']?.length, all['exits']?.length], [2, 1, 0])
    const branch = writeRow(tenant, branched).whole() as Readonly<Record<string, Rows>>
    assert.deepEqual([branch['exits']?.length, branch['junctions']?.length], [1, branched.junctions.length])
    const fork = writeRow(tenant, forked).whole() as Readonly<Record<string, Rows>>
    assert.equal(fork['forks']?.[0]?.['source'], 'trip')
    const [place] = (writeRow(tenant, nextTurn).whole() as { readonly places: Rows }).places
    assert.equal(given(place?.['version']), BigInt(nextTurn.conversations[0]?.expected ?? -1))
  })

  it('weigh as much as they hold', () => {
    assert.equal(writeRow(tenant, rewound).weight, 1)
    assert.equal(writeRow(tenant, merged([firstTurn, nextTurn])).weight, 5)
  })

  it('are refused where something has no name, which would be written under null', () => {
    const [message] = nextTurn.messages
    assert.ok(message)
    const nameless = { ...message, value: { ...message.value, id: undefined as unknown as string } }
    assert.throws(() => writeRow(tenant, { ...nextTurn, messages: [nameless] }), /leave a name out/)
    assert.throws(
      () => writeRow(tenant, { ...nextTurn, importMarks: [{ name: null as unknown as string, value: 1 }] }),
      TypeError,
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Changes } from '../../../../src/domain/changes.ts'
import type { NewEvent } from '../../../../src/domain/model.ts'
import { conversationProperties } from '../../../../src/storage/neo4j/properties/rows.ts'
import { Torn } from '../../../../src/storage/neo4j/reading/tornRead.ts'
import { eventFrom, eventProperties, newForks } from '../../../../src/storage/neo4j/writing/eventRows.ts'
import { event } from '../../../support/changes.ts'
import { given } from '../given.ts'
import { shapes, tenant } from './shapes.ts'

const { made, rewound, forked } = shapes()
const [conversation] = forked.conversations
const hash = 'ab'.repeat(32)

/** Both lines of a fork as commands write them. */
function forkLines(): readonly [own: NewEvent, ofSource: NewEvent] {
  const from = conversation?.value.forkedFrom
  assert.ok(from)
  const line = (id: string, conversationId: string, details: NewEvent['details']) =>
    event(id, conversationId, { kind: 'FORK', details, pathHash: from.pathHash })
  return [line('e1', 'alt', { source: 'trip' }), line('e2', 'trip', { fork: 'alt' })]
}

/** What is read of an event that was stored: as EVENT has it. */
function read(one: NewEvent, changes: Changes | null = null) {
  const props = eventProperties(tenant, one, changes ? newForks(changes) : undefined)
  assert.ok(conversation)
  const { createdAt, body } = conversationProperties(conversation.value)
  const fork = props['body'] === undefined ? ['alt', createdAt, 'trip', body] : null
  const columns = ['id', 'conversationId', 'kind', 'at'].map((name) => given(props[name]))
  return { props, value: eventFrom([...columns, 7n, given(props['body']), given(props['by']), fork]) }
}

describe('an event in Neo4j', () => {
  it('comes out as it went in, with its number', () => {
    const whole = { note: 'né', actor: 'ann', pathHash: hash, details: { a: [1] }, head: { from: null, to: 'o' } }
    for (const one of [event('e', 'trip'), event('e', 'trip', whole), event('e', null)])
      assert.deepEqual(read(one).value, { ...one, seq: 7 })
  })

  it('says of which conversation it moves the head or names a place', () => {
    assert.equal(read(rewound.events[0]).props['moveOf'], 'trip')
    assert.equal(read(event('e', 'trip')).props['moveOf'], undefined)
    assert.equal(read(event('e', 'trip', { kind: 'CHECKPOINT' })).props['checkpointOf'], 'trip')
  })

  it('of a fork has no body in either ledger, and comes out as it went in all the same', () => {
    for (const one of forkLines()) {
      const { props, value } = read(one, forked)
      assert.deepEqual([props['body'], value], [undefined, { ...one, seq: 7 }])
    }
    const [own, ofSource] = forkLines().map((one) => read(one, forked).props['forkId'])
    assert.deepEqual([own, ofSource], [undefined, 'alt'])
  })

  it('of a fork keeps its body where it says more, or where the fork was there before', () => {
    const [own] = forkLines()
    assert.notEqual(read({ ...own, note: 'why' }, forked).props['body'], undefined)
    assert.notEqual(read(own, made).props['body'], undefined)
    assert.notEqual(read(own).props['body'], undefined)
  })

  it('of a fork says who made it', () => {
    const [own] = forkLines()
    const principal = { kind: 'KEY', id: 'k', label: null, scopes: ['READ'] } as const
    assert.deepEqual(read({ ...own, principal }, forked).value.principal, principal)
  })

  it('is torn while the fork is not there yet', () => {
    const [own] = forkLines()
    const { props } = read(own, forked)
    assert.throws(() => eventFrom(['e1', 'alt', 'FORK', props['at'], 7n, null, null, null]), Torn)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Record as DriverRecord } from 'neo4j-driver'
import type { Conversation, Observation, Segment } from '../../../../src/domain/model.ts'
import { frontierFrom } from '../../../../src/storage/neo4j/bundles/frontier.ts'
import {
  conversationProperties,
  observationProperties,
  segmentProperties,
} from '../../../../src/storage/neo4j/properties/rows.ts'
import { Torn } from '../../../../src/storage/neo4j/reading/tornRead.ts'
import { tenantFor } from '../../../support/tenants.ts'
import { converse, store } from '../../../support/tree/acts.ts'
import { createWorld, known } from '../../../support/world.ts'
import { listOf, lists } from '../given.ts'
import { fakeOf } from '../../../support/fakes.ts'

const tenant = tenantFor('t')
interface Three {
  readonly conversation: Conversation
  readonly head: Observation | null
  readonly segment: Segment | null
}

/** What is read of the three as the database gave them. */
function read({ conversation, head, segment }: Three) {
  const { createdAt, body } = conversationProperties(conversation)
  const values: Readonly<Record<string, unknown>> = {
    conversation: [conversation.id, createdAt, conversation.forkedFrom?.conversationId ?? null, body],
    head: head && listOf(observationProperties(tenant, head), lists.observation),
    segment: segment && listOf(segmentProperties(tenant, segment), lists.segment),
  }
  return frontierFrom(fakeOf<DriverRecord>('driver record', { get: (name: string) => values[name] }))
}

/** The three after each of two turns, the second an answer to the first. */
function two(): readonly [Three, Three] {
  const world = createWorld()
  converse(world, 'trip')
  const states = ['u1', 'a1'].map((turnId): Three => {
    const head = store(world, 'trip', { turnId })
    return {
      conversation: known(world.conversations, 'trip'),
      head,
      segment: known(world.segments, head.place.segmentId),
    }
  })
  return states as unknown as readonly [Three, Three]
}

describe('a conversation, its head and that one’s segment', () => {
  const [first, second] = two()

  it('are read as they were stored, where the three are of one commit', () => {
    assert.deepEqual(read(second), second)
    assert.deepEqual(read(first), first)
  })

  it('have neither head nor segment where the conversation has none', () => {
    const conversation = { ...first.conversation, headId: null }
    assert.deepEqual(read({ conversation, head: null, segment: null }), { conversation, head: null, segment: null })
  })

  it('are torn where the head is another one than the conversation says, or not there yet', () => {
    assert.throws(() => read({ ...second, head: first.head }), Torn)
    assert.throws(() => read({ ...second, head: null }), Torn)
  })

  it('are torn where the segment ends before the head, beside it, or is not there', () => {
    assert.throws(() => read({ ...second, segment: first.segment }), Torn)
    assert.throws(() => read({ ...second, segment: null }), Torn)
    const segment = { ...second.segment, tipId: 'another' } as Segment
    assert.throws(() => read({ ...second, segment }), Torn)
  })

  it('are whole where the segment goes on behind the head', () => {
    assert.equal(read({ ...first, segment: second.segment }).segment?.tipId, second.head?.id)
  })
})

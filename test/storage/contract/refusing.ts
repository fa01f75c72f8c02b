import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Changes } from '../../../src/domain/changes.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import { changes, event, fill, merged, seqsOf } from '../../support/changes.ts'
import { converse, store as put } from '../../support/tree/acts.ts'
import { createWorld, known, type World } from '../../support/world.ts'
import type { Contract } from './contract.ts'
import { boundAt } from './keys.ts'
import { creation } from './writing.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'

const at = '2026-01-01T00:00:00.000000000Z'

/** A write that is refused says why, and leaves nothing. */
export function refusing({ store, newTenant }: Contract): void {
  /** Reads what is there, also of the ids that the world got after it was written. */
  const rowsOf = async (tenant: Tenant, world: World) => {
    const rows = {
      conversations: await store().conversations(tenant, [...world.conversations.keys()]),
      segments: await store().segments(tenant, [...world.segments.keys()]),
      messages: await store().messages(tenant, [...world.messages.keys()]),
      observations: await store().observations(tenant, [...world.observations.keys()]),
    }
    return { counts: await store().rowCounts(), rows }
  }
  /** Writes a conversation with two turns, then what `spoil` makes of a third turn and much else. */
  const refused = async (spoil: (turn: Changes, world: World) => Changes) => {
    const [tenant, world] = [newTenant(), createWorld()]
    converse(world, 'c')
    put(world, 'c')
    put(world, 'c', { turnId: 'taken', usage: { outputTokens: 1, answerId: 'answered' } })
    await fill(store(), tenant, world)
    put(world, 'c', { parent: null })
    const before = await rowsOf(tenant, world)
    const [turn] = world.changes
    const asides: Partial<Changes> = {
      key: { key: 'unused', operation: 'o', inputHash: 'a'.repeat(64), result: null, storedAt: boundAt },
      rawChunks: [{ conversationId: 'c', source: 's', firstLine: 1, lineCount: 1, bytes: new Uint8Array([1]) }],
      importMarks: [{ name: 'm', value: 1 }],
    }
    assert.ok(turn)
    const spoilt = spoil({ ...turn, ...asides }, world)
    const outcome = await store()
      .write(tenant, spoilt)
      .catch((error: unknown) => error)
    assert.deepEqual(await rowsOf(tenant, world), before)
    assert.deepEqual(
      await store().events(
        tenant,
        spoilt.events.map((it) => it.id),
      ),
      spoilt.events.map(() => null),
    )
    assert.deepEqual(await store().keys(tenant, ['unused']), [null])
    return outcome
  }

  describe('a refused write leaves nothing', () => {
    it('when the conversation has another version', async () => {
      const outcome = await refused((turn) => ({
        ...turn,
        conversations: turn.conversations.map((it) => ({ ...it, expected: 1 })),
      }))
      assert.deepEqual(outcome, { kind: 'conversationChanged', conversationId: 'c' })
    })

    it('when the conversation exists already', async () => {
      const outcome = await refused((turn) => ({
        ...turn,
        conversations: turn.conversations.map((it) => ({ ...it, expected: null })),
      }))
      assert.deepEqual(outcome, { kind: 'conversationChanged', conversationId: 'c' })
    })

    it('when the conversation does not exist', async () => {
      const outcome = await refused((turn) => ({
        ...turn,
        conversations: [...turn.conversations, { expected: 3, value: newConversation('none', at, { version: 4 }) }],
      }))
      assert.deepEqual(outcome, { kind: 'conversationChanged', conversationId: 'none' })
    })

    it('when the conversation of an event does not exist', async () => {
      const outcome = await refused((turn) => ({ ...turn, events: [...turn.events, event('elsewhere', 'none')] }))
      assert.deepEqual(outcome, { kind: 'conversationMissing', conversationId: 'none' })
    })

    it('when a line would be dated before the last one of its ledger, and says when that was', async () => {
      const outcome = await refused((turn) => ({
        ...turn,
        events: [{ ...turn.events[0], at: '2020-01-01T00:00:00.000000000Z' }],
      }))
      const { kind, conversationId, at: last } = outcome as { kind: string; conversationId: string; at: string }
      assert.deepEqual([kind, conversationId], ['ledgerAhead', 'c'])
      assert.match(last, /^20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
    })

    it('when a message exists already', async () => {
      const outcome = await refused((turn, world) => ({
        ...turn,
        messages: [...turn.messages, { isNew: true, value: known(world.messages, 'c:taken') }],
      }))
      assert.deepEqual(outcome, { kind: 'messageExists', messageId: 'c:taken' })
    })

    it('when an answer that it takes for new has parts', async () => {
      const outcome = await refused((turn) => {
        const usage = { outputTokens: 2, answerId: 'answered' }
        return {
          ...turn,
          observations: turn.observations.map((it) => ({ ...it, usage })),
          newAnswers: ['other', 'answered'],
        }
      })
      assert.deepEqual(outcome, { kind: 'answersKnown', answerKeys: ['answered'] })
    })
  })

  describe('a faulty write is rejected and leaves nothing', () => {
    it('when two nodes stand at one depth of a segment', async () => {
      const outcome = await refused((turn, world) => {
        const known = [...world.observations.values()].find((it) => it.place?.depth === 0)?.place
        assert.ok(known)
        const observations = turn.observations.map((it) => ({
          ...it,
          place: it.place && { ...it.place, segmentId: known.segmentId },
        }))
        return { ...turn, observations }
      })
      assert.ok(outcome instanceof Error)
    })

    it('when an observation has the id of another', async () => {
      const outcome = await refused((turn, world) => {
        const other = [...world.observations.keys()][0]
        return { ...turn, observations: turn.observations.map((it) => ({ ...it, id: other ?? it.id })) }
      })
      assert.ok(outcome instanceof Error)
    })

    it('when a message to be changed is not there', async () => {
      const outcome = await refused((turn) => ({
        ...turn,
        messages: turn.messages.map((it) => ({ ...it, isNew: false })),
      }))
      assert.ok(outcome instanceof Error)
    })

    it('when a segment to be advanced is not there', async () => {
      const outcome = await refused((turn) => ({
        ...turn,
        observations: [],
        segments: turn.segments.map((it) => ({ ...it, isNew: false })),
      }))
      assert.ok(outcome instanceof Error)
    })
  })

  it('a refused or faulty write spoils none that was sent beside it', async () => {
    const [tenant, world] = [newTenant(), createWorld()]
    for (let k = 0; k < 30; k++) {
      converse(world, `c${k}`)
      put(world, `c${k}`)
    }
    const writes = Array.from({ length: 30 }, (_, k) => {
      const [create, turn] = world.changes.slice(2 * k, 2 * k + 2)
      assert.ok(create && turn)
      const good = merged([create, turn])
      const spoilt = { ...good, messages: good.messages.map((it) => ({ ...it, isNew: false })) }
      const missing = { ...good, events: [...good.events, event(`x${k}`, 'none')] as Changes['events'] }
      return store().write(tenant, k % 3 === 0 ? good : k % 3 === 1 ? spoilt : missing)
    })
    const outcomes = await Promise.allSettled(writes)
    const kinds = outcomes.map((it) => (it.status === 'rejected' ? 'rejected' : it.value.kind))
    assert.deepEqual(
      kinds,
      Array.from({ length: 30 }, (_, k) => ['written', 'rejected', 'conversationMissing'][k % 3]),
    )
    const there = await store().conversations(tenant, [...world.conversations.keys()])
    assert.deepEqual(
      there.map((it) => it !== null),
      kinds.map((it) => it === 'written'),
    )
  })

  it('says first that the key is used, then what is wrong with conversations, then with messages', async () => {
    const tenant = newTenant()
    const key = { key: 'k', operation: 'o', inputHash: 'b'.repeat(64), result: [1, null], storedAt: boundAt }
    const world = createWorld()
    converse(world, 'c')
    put(world, 'c', { turnId: 't' })
    const [create, turn] = world.changes
    assert.ok(create && turn)
    const first = { ...merged([create, turn]), key }
    seqsOf(await store().write(tenant, first))
    const again: Changes = { ...first, events: [event('new', 'c'), event('elsewhere', 'none')] }
    assert.deepEqual(await store().write(tenant, again), { kind: 'keyUsed', record: key })
    const changed = await store().write(tenant, { ...again, key: null })
    assert.deepEqual(changed, { kind: 'conversationChanged', conversationId: 'c' })
    const missing = await store().write(tenant, { ...again, key: null, conversations: [creation('d')] })
    assert.deepEqual(missing, { kind: 'conversationMissing', conversationId: 'none' })
    const exists = await store().write(tenant, { ...changes(event('new', 'c')), messages: first.messages })
    assert.deepEqual(exists, { kind: 'messageExists', messageId: 'c:t' })
  })
}

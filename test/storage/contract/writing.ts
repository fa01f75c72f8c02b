import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Conversation } from '../../../src/domain/model.ts'
import type { Changes } from '../../../src/domain/changes.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import { changes, event, fill, seqsOf } from '../../support/changes.ts'
import { randomWorld } from '../../support/shapes.ts'
import { converse, store as put, textBlock } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'
import { sameAnswers } from './answers.ts'
import type { Contract } from './contract.ts'
import { boundAt } from './keys.ts'
import { refusing } from './refusing.ts'

const at = '2026-01-01T00:00:00.000000000Z'

/** Writes are whole, counted and kept; tenants are apart. */
export function writing(contract: Contract): void {
  const { store, newTenant, reopen } = contract
  refusing(contract)
  attempts(contract)
  sequence(contract)

  it('tenants with the same ids do not see or change each other', async () => {
    const [left, right] = [newTenant(), newTenant()]
    const [one, two] = [randomWorld(21, 40), randomWorld(21, 60)]
    await fill(store(), left, one)
    await sameAnswers(store(), right, createWorld())
    await fill(store(), right, two)
    await sameAnswers(store(), left, one)
    await sameAnswers(store(), right, two)
  })

  it('a line is stored with the time of the last one of its ledger, and before that where changes keep their times', async () => {
    const [tenant, world] = [newTenant(), createWorld()]
    converse(world, 'c')
    await fill(store(), tenant, world)
    const early = '2020-01-01T00:00:00.000000001Z'
    const write = (id: string, given: Partial<Changes>) =>
      store().write(tenant, changes(event(id, 'c', { at: early }), given))
    assert.equal((await write('refused', {})).kind, 'ledgerAhead')
    assert.equal(seqsOf(await write('early', { keepsTimes: true })).get('early'), 2)
    assert.equal(seqsOf(await write('same', {})).get('same'), 3)
    const lines = await store().events(tenant, ['refused', 'early', 'same'])
    assert.deepEqual(
      lines.map((line) => line?.at),
      [undefined, early, early],
    )
  })

  it('ids that differ in case or dashes alone are different ones', async () => {
    const [tenant, world] = [newTenant(), createWorld()]
    const uuid = '6da7d497-00e2-460d-a6b4-d280e0314cfd'
    const alike = [
      uuid,
      uuid.toUpperCase(),
      uuid.replace('cf', 'cF'),
      '6da7d49700e2-460d-a6b4-d280e0314cfd-',
      '-'.repeat(36),
    ]
    for (const id of alike) {
      converse(world, id)
      put(world, id, { blocks: [textBlock(id)] })
    }
    await fill(store(), tenant, world)
    await sameAnswers(store(), tenant, world)
    const [head] = await store().frontiers(tenant, [uuid])
    const [found, other] = await store().observations(tenant, [
      head?.head?.id ?? '',
      head?.head?.id.toUpperCase() ?? '',
    ])
    assert.deepEqual([found?.conversationId, other], [uuid, null])
  })

  it('what was acknowledged is there when it is opened again', async () => {
    const [tenant, world] = [newTenant(), randomWorld(22, 40)]
    await fill(store(), tenant, world)
    await reopen()
    await sameAnswers(store(), tenant, world)
  })

  it('says that it is ready once it is open', async () => {
    await assert.doesNotReject(store().ready())
  })
}

/** Applying the same changes again is no error and writes nothing. */
function attempts({ store, newTenant }: Contract): void {
  describe('changes applied again', () => {
    it('answer as before and write nothing', async () => {
      const [tenant, world] = [newTenant(), createWorld()]
      converse(world, 'c')
      put(world, 'c')
      const [create, turn] = [...world.changes]
      await fill(store(), tenant, world, 1)
      const counts = await store().rowCounts()
      for (const again of [create, turn, turn]) {
        const seqs = seqsOf(await store().write(tenant, again as Changes))
        assert.deepEqual([...seqs], [[again?.events[0].id, again === create ? 1 : 2]])
      }
      assert.deepEqual(await store().rowCounts(), counts)
      await sameAnswers(store(), tenant, world)
    })

    it('are told from others of the same key', async () => {
      const tenant = newTenant()
      const key = {
        key: 'k',
        operation: 'createConversation',
        inputHash: 'a'.repeat(64),
        result: { id: 'c' },
        storedAt: boundAt,
      }
      const first = changes(event('e1', 'c'), { conversations: [creation('c')], key })
      seqsOf(await store().write(tenant, first))
      assert.deepEqual([...seqsOf(await store().write(tenant, first))], [['e1', 1]])
      const second = changes(event('e2', 'd'), { conversations: [creation('d')], key: { ...key, result: null } })
      assert.deepEqual(await store().write(tenant, second), { kind: 'keyUsed', record: key })
      assert.deepEqual(await store().keys(tenant, ['k', 'other']), [key, null])
      assert.deepEqual(await store().conversations(tenant, ['d']), [null])
    })

    it('at the same time are written once', async () => {
      const tenant = newTenant()
      const creating = changes(event('e1', 'c'), { conversations: [creation('c')] })
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => store().write(tenant, creating)))
      for (const outcome of outcomes) assert.deepEqual([...seqsOf(outcome)], [['e1', 1]])
      assert.deepEqual(await store().counts(tenant, [{ list: 'events', owner: 'c' }], 100), [1])
    })
  })
}

/** Returns the change that makes an empty conversation. */
export function creation(id: string, given: Partial<Conversation> = {}): Changes['conversations'][number] {
  return { expected: null, value: newConversation(id, at, { version: 1, ...given }) }
}

/** Sequence numbers count per conversation, without gaps. */
function sequence({ store, newTenant }: Contract): void {
  describe('sequence numbers', () => {
    it('have no gaps after 200 writes at the same time', async () => {
      const tenant = newTenant()
      seqsOf(await store().write(tenant, changes(event('e', 'c'), { conversations: [creation('c')] })))
      const written = await Promise.all(
        Array.from({ length: 200 }, async (_, k) => seqsOf(await store().write(tenant, changes(event(`e${k}`, 'c'))))),
      )
      const seqs = written.flatMap((it) => [...it.values()]).sort((a, b) => a - b)
      assert.deepEqual(
        seqs,
        Array.from({ length: 200 }, (_, k) => k + 2),
      )
      const [events] = await store().lists(tenant, [{ list: 'events', owner: 'c', after: null, limit: 500 }])
      assert.deepEqual(
        (events ?? []).map((it) => it.seq),
        [...seqs].reverse().concat(1),
      )
      const given = new Map(written.flatMap((it) => [...it]))
      for (const { id, seq } of events ?? []) if (seq !== 1) assert.equal(given.get(id), seq)
    })

    it('are not used up by refused writes', async () => {
      const tenant = newTenant()
      seqsOf(await store().write(tenant, changes(event('e1', 'c'), { conversations: [creation('c')] })))
      const racing = Array.from({ length: 20 }, (_, k) =>
        store().write(tenant, changes(event(`race ${k}`, 'c'), { conversations: [{ ...versioned(2), expected: 1 }] })),
      )
      const outcomes = await Promise.all(racing)
      assert.equal(outcomes.filter((it) => it.kind === 'written').length, 1)
      const [last] = [...seqsOf(await store().write(tenant, changes(event('e3', 'c')))).values()]
      assert.equal(last, 3)
    })

    it('of several events of one write count up in their order, also in a conversation that it does not change', async () => {
      const tenant = newTenant()
      seqsOf(await store().write(tenant, changes(event('a1', 'a'), { conversations: [creation('a')] })))
      const both = changes(event('b1', 'b'), { conversations: [creation('b')] })
      const more = [event('a2', 'a'), event('b2', 'b'), event('a3', 'a')]
      const seqs = seqsOf(await store().write(tenant, { ...both, events: [both.events[0], ...more] }))
      assert.deepEqual(Object.fromEntries(seqs), { b1: 1, a2: 2, b2: 2, a3: 3 })
      const [a] = await store().conversations(tenant, ['a'])
      assert.equal(a?.version, 1)
    })
  })
}

const versioned = (version: number) => ({ expected: version - 1, value: newConversation('c', at, { version }) })

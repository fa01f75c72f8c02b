import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import {
  relationshipsPage,
  supersededMessage,
  supersedingMessages,
} from '../../../src/app/relationships/relationshipsPage.ts'
import { relate } from '../../../src/app/relationships/relate.ts'
import { restoreRelationship } from '../../../src/app/relationships/restoreRelationship.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { unrelate } from '../../../src/app/relationships/unrelate.ts'
import { attachmentIds } from '../../../src/domain/records/attachment.ts'
import type { Refusal } from '../../../src/domain/refusals.ts'
import type { Endpoint } from '../../../src/domain/records/relationship.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { createReads, createSegmentCache } from '../../../src/app/read/reads.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { entity, history, listed, say, tie, topics } from '../../support/things.ts'

let tenants = 0
const refers = { type: 'REFERS_TO' as const, source: { messageId: 'c:t1' }, target: { entityId: 'e' } }
const message: Endpoint = { kind: 'MESSAGE', id: 'c:t1' }
const conversation: Endpoint = { kind: 'CONVERSATION', id: 'c' }

/** A tenant of its own with one turn and one entity; each call of the result is a request of its own. */
async function world(on: TestStore): Promise<(process?: number) => Scope> {
  const tenant = `relate ${tenants++} ${on.name}`
  const scope = (process = 0) => on.scope({ tenant, process })
  await say(scope(), 'c', 't1')
  await topics(scope(), 'e')
  return scope
}

async function eventKinds(scope: Scope, conversationId: string): Promise<string[]> {
  const { items } = await listPage(scope, 'events', conversationId, {})
  return items.map(({ item }) => item.kind)
}

const cycleOf = (refusal: Refusal) => (refusal.facts as { cycle: string[] }).cycle

await onEveryStore('relate', (on) => {
  it('N-28: makes an edge from the one who refers to what is meant, told in the ledger of its conversation', async () => {
    const scope = await world(on)
    const { relationship } = await relate(scope(), refers)
    assert.deepEqual([relationship.source, relationship.target], [message, entity('e')])
    assert.deepEqual(await listed(scope(), entity('e')), [relationship.id])
    assert.deepEqual(await eventKinds(scope(), 'c'), ['RELATE', 'STORE', 'CREATE'])
  })

  it('N-29: changes nothing where the edge is so already, and adds an observation for other metadata', async () => {
    const scope = await world(on)
    const { relationship } = await relate(scope(), { ...refers, metadata: { weight: 1 } })
    await relate(scope(), { ...refers, metadata: { weight: 1 } })
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', relationship.id), ['FACT'])
    const other = await relate(scope(), { ...refers, metadata: { weight: 2, by: 'me' } })
    assert.deepEqual(other.relationship.metadata, { weight: 2, by: 'me' })
    const cleared = await relate(scope(), { ...refers, metadata: { by: null } })
    assert.deepEqual(cleared.relationship.metadata, { weight: 2 })
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', relationship.id), ['FACT', 'FACT', 'FACT'])
    assert.deepEqual(await listed(scope(), message, { type: 'REFERS_TO' }), [relationship.id])
  })

  it('brings a deleted edge back, the same one', async () => {
    const scope = await world(on)
    const { relationship } = await relate(scope(), { ...refers, metadata: { weight: 1 } })
    await unrelate(scope(), refers)
    const again = await relate(scope(), refers)
    assert.deepEqual(
      { ...again.relationship, version: 0, changedAt: '', factCount: 0 },
      { ...relationship, version: 0, changedAt: '', factCount: 0 },
    )
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', relationship.id), ['FACT', 'DELETION', 'RESTORATION'])
  })

  it('names the end that is unknown', async () => {
    const scope = await world(on)
    const refused = (input: object, id: string) =>
      assert.rejects(relate(scope(), { ...refers, ...input }), (refusal: Refusal) => {
        assert.deepEqual([refusal.code, (refusal.facts as { id: string }).id], ['NOT_FOUND', id])
        return true
      })
    await refused({ source: { messageId: 'c:none' } }, 'c:none')
    await refused({ target: { entityId: 'nobody' } }, 'nobody')
    await refused({ target: { conversationId: 'nowhere' } }, 'nowhere')
    await refused({ target: { attachmentId: 'ab'.repeat(32) } }, 'ab'.repeat(32))
  })

  it('knows nothing of another tenant', async () => {
    const scope = await world(on)
    await relate(scope(), refers)
    await assert.rejects(relate(on.scope({ tenant: 'stranger' }), refers), { code: 'NOT_FOUND' })
  })

  it('refuses a thing related to itself', async () => {
    const scope = await world(on)
    await assert.rejects(tie(scope(), 'DUPLICATE_OF', 'e', 'e'), { code: 'BAD_INPUT' })
    await assert.rejects(tie(scope(), 'DEPENDS_ON', 'e', 'e'), { code: 'CYCLE_DETECTED' })
  })

  it('N-31: refuses what closes a cycle, naming its things in order', async () => {
    const scope = await world(on)
    await topics(scope(), 'a', 'b', 'c')
    for (const type of ['DEPENDS_ON', 'PART_OF'] as const) {
      await tie(scope(), type, 'a', 'b')
      await tie(scope(), type, 'b', 'c')
      await assert.rejects(tie(scope(), type, 'c', 'a'), (refusal: Refusal) => {
        assert.equal(refusal.code, 'CYCLE_DETECTED')
        assert.deepEqual(cycleOf(refusal), ['c', 'a', 'b', 'c'])
        return true
      })
    }
    await tie(scope(), 'CORRECTS', 'a', 'b')
    await tie(scope(), 'CORRECTS', 'b', 'a')
  })

  it('N-31: counts a message as part of its conversation', async () => {
    const scope = await world(on)
    const input = { type: 'PART_OF' as const, source: { conversationId: 'c' }, target: { messageId: 'c:t1' } }
    await assert.rejects(relate(scope(), input), (refusal: Refusal) => {
      assert.deepEqual(cycleOf(refusal), ['c', 'c:t1', 'c'])
      return true
    })
  })

  it('lets exactly one of two processes close a cycle together with the other', async () => {
    const scope = await world(on)
    for (let round = 0; round < 5; round++) {
      const [a, b] = [`a${round}`, `b${round}`]
      await topics(scope(), a, b)
      const ties = [tie(scope(1), 'DEPENDS_ON', a, b), tie(scope(2), 'DEPENDS_ON', b, a)]
      const outcomes = await Promise.allSettled(ties)
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
      assert.equal((refused.reason as Refusal).code, 'CYCLE_DETECTED')
    }
  })

  it('of 50 equal requests with one key writes once', async () => {
    const scope = await world(on)
    const input = { ...refers, metadata: { weight: 1 }, idempotencyKey: 'k' }
    const results = await Promise.all(Array.from({ length: 50 }, (_, i) => relate(scope(i % 2), input)))
    assert.equal(results.filter(({ replayed }) => !replayed).length, 1)
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', results[0]?.relationship.id ?? ''), ['FACT'])
  })

  it('of 50 equal requests without a key makes one edge', async () => {
    const scope = await world(on)
    const results = await Promise.all(Array.from({ length: 50 }, (_, i) => relate(scope(i % 2), refers)))
    assert.deepEqual([...new Set(results.map(({ relationship }) => relationship.id))], ['REFERS_TO:c%3At1:e'])
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', 'REFERS_TO:c%3At1:e'), ['FACT'])
  })

  it('N-3, N-6: binds a key also where nothing changes, and names it when the input differs', async () => {
    const scope = await world(on)
    await relate(scope(), refers)
    await relate(scope(), { ...refers, idempotencyKey: 'k' })
    await assert.rejects(relate(scope(), { ...refers, metadata: { weight: 1 }, idempotencyKey: 'k' }), {
      code: 'IDEMPOTENCY_MISMATCH',
      facts: { idempotencyKey: 'k', operation: 'relate', usedFor: { relationshipId: 'REFERS_TO:c%3At1:e' } },
    })
    await assert.rejects(unrelate(scope(), { ...refers, idempotencyKey: 'k' }), { code: 'IDEMPOTENCY_MISMATCH' })
    assert.deepEqual(await eventKinds(scope(), 'c'), ['RELATE', 'STORE', 'CREATE'])
  })

  it('reads the same few times whatever hangs on the other end', async () => {
    const scope = await world(on)
    const calls = async (id: string) => {
      const seen: string[] = []
      const store = intercept(scope().store, (method, call) => {
        seen.push(method)
        return call()
      })
      await topics(scope(), id)
      await tie(
        { ...scope(), store, reads: createReads(store, scope().tenant, createSegmentCache()) },
        'REFERS_TO',
        id,
        'e',
      )
      return seen.sort()
    }
    const before = await calls('first')
    const turns = Array.from({ length: 300 }, (_, i) => ({
      conversationId: 'hub',
      turnId: `t${i}`,
      role: 'USER' as const,
      blocks: [{ type: 'text' as const, text: 'x' }],
      refersTo: [{ entityId: 'e' }],
    }))
    await storeTurns(scope(), { turns })
    assert.deepEqual(await calls('last'), before)
    const page = await relationshipsPage(scope(), entity('e'), { first: 1 })
    assert.equal(await page.totalCount(), 302)
  })
})

await onEveryStore('unrelate', (on) => {
  it('N-32: takes the edge out of the lists and keeps its history', async () => {
    const scope = await world(on)
    const { relationship } = await relate(scope(), refers)
    const deleted = await unrelate(scope(), refers)
    assert.notEqual(deleted.relationship.deletedAt, null)
    assert.deepEqual(await listed(scope(), entity('e')), [])
    assert.deepEqual(await listed(scope(), entity('e'), { includeDeleted: true }), [relationship.id])
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', relationship.id), ['FACT', 'DELETION'])
    assert.equal((await eventKinds(scope(), 'c'))[0], 'UNRELATE')
  })

  it('N-32: refuses where no live edge is, with a hint to list them', async () => {
    const scope = await world(on)
    const refused = (refusal: Refusal) => {
      assert.equal(refusal.code, 'NOT_FOUND')
      assert.match((refusal.facts as { hint: string }).hint, /list/i)
      return true
    }
    await assert.rejects(unrelate(scope(), refers), refused)
    await relate(scope(), refers)
    await unrelate(scope(), refers)
    await assert.rejects(unrelate(scope(), refers), refused)
  })

  it('leaves a message in its conversation: that is no edge of its own', async () => {
    const scope = await world(on)
    const membership = { type: 'PART_OF' as const, source: { messageId: 'c:t1' }, target: { conversationId: 'c' } }
    const { relationship } = await relate(scope(), membership)
    assert.equal(relationship.id, 'PART_OF:c%3At1:c')
    await assert.rejects(unrelate(scope(), membership), { code: 'BAD_INPUT' })
    await assert.rejects(relate(scope(), { ...membership, metadata: { a: 1 } }), { code: 'BAD_INPUT' })
  })

  it('leaves an attachment with the message that holds it, and takes it from one that does not', async () => {
    const scope = await world(on)
    const { observation } = await say(scope(), 'c', 't2', { attachments: [{ uri: 'https://example.org/plan' }] })
    const [attachmentId = ''] = attachmentIds(observation.blocks)
    const embeds = { type: 'EMBEDS' as const, target: { attachmentId } }
    await assert.rejects(unrelate(scope(), { ...embeds, source: { messageId: 'c:t2' } }), { code: 'BAD_INPUT' })
    await relate(scope(), { ...embeds, source: { messageId: 'c:t1' } })
    const { relationship } = await unrelate(scope(), { ...embeds, source: { messageId: 'c:t1' } })
    assert.notEqual(relationship.deletedAt, null)
  })
})

await onEveryStore('restoreRelationship', (on) => {
  it('N-32: brings a deleted edge back with its metadata; one that is live stays as it is', async () => {
    const scope = await world(on)
    await relate(scope(), { ...refers, metadata: { weight: 1 } })
    await unrelate(scope(), refers)
    const { relationship } = await restoreRelationship(scope(), refers)
    assert.deepEqual([relationship.deletedAt, relationship.metadata], [null, { weight: 1 }])
    await restoreRelationship(scope(), refers)
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', relationship.id), ['FACT', 'DELETION', 'RESTORATION'])
    assert.equal((await eventKinds(scope(), 'c'))[0], 'RESTORE')
  })

  it('refuses one that never was', async () => {
    const scope = await world(on)
    await assert.rejects(restoreRelationship(scope(), refers), { code: 'NOT_FOUND' })
  })

  it('N-31: refuses one that would close a cycle by now', async () => {
    const scope = await world(on)
    await topics(scope(), 'a', 'b')
    const ab = { type: 'DEPENDS_ON' as const, source: { entityId: 'a' }, target: { entityId: 'b' } }
    await relate(scope(), ab)
    await unrelate(scope(), ab)
    await tie(scope(), 'DEPENDS_ON', 'b', 'a')
    await assert.rejects(restoreRelationship(scope(), ab), (refusal: Refusal) => {
      assert.deepEqual([refusal.code, cycleOf(refusal)], ['CYCLE_DETECTED', ['a', 'b', 'a']])
      return true
    })
  })
})

await onEveryStore('the relationships of a thing', (on) => {
  it('N-30: are listed by direction and type, newest change first', async () => {
    const scope = await world(on)
    await topics(scope(), 'a', 'b')
    const { relationship: out } = await tie(scope(), 'REFERS_TO', 'e', 'a')
    const { relationship: into } = await tie(scope(), 'REFERS_TO', 'b', 'e')
    const { relationship: needs } = await tie(scope(), 'DEPENDS_ON', 'e', 'b')
    await tie(scope(), 'REFERS_TO', 'e', 'a', { weight: 1 })
    const lists = [{}, { direction: 'OUTBOUND' }, { direction: 'INBOUND' }, { type: 'REFERS_TO' }] as const
    assert.deepEqual(await Promise.all(lists.map((asked) => listed(scope(), entity('e'), asked))), [
      [out.id, needs.id, into.id],
      [out.id, needs.id],
      [into.id],
      [out.id, into.id],
    ])
  })

  it('N-30: page over many edges of both directions, live and deleted, each once', async () => {
    const scope = await world(on)
    const ids: string[] = []
    for (let i = 0; i < 12; i++) {
      await topics(scope(), `x${i}`)
      const [source, target] = i % 2 === 0 ? ['e', `x${i}`] : [`x${i}`, 'e']
      ids.unshift((await tie(scope(), 'REFERS_TO', source, target)).relationship.id)
      if (i % 3 === 0)
        await unrelate(scope(), { type: 'REFERS_TO', source: { entityId: source }, target: { entityId: target } })
    }
    assert.deepEqual(await listed(scope(), entity('e'), { includeDeleted: true }), ids)
    assert.equal((await listed(scope(), entity('e'))).length, 8)
    const page = await relationshipsPage(scope(), entity('e'), { first: 3, includeDeleted: true })
    assert.equal(await page.totalCount(), 12)
  })

  it('N-28: hold a message as part of its conversation, between the other edges', async () => {
    const scope = await world(on)
    await relate(scope(), { ...refers, source: { conversationId: 'c' } })
    for (const turn of ['t2', 't3', 't4', 't5']) await say(scope(), 'c', turn)
    await say(scope(), 'c', 't2')
    const members = ['t5', 't4', 't3', 't2'].map((turn) => `PART_OF:c%3A${turn}:c`)
    assert.deepEqual(await listed(scope(), conversation), [...members, 'REFERS_TO:c:e', 'PART_OF:c%3At1:c'])
    assert.deepEqual(await listed(scope(), message), ['PART_OF:c%3At1:c'])
    const page = await relationshipsPage(scope(), conversation, { type: 'PART_OF', first: 1 })
    assert.equal(await page.totalCount(), 5)
  })

  it('of an inherited message are those that it has in its own conversation', async () => {
    const scope = await world(on)
    await relate(scope(), refers)
    await forkConversation(scope(), { source: 'c', newConversationId: 'fork', at: { messageId: 'c:t1' } })
    assert.deepEqual(await listed(scope(), message, { type: 'REFERS_TO' }), ['REFERS_TO:c%3At1:e'])
    await relate(scope(), { ...refers, source: { conversationId: 'fork' } })
    assert.deepEqual(await listed(scope(), entity('e')), ['REFERS_TO:fork:e', 'REFERS_TO:c%3At1:e'])
  })
})

await onEveryStore('a turn', (on) => {
  it('N-1: is stored with what it refers to, in one write', async () => {
    const scope = await world(on)
    await topics(scope(), 'f')
    await say(scope(), 'c', 't2', { refersTo: [{ entityId: 'e' }, { entityId: 'f' }, { entityId: 'e' }] })
    assert.deepEqual((await listed(scope(), { kind: 'MESSAGE', id: 'c:t2' }, { type: 'REFERS_TO' })).sort(), [
      'REFERS_TO:c%3At2:e',
      'REFERS_TO:c%3At2:f',
    ])
    await say(scope(), 'c', 't2', { refersTo: [{ entityId: 'e' }] })
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', 'REFERS_TO:c%3At2:e'), ['FACT'])
  })

  it('is refused whole when it refers to what is unknown', async () => {
    const scope = await world(on)
    const turn = { role: 'USER' as const, blocks: [{ type: 'text' as const, text: 'x' }], conversationId: 'c' }
    const turns = [
      { ...turn, turnId: 't2', refersTo: [{ entityId: 'e' }] },
      { ...turn, turnId: 't3', refersTo: [{ entityId: 'nobody' }] },
    ]
    await assert.rejects(storeTurns(scope(), { turns }), { code: 'NOT_FOUND' })
    assert.equal(await scope().reads.message('c:t2'), null)
    assert.deepEqual(await listed(scope(), entity('e')), [])
    await assert.rejects(say(scope(), 'c', 't2', { supersedes: 'c:none' }), { code: 'NOT_FOUND' })
    await assert.rejects(say(scope(), 'c', 't2', { supersedes: 'c:t2' }), { code: 'BAD_INPUT' })
  })

  it('N-15: takes the place of the message that it names', async () => {
    const scope = await world(on)
    const { message: newer } = await say(scope(), 'c', 't2', { supersedes: 'c:t1' })
    const { message: newest } = await say(scope(), 'c', 't3', { supersedes: 'c:t1' })
    assert.equal((await supersededMessage(scope(), newer))?.id, 'c:t1')
    const older = await scope().reads.message('c:t1')
    assert.ok(older)
    assert.deepEqual(
      (await supersedingMessages(scope(), older)).map(({ id }) => id),
      [newest.id, newer.id],
    )
  })

  it('of a fork takes the place of the inherited one by an edge that stays', async () => {
    const scope = await world(on)
    await forkConversation(scope(), { source: 'c', newConversationId: 'fork', at: { messageId: 'c:t1' } })
    const { message: own } = await say(scope(), 'fork', 't1')
    await say(scope(), 'fork', 't1')
    const id = 'SUPERSEDES:fork%3At1:c%3At1'
    assert.deepEqual(await listed(scope(), message, { direction: 'INBOUND' }), [id])
    assert.equal((await supersededMessage(scope(), own))?.id, 'c:t1')
    const input = { type: 'SUPERSEDES' as const, source: { messageId: 'fork:t1' }, target: { messageId: 'c:t1' } }
    await assert.rejects(unrelate(scope(), input), { code: 'BAD_INPUT' })
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { amendMessage } from '../../src/app/amendMessage.ts'
import { claimRun } from '../../src/app/claimRun.ts'
import { completeRun } from '../../src/app/completeRun.ts'
import { deleteConversation } from '../../src/app/deleteConversation.ts'
import { forkConversation } from '../../src/app/forkConversation.ts'
import { conversationsPage, integrity, listPage } from '../../src/app/queries.ts'
import { restoreConversation } from '../../src/app/restoreConversation.ts'
import { rewindConversation } from '../../src/app/rewindConversation.ts'
import type { ConversationChange } from '../../src/domain/model.ts'
import { newConversation } from '../../src/domain/newConversation.ts'
import { onEveryStore } from '../support/acts.ts'
import { changes, event } from '../support/changes.ts'
import { say, turnsOf } from '../support/talk.ts'

await onEveryStore('deleteConversation and restoreConversation', (on) => {
  const act = on.act
  const listed = async () => (await conversationsPage(act(), {}, { first: 100 })).items.map(({ item }) => item.id)
  const forksOf = async (id: string) => {
    const page = await listPage(act(), 'forks', id, { first: 100 })
    return [page.items.map(({ item }) => item.id), await page.totalCount()]
  }

  it('take it out of every list and bring it back, while its forks stay as they are', async () => {
    for (const turn of ['u1', 'a1']) await say(act(), 'source', turn)
    await forkConversation(act(), { source: 'source', newConversationId: 'fork' })
    await forkConversation(act(), { source: 'fork', newConversationId: 'fork-of-fork' })
    const { conversation } = await deleteConversation(act(), { id: 'source', note: 'private' })
    assert.ok(conversation?.deletedAt)
    assert.deepEqual(await listed(), ['fork-of-fork', 'fork'])
    await say(act(), 'fork', 'u2')
    assert.deepEqual(await turnsOf(act(), 'fork'), ['u1', 'a1', 'u2'])
    await deleteConversation(act(), { id: 'fork' })
    assert.deepEqual(await forksOf('source'), [[], 0])
    assert.deepEqual(await turnsOf(act(), 'fork-of-fork'), ['u1', 'a1'])
    assert.equal((await restoreConversation(act(), { id: 'fork' })).conversation.deletedAt, null)
    assert.deepEqual(await forksOf('source'), [['fork'], 1])
    for (const id of ['source', 'fork', 'fork-of-fork']) assert.deepEqual((await integrity(act(), id)).findings, [])
    const [last] = await act().reads.list({ list: 'events', owner: 'source', after: null, limit: 1 })
    assert.deepEqual([last?.kind, last?.note], ['DELETE', 'private'])
  })

  it('keep it from taking turns, from being forked and from moving its head; its turns may be corrected', async () => {
    for (const turn of ['u1', 'a1']) await say(act(), 'closed', turn)
    await deleteConversation(act(), { id: 'closed' })
    const refused = { code: 'NOT_FOUND', facts: { kind: 'Conversation', id: 'closed', deleted: true } }
    await assert.rejects(say(act(), 'closed', 'u2'), refused)
    await assert.rejects(forkConversation(act(), { source: 'closed' }), refused)
    await assert.rejects(rewindConversation(act(), { conversationId: 'closed', to: { turn: 1 } }), refused)
    const amended = await amendMessage(act(), { messageId: 'closed:u1', fields: { text: 'mended' } })
    assert.equal(amended.message?.observationCount, 2)
    assert.ok((await act().reads.conversation('closed'))?.deletedAt)
    await restoreConversation(act(), { id: 'closed' })
    await say(act(), 'closed', 'u2')
    assert.deepEqual(await turnsOf(act(), 'closed'), ['u1', 'a1', 'u2'])
  })

  it('twice, or of one that never was, is no error; restoring one that never was is', async () => {
    await say(act(), 'twice', 'u1')
    const first = await deleteConversation(act(), { id: 'twice' })
    const second = await deleteConversation(act(), { id: 'twice' })
    assert.equal(second.conversation?.deletedAt, first.conversation?.deletedAt)
    assert.deepEqual(await deleteConversation(act(), { id: 'never' }), { conversation: null, replayed: false })
    await assert.rejects(restoreConversation(act(), { id: 'never' }), { code: 'NOT_FOUND' })
  })

  it('with a key, do it once', async () => {
    await say(act(), 'once', 'u1')
    const input = { id: 'once', idempotencyKey: 'delete-conversation' }
    await deleteConversation(act(), input)
    await restoreConversation(act(), { id: 'once' })
    const again = await deleteConversation(act(), input)
    assert.deepEqual([again.replayed, again.conversation?.deletedAt], [true, null])
    await assert.rejects(deleteConversation(act(), { ...input, note: 'why' }), { code: 'IDEMPOTENCY_MISMATCH' })
    await assert.rejects(restoreConversation(act(), input), { code: 'IDEMPOTENCY_MISMATCH' })
  })

  it('refuse it while a run is open', async () => {
    await say(act(), 'running', 'u1')
    await claimRun(act(), { conversationId: 'running', runId: 'r1' })
    await assert.rejects(deleteConversation(act(), { id: 'running' }), {
      code: 'CONFLICT_ACTIVE_RUN',
      facts: { conversationId: 'running', openRunIds: ['r1'] },
    })
    await completeRun(act(), { conversationId: 'running', runId: 'r1' })
    assert.ok((await deleteConversation(act(), { id: 'running' })).conversation?.deletedAt)
  })

  it('count a sidechain of the conversation that started it only while it is there', async () => {
    await say(act(), 'caller', 'u1')
    const made: ConversationChange = {
      expected: null,
      value: newConversation('agent', '2026-01-01T00:00:00.000000000Z', { sidechainOf: 'caller', version: 1 }),
    }
    const { tenant } = act()
    const before = (await on.store().conversations(tenant, ['caller']))[0]
    assert.ok(before)
    const counted = { ...before, version: before.version + 1, shape: { ...before.shape, sidechains: 1 } }
    await on
      .store()
      .write(
        tenant,
        changes(event('made', 'agent'), { conversations: [made, { expected: before.version, value: counted }] }),
      )
    const sidechains = async () => {
      const page = await listPage(act(), 'sidechains', 'caller', { first: 10 })
      return [page.items.length, (await act().reads.conversation('caller'))?.shape.sidechains]
    }
    assert.deepEqual(await sidechains(), [1, 1])
    await deleteConversation(act(), { id: 'agent' })
    await deleteConversation(act(), { id: 'agent' })
    assert.deepEqual(await sidechains(), [0, 0])
    assert.deepEqual((await integrity(act(), 'caller')).findings, [])
    await restoreConversation(act(), { id: 'agent' })
    assert.deepEqual(await sidechains(), [1, 1])
    assert.deepEqual((await integrity(act(), 'caller')).findings, [])
  })
})

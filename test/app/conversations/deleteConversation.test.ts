import assert from 'node:assert/strict'
import { it } from 'node:test'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { completeRun } from '../../../src/app/runs/completeRun.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { conversationsPage, listPage } from '../../../src/app/read/lists.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { restoreConversation } from '../../../src/app/conversations/restoreConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import type { ConversationChange } from '../../../src/domain/changes.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { changes, event } from '../../support/changes.ts'
import { say, turnsOf } from '../../support/talk.ts'

await onEveryStore('deleteConversation and restoreConversation', (on) => {
  const scope = on.scope
  const listed = async () => (await conversationsPage(scope(), {}, { first: 100 })).items.map(({ item }) => item.id)
  const forksOf = async (id: string) => {
    const page = await listPage(scope(), 'forks', id, { first: 100 })
    return [page.items.map(({ item }) => item.id), await page.totalCount()]
  }

  it('take it out of every list and bring it back, while its forks stay as they are', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'source', turn)
    await forkConversation(scope(), { source: 'source', newConversationId: 'fork' })
    await forkConversation(scope(), { source: 'fork', newConversationId: 'fork-of-fork' })
    const { conversation } = await deleteConversation(scope(), { id: 'source', note: 'private' })
    assert.ok(conversation?.deletedAt)
    assert.deepEqual(await listed(), ['fork-of-fork', 'fork'])
    await say(scope(), 'fork', 'u2')
    assert.deepEqual(await turnsOf(scope(), 'fork'), ['u1', 'a1', 'u2'])
    await deleteConversation(scope(), { id: 'fork' })
    assert.deepEqual(await forksOf('source'), [[], 0])
    assert.deepEqual(await turnsOf(scope(), 'fork-of-fork'), ['u1', 'a1'])
    assert.equal((await restoreConversation(scope(), { id: 'fork' })).conversation.deletedAt, null)
    assert.deepEqual(await forksOf('source'), [['fork'], 1])
    for (const id of ['source', 'fork', 'fork-of-fork']) assert.deepEqual((await integrity(scope(), id)).findings, [])
    const [last] = await scope().reads.list({ list: 'events', owner: 'source', after: null, limit: 1 })
    assert.deepEqual([last?.kind, last?.note], ['DELETE', 'private'])
  })

  it('keep it from taking turns, from being forked and from moving its head; its turns may be corrected', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'closed', turn)
    await deleteConversation(scope(), { id: 'closed' })
    const refused = { code: 'NOT_FOUND', facts: { kind: 'Conversation', id: 'closed', deleted: true } }
    await assert.rejects(say(scope(), 'closed', 'u2'), refused)
    await assert.rejects(forkConversation(scope(), { source: 'closed' }), refused)
    await assert.rejects(rewindConversation(scope(), { conversationId: 'closed', to: { turn: 1 } }), refused)
    const amended = await amendMessage(scope(), { messageId: 'closed:u1', fields: { text: 'mended' } })
    assert.equal(amended.message?.observationCount, 2)
    assert.ok((await scope().reads.conversation('closed'))?.deletedAt)
    await restoreConversation(scope(), { id: 'closed' })
    await say(scope(), 'closed', 'u2')
    assert.deepEqual(await turnsOf(scope(), 'closed'), ['u1', 'a1', 'u2'])
  })

  it('twice, or of one that never was, is no error; restoring one that never was is', async () => {
    await say(scope(), 'twice', 'u1')
    const first = await deleteConversation(scope(), { id: 'twice' })
    const second = await deleteConversation(scope(), { id: 'twice' })
    assert.equal(second.conversation?.deletedAt, first.conversation?.deletedAt)
    assert.deepEqual(await deleteConversation(scope(), { id: 'never' }), { conversation: null, replayed: false })
    await assert.rejects(restoreConversation(scope(), { id: 'never' }), { code: 'NOT_FOUND' })
  })

  it('with a key, do it once', async () => {
    await say(scope(), 'once', 'u1')
    const input = { id: 'once', idempotencyKey: 'delete-conversation' }
    await deleteConversation(scope(), input)
    await restoreConversation(scope(), { id: 'once' })
    const again = await deleteConversation(scope(), input)
    assert.deepEqual([again.replayed, again.conversation?.deletedAt], [true, null])
    await assert.rejects(deleteConversation(scope(), { ...input, note: 'why' }), { code: 'IDEMPOTENCY_MISMATCH' })
    await assert.rejects(restoreConversation(scope(), input), { code: 'IDEMPOTENCY_MISMATCH' })
  })

  it('refuse it while a run is open', async () => {
    await say(scope(), 'running', 'u1')
    await claimRun(scope(), { conversationId: 'running', runId: 'r1' })
    await assert.rejects(deleteConversation(scope(), { id: 'running' }), {
      code: 'CONFLICT_ACTIVE_RUN',
      facts: { conversationId: 'running', openRunIds: ['r1'] },
    })
    await completeRun(scope(), { conversationId: 'running', runId: 'r1' })
    assert.ok((await deleteConversation(scope(), { id: 'running' })).conversation?.deletedAt)
  })

  it('count a sidechain of the conversation that started it only while it is there', async () => {
    await say(scope(), 'caller', 'u1')
    const made: ConversationChange = {
      expected: null,
      value: newConversation('agent', '2026-01-01T00:00:00.000000000Z', { sidechainOf: 'caller', version: 1 }),
    }
    const { tenant } = scope()
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
      const page = await listPage(scope(), 'sidechains', 'caller', { first: 10 })
      return [page.items.length, (await scope().reads.conversation('caller'))?.shape.sidechains]
    }
    assert.deepEqual(await sidechains(), [1, 1])
    await deleteConversation(scope(), { id: 'agent' })
    await deleteConversation(scope(), { id: 'agent' })
    assert.deepEqual(await sidechains(), [0, 0])
    assert.deepEqual((await integrity(scope(), 'caller')).findings, [])
    await restoreConversation(scope(), { id: 'agent' })
    assert.deepEqual(await sidechains(), [1, 1])
    assert.deepEqual((await integrity(scope(), 'caller')).findings, [])
  })
})

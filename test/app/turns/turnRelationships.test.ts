import assert from 'node:assert/strict'
import { it } from 'node:test'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { unrelate } from '../../../src/app/relationships/unrelate.ts'
import { attachmentIds } from '../../../src/domain/records/attachment.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { entity, history, listed, merge, say, topics } from '../../support/things.ts'

let tenants = 0

/** A tenant of its own; each call of `act` is a request of its own, `counted` tells the store calls of its work. */
function world(on: TestStore) {
  const tenant = `turn edges ${tenants++} ${on.name}`
  const scope = () => on.scope({ tenant })
  const counted = async (work: (scope: ReturnType<typeof on.scope>) => Promise<unknown>) => {
    const calls: string[] = []
    const store = intercept(on.store(), (method, call) => {
      calls.push(method)
      return call()
    })
    await work(on.scope({ tenant, store }))
    return calls
  }
  return { scope, counted }
}

const turn = { role: 'USER' as const, blocks: [{ type: 'text' as const, text: 'x' }] }

await onEveryStore('the edges of a batch', (on) => {
  it('take the same few store calls for 100 turns as for 10', async () => {
    const { scope, counted } = world(on)
    const ids = Array.from({ length: 100 }, (_, i) => `e${i}`)
    for (const id of ids) await topics(scope(), id)
    await topics(scope(), 'shared', 'old', 'new')
    await merge(scope(), 'old', 'new')
    await storeTurns(scope(), { turns: ids.map((id) => ({ ...turn, conversationId: 'other', turnId: id })) })
    const batch = (conversationId: string, length: number) =>
      counted((scope) =>
        storeTurns(scope, {
          turns: ids.slice(0, length).map((id) => ({
            ...turn,
            conversationId,
            turnId: id,
            refersTo: [
              { entityId: id },
              { entityId: 'shared' },
              { entityId: 'old' },
              { messageId: `other:${id}` },
              { conversationId: 'other' },
              { entity: { type: 'topic', name: `named ${id}` } },
            ],
            supersedes: `other:${id}`,
            attachments: [{ uri: `https://example.org/${conversationId}/${id}` }, { uri: `https://example.org/${id}` }],
          })),
        }),
      )
    await batch('c', 1)
    const few = await batch('few', 10)
    const many = await batch('many', 100)
    assert.deepEqual(many, few)
    assert.ok(few.length <= 16, few.join())
    assert.equal((await listed(scope(), { kind: 'MESSAGE', id: 'many:e99' })).length, 10)
  })

  it('of turns that are known, inherited or new in a fork take as few', async () => {
    const { scope, counted } = world(on)
    await topics(scope(), 'e')
    const turns = (conversationId: string, length: number, from: number) =>
      Array.from({ length }, (_, i) => ({
        ...turn,
        conversationId,
        turnId: `t${from + i}`,
        refersTo: [{ entityId: 'e' }],
      }))
    const batches = async (length: number) => {
      const [id, fork] = [`c${length}`, `f${length}`]
      await storeTurns(scope(), { turns: turns(id, length, 0) })
      const again = await counted((scope) => storeTurns(scope, { turns: turns(id, length, 0) }))
      await forkConversation(scope(), { source: id, newConversationId: fork })
      return [again, await counted((scope) => storeTurns(scope, { turns: turns(fork, length, 1000) }))]
    }
    await batches(1)
    const few = await batches(10)
    assert.deepEqual(await batches(100), few)
    assert.ok(
      few.every((calls) => calls.length <= 8),
      few.join(' | '),
    )
  })

  it('are one where turns name the same thing, also under two names', async () => {
    const { scope } = world(on)
    await topics(scope(), 'old', 'new')
    await merge(scope(), 'old', 'new')
    const again = { ...turn, conversationId: 'c', turnId: 't1', refersTo: [{ entityId: 'old' }, { entityId: 'new' }] }
    await storeTurns(scope(), { turns: [again, again, { ...again, turnId: 't2' }] })
    assert.deepEqual((await listed(scope(), entity('new'))).sort(), ['REFERS_TO:c%3At1:new', 'REFERS_TO:c%3At2:new'])
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', 'REFERS_TO:c%3At1:new'), ['FACT'])
  })

  it('lead to what the same batch stores, and the refusal names the first end that is unknown', async () => {
    const { scope } = world(on)
    await say(scope(), 'c', 't1')
    const refused = { ...turn, conversationId: 'c', turnId: 't3', refersTo: [{ messageId: 'c:no' }] }
    const more = { ...turn, conversationId: 'c', turnId: 't4', refersTo: [{ entityId: 'nobody' }] }
    const stored = { ...turn, conversationId: 'c', turnId: 't2', refersTo: [{ messageId: 'c:t1' }] }
    await assert.rejects(storeTurns(scope(), { turns: [stored, refused, more] }), {
      code: 'NOT_FOUND',
      facts: { kind: 'Message', id: 'c:no' },
    })
    await storeTurns(scope(), { turns: [stored, { ...stored, turnId: 't3', refersTo: [{ messageId: 'c:t2' }] }] })
    assert.deepEqual((await listed(scope(), { kind: 'MESSAGE', id: 'c:t2' })).sort(), [
      'PART_OF:c%3At2:c',
      'REFERS_TO:c%3At2:c%3At1',
      'REFERS_TO:c%3At3:c%3At2',
    ])
  })
})

await onEveryStore('what a correction embeds', (on) => {
  it('has its edge, as with a stored turn; what is not there is refused', async () => {
    const { scope } = world(on)
    const { observation } = await say(scope(), 'c', 't1', { attachments: [{ uri: 'https://example.org/plan' }] })
    const [attachmentId = ''] = attachmentIds(observation.blocks)
    await say(scope(), 'c', 't2')
    await amendMessage(scope(), { messageId: 'c:t2', fields: { content: [{ attachmentId }, { text: 'as planned' }] } })
    const embeds = { type: 'EMBEDS' as const, source: { messageId: 'c:t2' }, target: { attachmentId } }
    const ids = await listed(scope(), { kind: 'ATTACHMENT', id: attachmentId })
    assert.deepEqual(ids, [`EMBEDS:c%3At2:${attachmentId}`, `EMBEDS:c%3At1:${attachmentId}`])
    await assert.rejects(unrelate(scope(), embeds), { code: 'BAD_INPUT' })
    await amendMessage(scope(), { messageId: 'c:t2', fields: { text: 'not any more' } })
    assert.notEqual((await unrelate(scope(), embeds)).relationship.deletedAt, null)
    const unknown = { messageId: 'c:t2', fields: { content: [{ attachmentId: 'ab'.repeat(32) }] } }
    await assert.rejects(amendMessage(scope(), unknown), { code: 'NOT_FOUND' })
    assert.equal((await integrity(scope(), 'c')).ok, true)
  })
})

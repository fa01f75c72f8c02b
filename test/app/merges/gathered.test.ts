/** The evidence that a conversation has gathered by merges, as one list. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { evidencePage } from '../../../src/app/merges/gathered.ts'
import { mergeConversations } from '../../../src/app/merges/mergeConversations.ts'
import type { Conversation, Event, Observation } from '../../../src/domain/model.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { brings, wordGates } from '../../support/merges.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('the evidence of a conversation', (on) => {
  let count = 0
  const fresh = async () => {
    const tenant = `${on.name} ${++count}`
    const scope = () => on.scope({ tenant })
    const merge = (...from: string[]) =>
      mergeConversations(scope(), wordGates(), { into: 'm', from, strategy: 'EVIDENCE', gate: { command: 'words' } })
    const page = async (id: string, args: object = {}, as: Scope = scope()) =>
      evidencePage(as, (await as.reads.conversation(id)) as Conversation, args)
    const listed = async (id: string, as?: Scope) =>
      (await page(id, {}, as)).items.map(({ item }) => [item.environment, item.fromId, item.event.id, item.verdict])
    await say(scope(), 'm', 'u1')
    for (const newConversationId of ['a', 'b', 'c']) await forkConversation(scope(), { source: 'm', newConversationId })
    await brings(scope(), 'a', 'u2', 'good one')
    await brings(scope(), 'a', 'u3', 'bad one')
    await brings(scope(), 'b', 'u2', 'good one')
    await brings(scope(), 'b', 'u3', 'good two')
    await brings(scope(), 'c', 'u2', 'bad two')
    return { scope, merge, page, listed }
  }

  it('is what survived, newest merge first, once for each branch that brought it', async () => {
    const { scope, merge, page, listed } = await fresh()
    assert.deepEqual(await listed('m'), [])
    const first = await merge('b', 'a', 'c')
    await brings(scope(), 'c', 'u3', 'good three')
    const second = await merge('c')
    const event = { first: first.event.id, second: second.event.id }
    const froms = (await listed('m')).map(([, ...rest]) => rest)
    assert.deepEqual(froms[0], ['c', event.second, 'SURVIVES'])
    assert.deepEqual(
      froms
        .slice(1)
        .map(([from]) => from)
        .sort(),
      ['a', 'b', 'b'],
    )
    assert.deepEqual(new Set(froms.slice(1).map(([, id]) => id)), new Set([event.first]))
    const { items, ...whole } = await page('m')
    assert.equal(await whole.totalCount(), 4)
    // Page by page it is the same list.
    const seen: unknown[] = []
    for (let after: string | null = null; ;) {
      const next: Awaited<ReturnType<typeof page>> = await page('m', { first: 1, after })
      seen.push(...next.items.map(({ item }) => item))
      after = next.items.at(-1)?.cursor ?? null
      if (!next.hasNextPage) break
    }
    assert.deepEqual(
      seen,
      items.map(({ item }) => item),
    )
    for (const after of ['x', '']) await assert.rejects(page('m', { after }), { code: 'BAD_INPUT' }, after)
  })

  it('belongs to the path: forks inherit it, and an undone merge takes its part away', async () => {
    const { scope, merge, listed } = await fresh()
    await merge('a')
    await say(scope(), 'm', 'u2')
    await forkConversation(scope(), { source: 'm', newConversationId: 'later' })
    await deleteConversation(scope(), { id: 'a' })
    const [[, from] = []] = await listed('later')
    assert.equal(from, 'a')
    await merge('b')
    assert.equal((await listed('m')).length, 3)
    assert.equal((await listed('later')).length, 1)
    await undo(scope(), { conversationId: 'm' })
    assert.equal((await listed('m')).length, 1)
  })

  it('is found also where joins and events do not say yet what belongs together', async () => {
    const { scope, merge, listed } = await fresh()
    await merge('b', 'a')
    for (let i = 0; i < 3; i++) await say(scope(), 'm', `u${i + 2}`)
    const wanted = await listed('m')
    const before = (event: Event): Event => {
      const told = event.details['artifacts'] as Record<string, never>[]
      return { ...event, details: { ...event.details, artifacts: told.map(({ from: _, ...rest }) => rest) } }
    }
    const now = scope()
    const reads = Object.assign(Object.create(now.reads) as Scope['reads'], {
      event: () => Promise.reject(new Error('No join named its event.')),
      observation: async (id: string) => {
        const { fields, ...rest } = (await now.reads.observation(id)) as Observation
        const { eventId: _, ...others } = fields
        return { ...rest, fields: others }
      },
      list: async (request: Parameters<Scope['reads']['list']>[0]) => {
        const found = await now.reads.list(request)
        return request.list === 'headMoves'
          ? (found as Event[]).map((it) => (it.kind === 'MERGE' ? before(it) : it))
          : found
      },
    })
    assert.equal(wanted.length, 3)
    assert.deepEqual(new Set((await listed('m', { ...now, reads })).map(String)), new Set(wanted.map(String)))
  })
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { matcherOf } from '../../src/app/conversations/listMatch.ts'
import { createListReader } from '../../src/app/subscriptions/listReader.ts'
import { newConversation } from '../../src/domain/messages/newConversation.ts'
import { startApi, type Api } from './support/api.ts'
import { ofEachServer } from './support/severalServers.ts'
import { mutate, storeTurn } from './support/talk.ts'
import { pause, waitFor } from '../support/waitFor.ts'

interface Hinted {
  readonly id: string
  readonly title: string
  readonly turnCount: number
  readonly deletedAt: string | null
}

/** Follows a list; `next` resolves with the next hint. */
async function follow(api: Api, filter: object | null = null) {
  const url = `${api.url.replace('http', 'ws')}/graphql`
  const subscriptions = api.app.watches.size().subscriptions
  const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0 })
  const query = `subscription ($filter: ConversationFilter) {
    conversationsChanged(filter: $filter) { id title turnCount deletedAt } }`
  const hints = client.iterate<{ conversationsChanged: Hinted }>({ query, variables: { filter } })
  const first = hints.next()
  await waitFor(() => api.app.watches.size().subscriptions !== subscriptions)
  let pending: Promise<IteratorResult<unknown, unknown>> | null = first
  return {
    async next(): Promise<Hinted> {
      const hint: IteratorResult<unknown, unknown> = await (pending ?? hints.next())
      pending = null
      return (hint.value as { data: { conversationsChanged: Hinted } }).data.conversationsChanged
    },
    async stop() {
      await client.dispose()
    },
  }
}

describe('conversationsChanged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-lists-'))
  let api: Api
  let other: Api
  const start = () =>
    startApi({ DATA: folder, SUBSCRIPTION_POLL_MS: '50' }, {}, { oneServer: ofEachServer.namedServers })
  before(async () => {
    api = await start()
    other = await start()
  })
  after(async () => {
    await other.close()
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const say = (on: Api, conversationId: string, text: string) => storeTurn(on, { conversationId, role: 'USER', text })

  it('hints at once, and after a burst once more with what is then', async () => {
    const list = await follow(api)
    for (let i = 0; i < 20; i++) await say(api, 'burst', `${i}`)
    const written = performance.now()
    const counts: number[] = []
    for (let hints = 0; hints < 20 && counts.at(-1) !== 20; hints++) counts.push((await list.next()).turnCount)
    assert.ok(counts.length < 20 && (counts[0] ?? 20) < 20, counts.join())
    assert.ok(performance.now() - written < 4_000)
    await say(api, 'burst', 'more')
    assert.equal((await list.next()).turnCount, 21)
    await list.stop()
  })

  it('tells of those that a filter lists, and when they leave it', async () => {
    await mutate(api, 'createConversation', { id: 'kept', title: 'Plan', cwd: '/w' }, '')
    const list = await follow(api, { cwd: '/w', title: 'plan' })
    await say(api, 'elsewhere', 'no hint')
    await say(api, 'kept', 'a hint')
    assert.deepEqual((await list.next()).id, 'kept')
    await mutate(api, 'updateConversation', { id: 'kept', title: 'Other' }, '')
    assert.equal((await list.next()).title, 'Other')
    await say(api, 'kept', 'no hint')
    await mutate(api, 'createConversation', { id: 'next', title: 'A plan', cwd: '/w' }, '')
    assert.equal((await list.next()).id, 'next')
    await mutate(api, 'deleteConversation', { id: 'next' }, '')
    const gone = await list.next()
    assert.ok(gone.id === 'next' && gone.deletedAt !== null)
    await mutate(api, 'createConversation', { id: 'third', title: 'A third plan', cwd: '/w' }, '')
    assert.equal((await list.next()).id, 'third')
    await mutate(api, 'updateConversation', { id: 'third', archived: true }, '')
    assert.equal((await list.next()).id, 'third')
    await mutate(
      api,
      'createConversation',
      { id: 'fourth', title: 'A plan in the archive', cwd: '/w', metadata: { archived: true } },
      '',
    )
    await mutate(api, 'createConversation', { id: 'fifth', title: 'The last plan', cwd: '/w' }, '')
    assert.equal((await list.next()).id, 'fifth')
    await list.stop()
  })

  it('tells of what another server wrote', async () => {
    const list = await follow(api, { title: 'afar' })
    await pause(150, 'it has looked for news, and only looking again tells of it')
    await mutate(other, 'createConversation', { id: 'afar', title: 'Afar' }, '')
    assert.equal((await list.next()).id, 'afar')
    await list.stop()
  })

  it('refuses a filter that makes no sense', () => {
    assert.throws(() => matcherOf({ metadata: 5 }), /must be a JSON object/)
  })
})

describe('a reader of a list', () => {
  const conversation = (id: string) => newConversation(id, '2026-01-01T00:00:00.000000000Z')

  it('holds each conversation once, as it is last, and ends where it holds too many', async () => {
    const reader = createListReader(() => 'listed', 2)
    reader.push(conversation('a'), false)
    reader.push({ ...conversation('a'), title: 'now' }, false)
    const hint = await reader.take()
    assert.equal(hint?.kind === 'conversation' && hint.conversation.title, 'now')
    for (const id of ['a', 'b', 'c']) reader.push(conversation(id), false)
    const dropped = await reader.take()
    assert.equal(dropped?.kind === 'dropped' && dropped.refusal.code, 'LIMIT_EXCEEDED')
    assert.equal(await reader.take(), null)
  })

  it('is told once of what leaves, and never of what cannot be listed', async () => {
    const states = { a: 'listed', b: 'never', c: 'unlisted' } as Record<string, 'listed' | 'unlisted' | 'never'>
    const reader = createListReader(({ id }) => states[id] ?? 'never', 9)
    for (const id of ['a', 'b', 'c']) reader.push(conversation(id), false)
    states['a'] = 'unlisted'
    await reader.take()
    reader.push(conversation('a'), false)
    await reader.take()
    reader.push(conversation('a'), false)
    reader.push(conversation('c'), true)
    const left = await reader.take()
    assert.equal(left?.kind === 'conversation' && left.conversation.id, 'c')
  })
})

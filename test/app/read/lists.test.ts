import assert from 'node:assert/strict'
import { it } from 'node:test'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { type ConversationFilter, conversationsPage } from '../../../src/app/read/lists.ts'
import { labelsOf } from '../../../src/app/conversations/labels.ts'
import { recentTurns } from '../../../src/app/transcripts/transcript.ts'
import { updateConversation } from '../../../src/app/conversations/updateConversation.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import type { GraphStore } from '../../../src/storage/graphStore.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('the list of conversations', (on) => {
  const scope = on.scope
  const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000000000Z`
  const conversationOf = async (id: string) => (await scope().reads.conversation(id)) as Conversation
  const listed = async (filter: ConversationFilter = {}) =>
    (await conversationsPage(scope(), filter, { first: 100 })).items.map(({ item }) => item.id)
  /** Runs on a store that tells its calls. */
  const watched = async (work: (store: GraphStore) => Promise<unknown>) => {
    const calls: string[] = []
    const store = new Proxy(on.store(), {
      get: (target, name, self) => {
        calls.push(String(name))
        return Reflect.get(target, name, self) as unknown
      },
    })
    await work(store)
    return calls
  }

  it('N-38, E-8: goes by the latest activity of a turn; a rename, a correction and a deletion are none', async () => {
    for (const [i, id] of ['one', 'two', 'three'].entries())
      await say(scope(), id, 'u1', id, { observedAt: day(i + 1) })
    assert.deepEqual(await listed(), ['three', 'two', 'one'])
    await say(scope(), 'one', 'u2', 'later', { observedAt: day(9) })
    await updateConversation(scope(), { id: 'two', title: 'Renamed' })
    await amendMessage(scope(), { messageId: 'two:u1', fields: { text: 'corrected' } })
    await deleteMessage(scope(), { id: 'three:u1' })
    assert.deepEqual(await listed(), ['one', 'three', 'two'])
  })

  it('N-38: filters by activity, both ends included, by title, and for deleted ones', async () => {
    assert.deepEqual(await listed({ activeAfter: day(2), activeBefore: day(3) }), ['three', 'two'])
    assert.deepEqual(await listed({ title: 'rena' }), ['two'])
    await deleteConversation(scope(), { id: 'two' })
    assert.deepEqual(await listed({ title: 'rena' }), [])
    assert.deepEqual(await listed({ title: 'rena', includeDeleted: true }), ['two'])
  })

  it('leaves archived ones out, lists them alone or with the others, and nothing else of them changes', async () => {
    const [before] = await listed()
    await updateConversation(scope(), { id: 'one', archived: true, metadata: { kept: 1 } })
    assert.deepEqual(await listed(), ['three'])
    assert.deepEqual(await listed({ archived: true }), ['one'])
    assert.deepEqual(await listed({ archived: null }), [before, 'three'])
    assert.deepEqual(await listed({ archived: true, metadata: { kept: 2 } }), [])
    assert.deepEqual((await conversationOf('one')).metadata, { kept: 1, archived: true })
    await say(scope(), 'one', 'u3', 'still written', { observedAt: day(10) })
    await updateConversation(scope(), { id: 'one', archived: false })
    assert.deepEqual(await listed(), ['one', 'three'])
    await updateConversation(scope(), { id: 'one', metadata: { archived: 'yes' } })
    assert.deepEqual(await listed(), ['one', 'three'])
  })

  it('lists pinned ones alone, the others alone, or both, and pinning is no activity', async () => {
    const before = await listed()
    await updateConversation(scope(), { id: 'three', pinned: true })
    assert.deepEqual(await listed(), before)
    assert.deepEqual(await listed({ pinned: true }), ['three'])
    assert.deepEqual(await listed({ pinned: false }), ['one'])
    assert.deepEqual(await listed({ pinned: true, archived: true }), [])
    await updateConversation(scope(), { id: 'three', archived: true, pinned: false })
    assert.deepEqual((await conversationOf('three')).metadata, { archived: true, pinned: false })
    await updateConversation(scope(), { id: 'three', archived: false })
    assert.deepEqual(await listed({ pinned: false }), before)
  })

  it('E-9: titles are the first prompt, else "Untitled", at most 60 code points; previews to 100 and …', async () => {
    await createConversation(scope(), { id: 'empty' })
    assert.deepEqual(await labelsOf(scope(), await conversationOf('empty')), { title: 'Untitled', preview: '' })
    await say(scope(), 'long', 'a1', 'no user yet')
    await say(scope(), 'long', 'u1', ' \n ')
    assert.equal((await labelsOf(scope(), await conversationOf('long'))).title, 'Untitled')
    await say(scope(), 'long', 'u2', `  ${'𝒳'.repeat(30)} \n ${'y'.repeat(200)}`)
    assert.deepEqual(await labelsOf(scope(), await conversationOf('long')), {
      title: `${'𝒳'.repeat(30)}…`,
      preview: `${'𝒳'.repeat(30)} ${'y'.repeat(69)}…`,
    })
    await updateConversation(scope(), { id: 'long', title: 'z'.repeat(200) })
    assert.equal((await labelsOf(scope(), await conversationOf('long'))).title, 'z'.repeat(200))
  })

  it('E-6: recent turns are the last n, oldest first; all of them when there are fewer, none for n of 0', async () => {
    for (const turn of ['u1', 'a1', 's1', 'u2']) await say(scope(), 'recent', turn)
    const recent = async (n: number) =>
      (await recentTurns(scope(), await conversationOf('recent'), n)).map(({ text }) => text)
    assert.deepEqual([await recent(2), await recent(99), await recent(0)], [['a1', 'u2'], ['u1', 'a1', 'u2'], []])
  })

  it('asks the store a fixed number of times for titles and previews, forks and corrections or not', async () => {
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'family', turn)
    for (let i = 0; i < 30; i++)
      await forkConversation(scope(), { source: 'family', at: { turn: 1 + (i % 4) }, newConversationId: `fork-${i}` })
    await amendMessage(scope(), { messageId: 'family:u1', fields: { text: 'a new title' } })
    await deleteMessage(scope(), { id: 'family:a2' })
    const labels = (first: number) =>
      watched(async (store) => {
        const here = scope({ store })
        const { items } = await conversationsPage(here, { forkedFrom: 'family' }, { first })
        const shown = await Promise.all(items.map(async ({ item }) => labelsOf(here, item)))
        assert.ok(shown.every(({ title }) => title === 'Fork of a new title'))
        assert.ok(shown.every(({ preview }) => preview !== 'a2'))
      })
    const few = await labels(4)
    const many = await labels(29)
    assert.deepEqual(many, few)
    assert.ok(many.length <= 8, many.join(', '))
  })
})

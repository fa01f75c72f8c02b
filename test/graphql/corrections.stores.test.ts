import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn, talk, texts } from './support/talk.ts'

const amended = `message { id deleted text content { __typename ... on TextBlock { text } }
    snapshot { fields provenance observationCount unknownFields computedAt } }
  observation { id kind depth pathHash turn parent { id } siblings { nodes { id } } isLeaf text fields priority message { id } } replayed`

await forEachStore('corrections over the API', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())

  describe('amendMessage', () => {
    it('N-8, N-20: answers with the message, its snapshot and the correction outside the tree', async () => {
      await talk(api, 'amend', 'Helo', 'Hi')
      const fields = { text: 'Hello', mood: 'calm' }
      const done = await mutate(api, 'amendMessage', { messageId: 'amend:t1', fields, note: 'typo' }, amended)
      assert.deepEqual(done.userErrors, [])
      const { message, observation } = done
      assert.deepEqual([message.text, message.content], ['Hello', [{ __typename: 'TextBlock', text: 'Hello' }]])
      assert.deepEqual(message.snapshot.fields, {
        role: 'USER',
        text: 'Hello',
        content: [{ text: 'Hello' }],
        mood: 'calm',
      })
      assert.equal((message.snapshot.provenance as Record<string, string>)['text'], observation.id)
      assert.deepEqual([message.snapshot.observationCount, message.snapshot.unknownFields], [2, 1])
      const { kind, depth, pathHash, turn, parent, siblings, isLeaf, priority } = observation
      assert.deepEqual(
        [kind, depth, pathHash, turn, parent, siblings.nodes, isLeaf, priority],
        ['CORRECTION', null, null, null, null, [], false, 1000],
      )
      assert.deepEqual([observation.text, observation.fields], ['Hello', fields])
      assert.deepEqual(await texts(api, 'amend'), ['Helo', 'Hi'])
      const query = `{ conversation(id: "amend") { title transcript(values: CURRENT) { nodes { text } }
        events(first: 1) { nodes { kind note details } } } }`
      const { conversation } = await api.ask(query)
      assert.deepEqual(
        [conversation.title, conversation.transcript.nodes.map(({ text }) => text)],
        ['Hello', ['Hello', 'Hi']],
      )
      assert.deepEqual([conversation.events.nodes[0].kind, conversation.events.nodes[0].note], ['CORRECT', 'typo'])
    })

    it('refuses as data', async () => {
      const refused = await mutate(api, 'amendMessage', { messageId: 'amend:t1', fields: { role: 'TOOL' } }, amended)
      assert.deepEqual([refused.userErrors[0].code, refused.message], ['ROLE_CONFLICT', null])
      const unknown = await mutate(api, 'amendMessage', { messageId: 'amend:t9', fields: { text: 'x' } }, amended)
      assert.equal(unknown.userErrors[0].code, 'NOT_FOUND')
    })
  })

  describe('deleteMessage and restoreMessage', () => {
    it('N-33: show a placeholder, null for the value, and everything again', async () => {
      await talk(api, 'delete', 'one', 'two', 'three')
      const gone = await mutate(api, 'deleteMessage', { id: 'delete:t2' }, amended)
      assert.deepEqual(
        [gone.message.deleted, gone.message.text, gone.message.content, gone.message.snapshot, gone.observation.kind],
        [true, null, null, null, 'DELETION'],
      )
      const query = `{ conversation(id: "delete") {
        plain: transcript { nodes { text deleted content { __typename } } }
        whole: transcript(includeDeleted: true) { nodes { text deleted } }
        recentTurns(n: 2) { text deleted } }
        context(conversationId: "delete") { text position } }`
      const { conversation, context } = (await api.ask(query)) as unknown as {
        conversation: Record<'plain' | 'whole', { nodes: object[] }> & { recentTurns: object[] }
        context: object[]
      }
      assert.deepEqual(conversation.plain.nodes[1], { text: '', deleted: true, content: [] })
      assert.deepEqual(conversation.whole.nodes[1], { text: 'two', deleted: true })
      assert.deepEqual(conversation.recentTurns, [
        { text: '', deleted: true },
        { text: 'three', deleted: false },
      ])
      assert.deepEqual(context, [
        { text: 'one', position: 1 },
        { text: 'three', position: 2 },
      ])
      const back = await mutate(api, 'restoreMessage', { id: 'delete:t2' }, amended)
      assert.deepEqual([back.message.deleted, back.message.text, back.observation.priority], [false, 'two', 1001])
      const never = await mutate(api, 'deleteMessage', { id: 'delete:t9' }, amended)
      assert.deepEqual([never.userErrors, never.message, never.observation, never.replayed], [[], null, null, false])
    })

    it('N-24: the snapshot as of a time; a malformed time is refused', async () => {
      const at = (observedAt: string, text: string) =>
        storeTurn(api, { conversationId: 'asof', turnId: 't', role: 'USER', text, observedAt })
      await at('2026-01-02T00:00:00Z', 'second')
      await at('2026-01-01T00:00:00Z', 'first')
      const query = `{ message(id: "asof:t") { now: snapshot { fields computedAt }
        then: snapshot(at: "2026-01-01T12:00:00Z") { fields } before: snapshot(at: "2025-01-01T00:00:00Z") { fields } } }`
      const { message } = (await api.ask(query)) as unknown as {
        message: Record<string, { fields: { text: string }; computedAt?: string } | null>
      }
      assert.deepEqual([message['now']?.fields.text, message['then']?.fields.text], ['second', 'first'])
      assert.deepEqual([message['now']?.computedAt, message['before']], ['2026-01-02T00:00:00Z', null])
      await assert.rejects(api.ask('{ message(id: "asof:t") { snapshot(at: "yesterday") { fields } } }'))
    })
  })

  describe('deleteConversation and restoreConversation', () => {
    const listed = async (id: string, includeDeleted: boolean) => {
      const query = `{ conversations(filter: { includeDeleted: ${includeDeleted} }, first: 100) { nodes { id } } }`
      const { conversations } = (await api.ask(query)) as unknown as { conversations: { nodes: { id: string }[] } }
      return conversations.nodes.filter((node) => node.id === id).length
    }

    it('set and clear deletedAt; turns are refused with `deleted` in the details', async () => {
      await talk(api, 'closing', 'one')
      const shown = 'conversation { id deletedAt } replayed'
      const closed = await mutate(api, 'deleteConversation', { id: 'closing', idempotencyKey: 'close' }, shown)
      assert.ok(closed.conversation.deletedAt)
      assert.deepEqual([await listed('closing', false), await listed('closing', true)], [0, 1])
      const refused = await storeTurn(api, { conversationId: 'closing', role: 'USER', text: 'more' })
      assert.deepEqual(
        [refused.userErrors[0].code, refused.userErrors[0].details],
        ['NOT_FOUND', { kind: 'Conversation', id: 'closing', deleted: true }],
      )
      const again = await mutate(api, 'deleteConversation', { id: 'closing', idempotencyKey: 'close' }, shown)
      assert.equal(again.replayed, true)
      const open = await mutate(api, 'restoreConversation', { id: 'closing' }, shown)
      assert.equal(open.conversation.deletedAt, null)
      const never = await mutate(api, 'deleteConversation', { id: 'nobody' }, shown)
      assert.deepEqual([never.userErrors, never.conversation], [[], null])
    })
  })

  it('N-14: a conversation key names the same conversation every time', async () => {
    const key = { conversationKey: { firstUserMessage: 'Plan my trip' }, role: 'USER', text: 'Plan my trip' }
    const first = await storeTurn(api, { ...key, turnId: 'a' })
    const second = await storeTurn(api, { ...key, turnId: 'b' })
    assert.equal(second.conversation.id, first.conversation.id)
  })
})

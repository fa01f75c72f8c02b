import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TurngraphError, type ConnectedGraph, type Conversation } from '../../src/client/client.ts'
import { everyWay, type Connected } from './support.ts'

const refused = (code: string) => (thrown: unknown) => {
  assert.ok(thrown instanceof TurngraphError, String(thrown))
  assert.equal(thrown.code, code)
  return true
}
const text = (role: 'USER' | 'ASSISTANT', said: string, turnId: string) => ({ role, text: said, turnId })
const textsOf = async (talk: Conversation) => (await talk.transcript().all()).map((entry) => entry.text)

for (const { name, skip, connect: open } of await everyWay())
  describe(`conversations as a program has them (${name})`, { skip }, () => {
    let connected: Connected
    let tg: ConnectedGraph
    before(async () => {
      connected = await open()
      tg = connected.client
    })
    after(() => connected.end())

    /** A talk of four turns, m1 to m4. */
    const talkOf = async (id: string): Promise<Conversation> => {
      const talk = tg.conversations.open(id)
      await talk.append([
        text('USER', 'One.', 'm1'),
        text('ASSISTANT', 'Two.', 'm2'),
        text('USER', 'Three.', 'm3'),
        text('ASSISTANT', 'Four.', 'm4'),
      ])
      return talk
    }

    it('are made, listed page by page, and opened without a request', async () => {
      const made = await tg.conversations.create({ title: 'Made.', metadata: { of: 'listing' } })
      for (let i = 0; i < 4; i++) await tg.conversations.create({ id: `list-${i}`, metadata: { of: 'listing' } })
      const list = tg.conversations.list({ filter: { metadata: { of: 'listing' } }, first: 2 })
      const page = await list.page()
      assert.deepEqual([page.items.length, page.hasNextPage], [2, true])
      const next = await list.page({ first: 3, after: page.endCursor })
      const all = [...page.items, ...next.items].map(({ id }) => id)
      assert.deepEqual(all.toSorted(), [made.id, 'list-0', 'list-1', 'list-2', 'list-3'].toSorted())
      const walked: string[] = []
      for await (const { id } of list) walked.push(id)
      assert.deepEqual(walked, all)
      assert.equal((await list.all(3)).length, 3)
      assert.deepEqual(await list.all(0), [])
      assert.equal((await made.summary())?.title, 'Made.')
      assert.equal(await tg.conversations.open('never').summary(), null)
      await assert.rejects(tg.conversations.create({ id: 'list-1' }), refused('ALREADY_EXISTS'))
    })

    it('take turns, one or many, each under the key that it was given or one of its own', async () => {
      const talk = tg.conversations.open('append')
      const first = await talk.append(text('USER', 'One.', 'm1'), { expectedHead: null })
      assert.equal(first.messageId, 'append:m1')
      assert.match(first.idempotencyKey, /^[0-9a-f]{8}-[0-9a-f]{4}-4/)
      const [second, third] = await talk.append(
        [{ role: 'ASSISTANT', content: [{ text: 'Two.' }], model: 'small' }, text('USER', 'Three.', 'm3')],
        { expectedHead: first.observationId, idempotencyKey: 'key' },
      )
      assert.equal(second?.replayed, false)
      const again = await talk.append(
        [{ role: 'ASSISTANT', content: [{ text: 'Two.' }], model: 'small' }, text('USER', 'Three.', 'm3')],
        { expectedHead: first.observationId, idempotencyKey: 'key' },
      )
      assert.deepEqual([again[0]?.replayed, again[1]?.observationId], [true, third?.observationId])
      assert.deepEqual(await talk.append([]), [])
      const moved = talk.append(text('USER', 'Late.', 'm9'), { expectedHead: first.observationId })
      await assert.rejects(moved, refused('HEAD_MOVED'))
      const options = { expectedHead: first.observationId, onConflict: 'FORK' } as const
      const forked = await talk.append(text('USER', 'Late.', 'm9'), options)
      assert.ok(forked.forked && forked.conversationId !== 'append')
      assert.deepEqual(await textsOf(talk), ['One.', 'Two.', 'Three.'])
    })

    it('show their transcript, whole or the end of it, cut exactly', async () => {
      const talk = tg.conversations.open('long')
      const turns = Array.from({ length: 230 }, (_, i) => text(i % 2 ? 'ASSISTANT' : 'USER', `${i}`, `m${i}`))
      await talk.append(turns)
      assert.deepEqual(
        await textsOf(talk),
        turns.map(({ text }) => text),
      )
      for (const last of [0, 1, 150, 1000])
        assert.deepEqual(
          (await talk.transcript({ last }).all()).map((entry) => entry.text),
          turns
            .slice(Math.max(turns.length - last, 0))
            .map(({ text }) => text)
            .slice(0, last),
        )
      const page = await talk.transcript().page({ last: 2, before: null })
      assert.deepEqual(
        page.items.map(({ message }) => message?.turnId),
        ['m228', 'm229'],
      )
      assert.deepEqual([page.hasPreviousPage, page.hasNextPage], [true, false])
      const above = await talk.transcript().page({ before: page.startCursor })
      assert.equal(above.items.at(-1)?.text, '227')
      await assert.rejects(talk.transcript({ last: -1 }).all(), refused('BAD_INPUT'))
      await assert.rejects(tg.conversations.open('never').transcript().all(), refused('NOT_FOUND'))
    })

    it('are edited by the turn: what followed leaves the path, and nothing is lost', async () => {
      const talk = await talkOf('edit')
      const { leftTranscript } = await talk.edit('m1', { text: 'Other.' })
      assert.equal(leftTranscript, 4)
      assert.deepEqual(await textsOf(talk), ['Other.'])
      assert.equal((await talk.leaves().all()).length, 2)
      assert.match(await talk.tree(), /Other\./)
      await assert.rejects(talk.edit('m7', { text: 'None.' }), refused('NOT_FOUND'))
      await assert.rejects(tg.conversations.open('never').edit('m1', { text: 'None.' }), refused('NOT_FOUND'))
      assert.equal((await talk.amend('edit:m1', { text: 'Corrected.' })).replayed, false)
      assert.deepEqual(
        (await talk.transcript({ values: 'CURRENT' }).all()).map((entry) => entry.text),
        ['Corrected.'],
      )
      assert.equal((await talk.undo()).leftTranscript, 1)
      assert.deepEqual(await textsOf(talk), ['One.', 'Two.', 'Three.', 'Four.'])
    })

    it('fork at a turn by its id, its number or any point, also at an inherited one', async () => {
      const talk = await talkOf('fork')
      const fork = await talk.fork({ at: 'm2', id: 'fork-2', title: 'What if' })
      assert.deepEqual([fork.id, await textsOf(fork)], ['fork-2', ['One.', 'Two.']])
      assert.deepEqual(await textsOf(await fork.fork({ at: 'm1' })), ['One.'])
      assert.deepEqual(await textsOf(await talk.fork({ before: 3 })), ['One.', 'Two.'])
      assert.deepEqual(await textsOf(await talk.fork()), ['One.', 'Two.', 'Three.', 'Four.'])
      assert.deepEqual(await textsOf(await talk.fork({ at: { messageId: 'fork:m1' } })), ['One.'])
      await assert.rejects(talk.fork({ at: 'm9' }), refused('NOT_FOUND'))
      await assert.rejects(talk.fork({ id: 'fork-2' }), refused('ALREADY_EXISTS'))
      await fork.append(text('USER', 'Else.', 'm3'))
      const { targetOnly, baseOnlyCount, commonAncestor } = await talk.diff(fork)
      assert.deepEqual([targetOnly.map((entry) => entry.text), baseOnlyCount, commonAncestor?.turn], [['Else.'], 2, 2])
      assert.equal((await talk.diff('fork-2')).baseOnlyCount, 2)
    })

    it('go back to a point, before one, or by so many turns', async () => {
      const talk = await talkOf('rewind')
      const leaf = (await talk.summary())?.head?.id ?? ''
      assert.equal((await talk.rewind({ to: 'm2' })).leftTranscript, 2)
      assert.equal((await talk.switchTo(leaf)).headId, leaf)
      await talk.rewind({ before: 4 })
      assert.deepEqual(await textsOf(talk), ['One.', 'Two.', 'Three.'])
      await talk.rewind({ turns: 2 })
      assert.deepEqual(await textsOf(talk), ['One.'])
      await talk.switchTo((await talk.summary())?.head?.id ?? '', { descend: 'NEWEST' })
      assert.equal((await textsOf(talk)).length, 4)
      assert.equal((await talk.rewind({ turns: 99 })).headId, null)
      assert.deepEqual(await textsOf(talk), [])
      assert.deepEqual(await talk.rewind({ turns: 1 }), { headId: null, leftTranscript: 0, replayed: false })
      for (const turns of [0, -1, 1.5]) await assert.rejects(talk.rewind({ turns }), refused('BAD_INPUT'))
      const stale = talk.switchTo(leaf, { expectedHead: leaf })
      await assert.rejects(stale, refused('HEAD_MOVED'))
    })

    it('are sent to a model in the form that its API takes, here and at a point', async () => {
      const talk = await talkOf('context')
      await talk.append({ role: 'SYSTEM', text: 'Be short.' })
      const chat = await talk.context({ format: 'OPENAI_CHAT' })
      assert.deepEqual(chat.messages[0], { role: 'user', content: 'One.' })
      assert.deepEqual(chat.messages.at(-1), { role: 'system', content: 'Be short.' })
      const { messages, system } = await talk.context({ format: 'ANTHROPIC', at: 'm3' })
      assert.deepEqual([messages.length, system], [3, null])
      assert.equal((await talk.context({ format: 'AI_SDK' })).system, 'Be short.')
      assert.equal((await talk.context({ format: 'OPENAI_RESPONSES' })).messages.length, 5)
      await talk.compact({ from: 'm1', to: 'm2', summary: 'Counting.' })
      assert.equal((await talk.context({ format: 'AI_SDK' })).messages.length, 3)
      await assert.rejects(tg.conversations.open('never').context({ format: 'AI_SDK' }), refused('NOT_FOUND'))
    })

    it('merge, are renamed, deleted and restored', async () => {
      const talk = await talkOf('merge')
      const other = await talk.fork({ at: 'm2' })
      await other.append(text('USER', 'Picked.', 'm5'))
      await other.append(text('ASSISTANT', 'And answered.', 'm6'))
      const turns = (await other.transcript({ last: 2 }).all()).flatMap(({ message }) => message?.id ?? [])
      const { joinId } = await talk.merge([other], { strategy: 'CHERRY_PICK', turns })
      assert.equal(typeof joinId, 'string')
      assert.ok((await textsOf(talk)).includes('Picked.'))
      await talk.update({ title: 'Renamed.' })
      assert.equal((await talk.summary())?.title, 'Renamed.')
      await talk.delete({ note: 'Enough.' })
      assert.notEqual((await talk.summary())?.deletedAt, null)
      await assert.rejects(talk.append({ role: 'USER', text: 'Too late.' }), refused('NOT_FOUND'))
      await talk.restore()
      assert.equal((await talk.summary())?.deletedAt, null)
    })

    it('answer nothing once the client is closed, nor with a signal that gave up', async () => {
      const signal = AbortSignal.abort(new Error('Enough.'))
      await assert.rejects(tg.conversations.open('edit').summary({ signal }), /Enough\./)
      const { client, end } = await open()
      const talk = client.conversations.open('c')
      await client.close()
      await assert.rejects(talk.append({ role: 'USER', text: 'One.' }), refused('CLOSED'))
      await assert.rejects(client.conversations.list().all(), refused('CLOSED'))
      await end()
    })
  })

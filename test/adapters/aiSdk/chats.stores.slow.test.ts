import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { AISDKError, InvalidArgumentError, convertToModelMessages, validateUIMessages, type UIMessage } from 'ai'
import { connectChats, type Chats } from '../../../src/adapters/aiSdk/index.ts'
import { TurngraphError, type ConnectedGraph } from '../../../src/client/client.ts'
import { everyWay, type Connected } from '../../client/support.ts'
import { randomFrom } from '../../support/random.ts'
import { wholeOr } from '../../support/rounds.ts'
import { DrawnMessages } from './drawnMessages.ts'

const refused = (code: string, field?: readonly string[]) => (thrown: unknown) => {
  assert.ok(thrown instanceof TurngraphError, String(thrown))
  assert.deepEqual([thrown.code, field && thrown.field], [code, field])
  return true
}
const user = (id: string, text: string): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] })
const answer = (id: string, text: string): UIMessage => ({ id, role: 'assistant', parts: [{ type: 'text', text }] })
const called = (id: string, ...rest: UIMessage['parts']): UIMessage => ({
  ...{ id, role: 'assistant' },
  parts: [
    { type: 'step-start' },
    { type: 'tool-weather', toolCallId: 'w1', state: 'output-available', input: { city: 'Oslo' }, output: { c: 4 } },
    ...rest,
  ],
})

/** How many places the tree of a chat has. */
async function nodes(client: ConnectedGraph, id: string): Promise<number> {
  const tree = await client.conversations.open(id).tree()
  return Number(/(\d+) nodes?,/.exec(tree)?.[1])
}

for (const { name, skip, connect: open } of await everyWay())
  describe(`chats of the AI SDK (${name})`, { skip }, () => {
    let connected: Connected
    let chats: Chats<UIMessage>
    before(async () => {
      connected = await open()
      chats = await connectChats<UIMessage>({ client: connected.client })
    })
    after(() => connected.end())

    const saved = async (chatId: string, ...messages: UIMessage[]) => {
      await chats.saveChat({ chatId, messages })
      assert.deepEqual(await chats.loadChat(chatId), messages)
    }

    it('come back as they were saved, and both are the same to the AI SDK', async () => {
      const messages = [
        { ...user('u1', 'What is the weather?'), metadata: { at: 1 } },
        called('a1', { type: 'step-start' }, { type: 'text', text: 'Four degrees.', state: 'done' }),
      ]
      await saved('same', ...messages)
      const loaded = await chats.loadChat('same')
      assert.deepEqual(await validateUIMessages({ messages: loaded }), await validateUIMessages({ messages }))
      assert.deepEqual(await convertToModelMessages(loaded), await convertToModelMessages(messages))
    })

    it('come back exactly, whatever is in them', async () => {
      for (let seed = 1; seed <= wholeOr(20, 6); seed++) {
        const drawn = new DrawnMessages(randomFrom(seed))
        const messages = Array.from({ length: 4 }, () => drawn.message())
        await saved(`drawn-${seed}`, ...messages)
        const loaded = await chats.loadChat(`drawn-${seed}`)
        await validateUIMessages({ messages: loaded })
        assert.deepEqual(await convertToModelMessages(loaded), await convertToModelMessages(messages), `seed ${seed}`)
      }
    })

    it('show what was saved last, after any changes, and store no turn that is there', async () => {
      for (let seed = 1; seed <= wholeOr(4, 1); seed++) {
        const random = randomFrom(100 + seed)
        const drawn = new DrawnMessages(random)
        let messages: UIMessage[] = []
        const states: UIMessage[][] = []
        for (let step = 0; step < 12; step++) {
          messages = changed(messages, states, drawn, random)
          await saved(`walk-${seed}`, ...messages)
          const count = await nodes(chats.client, `walk-${seed}`)
          await chats.saveChat({ chatId: `walk-${seed}`, messages })
          assert.equal(await nodes(chats.client, `walk-${seed}`), count, `seed ${seed}, step ${step}`)
          states.push(messages)
        }
      }
    })

    it('are an ordinary conversation: a model is sent calls with their results, a fork shares the past', async () => {
      await saved('plain', user('u1', 'Weather?'), called('a1', { type: 'text', text: 'Four.' }), user('u2', 'Thanks.'))
      const talk = chats.client.conversations.open('plain')
      const { messages } = await talk.context({ format: 'OPENAI_CHAT' })
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['user', 'assistant', 'tool', 'assistant', 'user'],
      )
      const fork = await talk.fork({ at: 'u2' })
      assert.deepEqual(await chats.loadChat(fork.id), await chats.loadChat('plain'))
      await chats.saveChat({
        chatId: fork.id,
        messages: [...(await chats.loadChat(fork.id)), answer('a2', 'Welcome.')],
      })
      const { targetOnly, baseOnlyCount } = await talk.diff(fork)
      assert.deepEqual([targetOnly.map((entry) => entry.text), baseOnlyCount], [['Welcome.'], 0])
      assert.equal((await chats.loadChat('plain')).length, 3)
    })

    it('keep an answer that is made anew beside the first one; both are loaded', async () => {
      await saved('anew', user('u1', 'Why?'), answer('a1', 'So.'))
      await saved('anew', user('u1', 'Why?'), answer('a2', 'Because.'))
      const branches = await chats.listBranches('anew')
      assert.deepEqual(
        branches.map(({ messageId, text, isCurrent }) => [messageId, text, isCurrent]),
        [
          ['a2', 'Because.', true],
          ['a1', 'So.', false],
        ],
      )
      assert.deepEqual(await chats.switchBranch('anew', 'a1'), [user('u1', 'Why?'), answer('a1', 'So.')])
      assert.deepEqual(await chats.switchBranch('anew', branches[0]!), [user('u1', 'Why?'), answer('a2', 'Because.')])
      const count = await nodes(chats.client, 'anew')
      await saved('anew', user('u1', 'Why?'), answer('a1', 'So.'))
      assert.equal(await nodes(chats.client, 'anew'), count)
      await assert.rejects(chats.switchBranch('anew', 'a9'), refused('NOT_FOUND'))
      await assert.rejects(chats.switchBranch('anew', { observationId: 'a9' }), refused('FORK_POINT_UNKNOWN'))
      await assert.rejects(chats.listBranches('never'), refused('NOT_FOUND'))
    })

    it('keep an edited question beside the first one, under its id', async () => {
      await saved('edited', user('u1', 'One?'), answer('a1', 'One.'), user('u2', 'Two?'), answer('a2', 'Two.'))
      await saved('edited', user('u1', 'One?'), answer('a1', 'One.'), user('u2', 'Three?'), answer('a3', 'Three.'))
      assert.equal((await chats.switchBranch('edited', 'a2')).length, 4)
      assert.equal((await chats.listBranches('edited')).length, 2)
    })

    it('take an answer that grows: the steps that are there stay', async () => {
      const asked = user('u1', 'Weather?')
      const [step, call] = called('a1').parts
      const waiting = {
        type: 'tool-weather',
        toolCallId: 'w1',
        state: 'input-available',
        input: { city: 'Oslo' },
      } as const
      await saved('grows', asked, { id: 'a1', role: 'assistant', parts: [step!, waiting] })
      await saved('grows', asked, { id: 'a1', role: 'assistant', parts: [step!, call!] })
      await saved('grows', asked, called('a1', { type: 'text', text: 'Four.' }))
      assert.equal(await nodes(chats.client, 'grows'), 4)
      assert.equal((await chats.listBranches('grows')).length, 1)
      await saved('grows', asked, called('a1', { type: 'text', text: 'Four degrees.' }))
      assert.equal((await chats.listBranches('grows')).length, 2)
    })

    it('go back, to the beginning too, and to a call that waits for its result', async () => {
      const waiting: UIMessage = {
        ...{ id: 'a1', role: 'assistant' },
        parts: [{ type: 'tool-pay', toolCallId: 'p', state: 'approval-requested', input: 9, approval: { id: 'x' } }],
      }
      await saved('back', user('u1', 'Pay.'), waiting, user('u2', 'Well?'))
      await saved('back', user('u1', 'Pay.'), waiting)
      await saved('back', user('u1', 'Pay.'), answer('a2', 'No.'))
      assert.deepEqual(await chats.switchBranch('back', 'a1'), [user('u1', 'Pay.'), waiting])
      await saved('back')
      await saved('back', user('u3', 'Again.'))
    })

    it('lose no message where two save at once', async () => {
      await saved('race', user('u1', 'One?'))
      const ends = Array.from({ length: 4 }, (_, i) => answer(`a${i}`, `Answer ${i}.`))
      await Promise.all(ends.map((end) => chats.saveChat({ chatId: 'race', messages: [user('u1', 'One?'), end] })))
      const found = (await chats.listBranches('race')).map(({ messageId }) => messageId)
      assert.deepEqual(found.toSorted(), ['a0', 'a1', 'a2', 'a3'])
      assert.equal((await chats.loadChat('race')).length, 2)
    })

    it('keep bytes as attachments, once', async () => {
      const url = `data:image/png;base64,${Buffer.alloc(5_000_000, 7).toString('base64')}`
      const picture = (id: string): UIMessage => ({
        ...{ id, role: 'user' },
        parts: [{ type: 'file', mediaType: 'image/png', filename: 'seven.png', url }],
      })
      await saved('files', picture('u1'), answer('a1', 'Sevens.'), picture('u2'))
      const entries = await chats.client.conversations.open('files').transcript({ view: 'RAW' }).all()
      const kept = entries.flatMap(({ content }) => content.flatMap((block) => ('attachment' in block ? [block] : [])))
      assert.equal(new Set(kept.map(({ attachment }) => attachment.id)).size, 1)
      assert.deepEqual([kept.length, kept[0]?.fileName, kept[0]?.attachment.byteSize], [2, 'seven.png', 5_000_000])
    })

    it('may be conversations that others have stored', async () => {
      const talk = chats.client.conversations.open('foreign')
      const call = { callId: 'c', name: 'look', input: { at: 1 } }
      await talk.append([
        { role: 'SYSTEM', text: 'Be short.', turnId: 's' },
        { role: 'USER', text: 'Look.', turnId: 'u' },
        { role: 'ASSISTANT', content: [{ thinking: { thinking: 'Hm.' } }, { toolCall: call }], turnId: 'a' },
        { role: 'TOOL', content: [{ toolResult: { callId: 'c', content: 'seen' } }], turnId: 't' },
        { role: 'ASSISTANT', content: [{ text: 'Seen.' }, { other: { odd: 1 } }], turnId: 'b' },
      ])
      const messages = await chats.loadChat('foreign')
      assert.deepEqual(
        messages.map(({ id, role, parts }) => [id, role, parts.map(({ type }) => type)]),
        [
          ['s', 'system', ['text']],
          ['u', 'user', ['text']],
          ['a', 'assistant', ['reasoning', 'dynamic-tool']],
          ['b', 'assistant', ['text']],
        ],
      )
      const [part] = messages[2]!.parts.slice(1)
      assert.ok(part?.type === 'dynamic-tool' && part.state === 'output-available' && part.output === 'seen')
      await validateUIMessages({ messages })
      await saved('foreign', ...messages, user('u2', 'Go on.'))
      assert.equal(await nodes(chats.client, 'foreign'), 6)
    })

    it('are corrected where their turns are', async () => {
      await saved('amended', user('u1', 'Helo.'), answer('a1', 'Hello.'))
      await chats.client.conversations.open('amended').amend('amended:u1', { text: 'Hello.' })
      assert.deepEqual(await chats.loadChat('amended'), [user('u1', 'Hello.'), answer('a1', 'Hello.')])
      await saved('amended', user('u1', 'Hello.'), answer('a1', 'Hello.'), user('u2', 'Bye.'))
      assert.equal((await chats.listBranches('amended')).length, 1)
    })

    it('are made empty, under an id that is given or not', async () => {
      const id = await chats.createChat()
      assert.deepEqual(await chats.loadChat(id), [])
      assert.equal(await chats.createChat('made', { title: 'Made' }), 'made')
      assert.equal((await chats.client.conversations.open('made').summary())?.title, 'Made')
      await assert.rejects(chats.createChat('made'), refused('ALREADY_EXISTS'))
      await chats.saveChat({ chatId: 'empty', messages: [] })
      assert.deepEqual(await chats.loadChat('empty'), [])
    })

    it('are long, too', async () => {
      const messages = Array.from({ length: 603 }, (_, i) => (i % 2 ? answer : user)(`m${i}`, `${i}`))
      await saved('long', ...messages)
      assert.equal(await nodes(chats.client, 'long'), 603)
    })

    it('refuse what cannot be kept, and store nothing of it', async () => {
      await assert.rejects(chats.loadChat('never'), refused('NOT_FOUND'))
      const save = (...messages: unknown[]) => chats.saveChat({ chatId: 'refused', messages: messages as UIMessage[] })
      const at = (...path: string[]) => refused('BAD_INPUT', ['messages', ...path])
      await assert.rejects(save(answer('', 'No id.')), at('0', 'id'))
      await assert.rejects(save(user('u', 'One.'), answer('u', 'Two.')), at('1', 'id'))
      await assert.rejects(save({ ...user('u', 'One.'), role: 'tool' }), at('0', 'role'))
      await assert.rejects(save({ id: 'u', role: 'user', content: 'Old.' }), at('0', 'parts'))
      await assert.rejects(save({ id: 'u', role: 'user', parts: ['text'] }), at('0', 'parts', '0'))
      await assert.rejects(save({ ...user('u', 'One.'), metadata: 1n }), at('0'))
      await assert.rejects(save(user('u', 'One.'), user('nul\u0000', 'Two.')), refused('BAD_INPUT'))
      await assert.rejects(save(user('u', 'x'.repeat(5_000_000))), refused('LIMIT_EXCEEDED'))
      const odd = chats.saveChat({ chatId: 'a\u0000', messages: [user('u', 'One.')] })
      await assert.rejects(odd, (thrown) => InvalidArgumentError.isInstance(thrown) && AISDKError.isInstance(thrown))
      await assert.rejects(odd, refused('BAD_INPUT'))
      await assert.rejects(chats.loadChat('refused'), refused('NOT_FOUND'))
      await saved('gone', user('u', 'One.'))
      await chats.client.conversations.open('gone').delete()
      const again = [user('u', 'One.'), answer('a', 'Two.')]
      await assert.rejects(chats.saveChat({ chatId: 'gone', messages: again }), refused('NOT_FOUND'))
    })
  })

/** What a person may do with the messages of a chat. */
function changed(
  messages: readonly UIMessage[],
  states: readonly UIMessage[][],
  drawn: DrawnMessages,
  { below, pick }: ReturnType<typeof randomFrom>,
): UIMessage[] {
  const at = below(messages.length + 1)
  switch (below(6)) {
    case 0:
      return messages.slice(0, at)
    case 1: {
      // Its role stays what it was.
      const old = messages[at]
      return old
        ? [...messages.slice(0, at), { ...old, parts: [{ type: 'text', text: `edit ${below(99)}` }] }]
        : [...messages]
    }
    case 2:
      return states.length > 0 ? [...pick(states)] : []
    default:
      return [...messages, drawn.message(), drawn.message()]
  }
}

// Takes long: the SDK's own tree beside ours.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isInstalled } from '../../../scripts/testing/prepare.ts'
import { connectChats } from '../../../src/adapters/aiSdk/index.ts'
import { connectThreads, TurngraphError, type Threads } from '../../../src/adapters/assistantUi/index.ts'
import { everyWay, type Connected } from '../../client/support.ts'
import { randomFrom } from '../../support/random.ts'
import { wholeOr, seedsOfRun } from '../../support/rounds.ts'
import { assistantParts, drawnMessage, userParts, type DrawnMessage, type Part } from './drawnThread.ts'

const folder = 'test/adapters/sdks'
const noPackages = isInstalled(folder) ? false : `npm ci --prefix ${folder} installs the packages that this needs`

interface Item {
  readonly parentId: string | null
  readonly message: DrawnMessage
  readonly runConfig?: object
}
/** What a thread's history has, less the SDK's types. */
interface History {
  load(): Promise<{ headId: string | null; messages: Item[] }>
  append(item: Item): Promise<void>
  update(item: Item): Promise<void>
  delete(items: Item[]): Promise<void>
  withFormat(format: object): Formatted
}
interface Formatted {
  load(): Promise<{ headId: string | null; messages: { parentId: string | null; message: unknown }[] }>
  append(item: object): Promise<void>
  update(item: object, id: string): Promise<void>
  delete(items: object[]): Promise<void>
}
interface List {
  list(options?: { after?: string }): Promise<{ threads: Part[]; nextCursor?: string }>
  fetch(id: string): Promise<Part>
  initialize(id: string): Promise<{ remoteId: string }>
  rename(id: string, title: string): Promise<void>
  archive(id: string): Promise<void>
  unarchive(id: string): Promise<void>
  updateCustom(id: string, custom?: object): Promise<void>
  delete(id: string): Promise<void>
  generateTitle(id: string, messages: unknown[]): Promise<object>
}
/** What the SDK's package answers (judges/assistantUi.ts). */
interface Repository {
  addOrUpdateMessage(parentId: string | null, message: object): void
  deleteMessage(id: string): void
  resetHead(id: string): void
  switchToBranch(id: string): void
  getMessages(): DrawnMessage[]
  import(thread: object): void
  export(): { headId: string | null; messages: Item[] }
}
interface Judge {
  MessageRepository: new () => Repository
  titleIn(stream: object): Promise<string | undefined>
  namesOfList: string[]
  talk(history: object, answer: Part[], texts: string[]): Promise<{ headId: string | null; messages: Item[] }>
}

const text = (id: string, role: 'user' | 'assistant', said: string): DrawnMessage => ({
  ...{ id, role, content: [{ type: 'text', text: said }], createdAt: new Date('2026-01-01'), metadata: { custom: {} } },
  ...(role === 'user' ? { attachments: [] } : { status: { type: 'complete', reason: 'stop' } }),
})
const judgeOf = async (name: string) => (await import(`./judges/${name}.ts`)) as Judge
const refused = (code: string) => (thrown: unknown) => thrown instanceof TurngraphError && thrown.code === code

/** Returns the ids from a message up to its root. */
function pathTo({ messages }: { readonly messages: readonly Item[] }, id: string): string[] {
  const parents = new Map(messages.map(({ parentId, message }) => [message.id, parentId]))
  const path: string[] = []
  for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) path.push(at)
  return path
}

for (const { name, skip, connect: open } of await everyWay())
  describe(`threads of assistant-ui (${name})`, { skip: skip || noPackages }, () => {
    let connected: Connected
    let threads: Threads
    let judge: Judge
    before(async () => {
      connected = await open()
      threads = connectThreads({ client: connected.client })
      judge = await judgeOf('assistantUi')
    })
    after(() => connected.end())
    const historyOf = (id: string) => threads.history(id) as unknown as History
    const list = () => threads.list as unknown as List

    it('give back each kind of part as it was', async () => {
      const history = historyOf('kinds')
      const messages = [
        ...userParts.map((part, i) => ({ ...text(`u${i}`, 'user', ''), content: [part] })),
        ...assistantParts.map((part, i) => ({ ...text(`a${i}`, 'assistant', ''), content: [part, part] })),
        {
          ...text('f', 'user', 'See.'),
          attachments: [{ id: 'x', type: 'image', name: 'n', status: { type: 'complete' }, content: userParts }],
        },
      ]
      for (const [i, message] of messages.entries())
        await history.append({ parentId: messages[i - 1]?.id ?? null, message, runConfig: { custom: { i } } })
      const loaded = await historyOf('kinds').load()
      for (const [i, message] of messages.entries())
        assert.deepEqual(loaded.messages[i], {
          parentId: messages[i - 1]?.id ?? null,
          message,
          runConfig: { custom: { i } },
        })
      assert.equal(loaded.headId, 'f')
    })

    const walks = name === 'SQLite, embedded' ? wholeOr(4, 2) : 1
    it(`are the tree that the SDK has, after any appends, edits, switches and deletions (${walks} walks)`, async () => {
      for (const seed of seedsOfRun(walks)) {
        const random = randomFrom(seed)
        const { below, pick } = random
        const [history, oracle, id] = [historyOf(`walk ${seed}`), new judge.MessageRepository(), `walk ${seed}`]
        for (let step = 0; step < 62; step++) {
          const { messages } = oracle.export()
          const path = oracle.getMessages()
          const at = messages.length > 0 ? pick(messages) : undefined
          const why = `${id}, step ${step}`
          if (at && below(8) === 0) {
            // Changed where it stands: its role is what it was.
            const message = drawnMessage(random, at.message.id, at.message.role as 'user')
            oracle.addOrUpdateMessage(at.parentId, message)
            await history.update({ parentId: at.parentId, message })
            // A message off the path that gets a turn more ends the path where the head waits for a result and cannot be gone back to;
            // a system message leaves it waiting.
            const waiting = path.findLast(({ role }) => role !== 'system')
            if (waiting?.content.some((part) => part['type'] === 'tool-call' && !('result' in part))) {
              const { headId } = await historyOf(id).load()
              const isBelow = headId !== null && pathTo(oracle.export(), headId).includes(message.id)
              assert.ok(headId !== null && (headId === path.at(-1)?.id || isBelow), why)
              oracle.resetHead(headId)
            }
          } else if (path.length > 0 && below(10) === 0) {
            const message = pick(path)
            await history.delete([{ parentId: null, message }])
            oracle.deleteMessage(message.id)
          } else {
            // A switch is an append below another message: nothing is written when a page shows another branch.
            const parentId = below(3) > 0 ? (path.at(-1)?.id ?? null) : below(9) === 0 ? null : (at?.message.id ?? null)
            const message = drawnMessage(random, `m${step}`, pick(['user', 'assistant', 'assistant', 'system']))
            oracle.addOrUpdateMessage(parentId, message)
            oracle.resetHead(message.id)
            await history.append({ parentId, message })
          }
          if (step % 10 === 9 || step === 61) assert.deepEqual(await historyOf(id).load(), oracle.export(), why)
        }
        const again = new judge.MessageRepository()
        again.import(await history.load())
        assert.deepEqual(again.export(), oracle.export())
      }
    })

    it("serve the SDK's own runtime, and a page that is loaded again", async () => {
      const answer = assistantParts.slice(0, 2)
      const said = await judge.talk(historyOf('runtime'), [...answer], ['One?', 'Two?'])
      assert.equal(said.messages.length, 4)
      const { headId, messages: stored } = await historyOf('runtime').load()
      const bare = stored.map(({ parentId, message }) => ({ parentId, message }))
      assert.deepEqual({ headId, messages: bare }, said)
      const { messages } = await threads.client.conversations.open('runtime').context({ format: 'OPENAI_CHAT' })
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['user', 'assistant', 'user', 'assistant'],
      )
    })

    it('are ordinary conversations: a model gets calls and results, a fork shares the past', async () => {
      const history = historyOf('plain')
      const call = assistantParts[4]!
      const asked = text('u', 'user', 'Look.')
      const waiting = { ...text('a', 'assistant', ''), content: [{ ...call, result: undefined }] }
      const done = { ...waiting, content: [call, { type: 'text', text: 'Four.' }] }
      await history.append({ parentId: null, message: asked })
      await history.update({ parentId: 'u', message: waiting })
      await history.update({ parentId: 'u', message: done })
      await history.append({ parentId: 'a', message: text('u2', 'user', 'Thanks.') })
      const talk = threads.client.conversations.open('plain')
      const { messages } = await talk.context({ format: 'OPENAI_CHAT' })
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['user', 'assistant', 'tool', 'assistant', 'user'],
      )
      const fork = await talk.fork({ at: 'u2' })
      await historyOf(fork.id).append({ parentId: 'a', message: text('u3', 'user', 'Otherwise.') })
      const loaded = await historyOf(fork.id).load()
      assert.deepEqual(
        loaded.messages.map(({ message }) => message.id),
        ['u', 'a', 'u2', 'u3'],
      )
      assert.equal((await history.load()).headId, 'u2')
      await talk.rewind({ to: 'u' })
      assert.equal((await history.load()).headId, 'u')
      await talk.rewind({ turns: 1 })
      assert.deepEqual(await history.load(), { headId: null, messages: [] })
    })

    it('take what others have stored, and give it to others', async () => {
      const talk = threads.client.conversations.open('foreign')
      await talk.append([
        { role: 'USER', text: 'Look.', turnId: 'u' },
        { role: 'ASSISTANT', content: [{ toolCall: { callId: 'c', name: 'look', input: { at: 1 } } }], turnId: 'a' },
        { role: 'TOOL', content: [{ toolResult: { callId: 'c', content: 'seen' } }], turnId: 't' },
        { role: 'ASSISTANT', text: 'Seen.', turnId: 'b' },
      ])
      const loaded = await historyOf('foreign').load()
      assert.deepEqual(
        loaded.messages.map(({ message: { id, content } }) => [id, content.map(({ type, result }) => result ?? type)]),
        [
          ['u', ['text']],
          ['a', ['seen']],
          ['b', ['text']],
        ],
      )
      await historyOf('foreign').append({ parentId: 'b', message: text('u2', 'user', 'Go on.') })
      await historyOf('foreign').delete([{ parentId: 'a', message: loaded.messages[2]!.message }])
      assert.deepEqual(
        (await historyOf('foreign').load()).messages.map(({ parentId }) => parentId),
        [null, 'u', 'a'],
      )
      const chats = await connectChats({ client: threads.client })
      const chat = [{ id: 'u', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hi.' }] }]
      await chats.saveChat({ chatId: 'chat', messages: chat })
      const format = {
        format: 'ai-sdk/v6',
        encode: ({ message: { id: _id, ...rest } }: { message: { id: string } }) => rest,
        decode: (stored: { parent_id: string | null; id: string; content: object }) => ({
          ...{ parentId: stored.parent_id, message: { id: stored.id, ...stored.content } },
        }),
        getId: (message: { id: string }) => message.id,
      }
      const formatted = historyOf('chat').withFormat(format)
      assert.deepEqual(await formatted.load(), { headId: 'u', messages: [{ parentId: null, message: chat[0] }] })
      const answer = { id: 'a', role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Hello.' }] }
      await formatted.append({ parentId: 'u', message: answer })
      assert.deepEqual(await chats.loadChat('chat'), [...chat, answer])
      await formatted.update({ parentId: 'u', message: { ...answer, parts: [] } }, 'a')
      await formatted.append({ parentId: 'a', message: { id: 'u2', role: 'user', parts: [] } })
      await formatted.delete([{ parentId: 'u', message: answer }])
      assert.deepEqual(
        (await formatted.load()).messages.map(({ parentId }) => parentId),
        [null, 'u'],
      )
      const other = historyOf('other').withFormat({ ...format, format: 'langchain' })
      const human = { id: 'h', type: 'human', content: 'Hi.', more: { a: 1 } }
      await other.append({ parentId: null, message: human })
      assert.deepEqual(await other.load(), { headId: 'h', messages: [{ parentId: null, message: human }] })
      assert.equal((await threads.client.conversations.open('other').summary())?.preview, 'Hi.')
    })

    it('lose nothing to each other: two pages of one thread, and writes at once', async () => {
      const [one, two] = [historyOf('pages'), historyOf('pages')]
      await one.append({ parentId: null, message: text('u', 'user', 'Why?') })
      const answers = Array.from({ length: 6 }, (_, i) => text(`a${i}`, 'assistant', `${i}`))
      await Promise.all(answers.map((message, i) => (i % 2 ? one : two).append({ parentId: 'u', message })))
      const ids = (await one.load()).messages.map(({ message }) => message.id)
      assert.deepEqual(ids.toSorted(), ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'u'])
    })

    it('are named by what the page has open, and a new one gets its id with its first message', async () => {
      let remoteId: string | undefined
      const item = {
        getState: () => ({ remoteId }),
        initialize: async () => ({ remoteId: (remoteId = (await list().initialize('__LOCALID_abc')).remoteId) }),
      }
      const history = threads.history(() => item) as unknown as History
      assert.deepEqual(await history.load(), { headId: null, messages: [] })
      await history.append({ parentId: null, message: text('u', 'user', 'Hi.') })
      assert.notEqual(remoteId, '__LOCALID_abc')
      assert.equal((await history.load()).headId, 'u')
    })

    it('have a list', async () => {
      const own = connectThreads({
        client: connected.client,
        filter: { metadata: { app: 'mine' } },
        metadata: { app: 'mine' },
        title: async (messages) => Promise.resolve(`Of ${messages.length}`),
      })
      const mine = own.list as unknown as List
      for (const method of judge.namesOfList) assert.equal(typeof (mine as unknown as Part)[method], 'function', method)
      const ids = await Promise.all(
        Array.from({ length: 53 }, async (_, i) => (await mine.initialize(`t${i}`)).remoteId),
      )
      assert.deepEqual(ids.slice(0, 2), ['t0', 't1'])
      assert.deepEqual(await mine.initialize('t0'), { remoteId: 't0', externalId: undefined })
      const first = await mine.list()
      const second = await mine.list({ after: first.nextCursor! })
      assert.deepEqual([first.threads.length, second.threads.length, second.nextCursor], [50, 3, undefined])
      await mine.archive('t1')
      await mine.updateCustom('t1', { color: 'red' })
      await mine.rename('t1', 'Renamed')
      const { lastMessageAt, ...thread } = await mine.fetch('t1')
      assert.ok(lastMessageAt instanceof Date)
      const custom = { color: 'red' }
      assert.deepEqual(thread, { status: 'archived', remoteId: 't1', externalId: undefined, title: 'Renamed', custom })
      await mine.unarchive('t1')
      await mine.updateCustom('t1')
      assert.deepEqual([(await mine.fetch('t1'))['status'], (await mine.fetch('t1'))['custom']], ['regular', undefined])
      assert.equal(await judge.titleIn(await mine.generateTitle('t1', [1, 2])), 'Of 2')
      assert.equal((await mine.fetch('t1'))['title'], 'Of 2')
      assert.equal(await judge.titleIn(await list().generateTitle('pages', [])), 'Why?')
      await mine.delete('t1')
      await assert.rejects(mine.fetch('t1'), refused('NOT_FOUND'))
      await assert.rejects(mine.fetch('never'), refused('NOT_FOUND'))
      await assert.rejects(mine.initialize('nul\u0000'), refused('BAD_INPUT'))
    })

    it('refuse what cannot be kept, and store nothing of it', async () => {
      const history = historyOf('refused')
      const message = text('u', 'user', 'Hi.')
      await assert.rejects(history.append({ parentId: 'never', message }), refused('NOT_FOUND'))
      for (const odd of [
        { ...message, id: '' },
        { ...message, id: 'nul\u0000' },
        { ...message, role: 'tool' },
        { ...message, content: 'Hi.' },
        { ...message, content: ['Hi.'] },
        { ...message, metadata: 1n },
      ])
        // prettier-ignore
        await assert.rejects(history.append({ parentId: null, message: odd as never }), refused('BAD_INPUT'))
      await assert.rejects(history.append({ parentId: 3 as never, message }), refused('BAD_INPUT'))
      await assert.rejects(
        history.append({ parentId: null, message: text('u', 'user', 'x'.repeat(5_000_000)) }),
        refused('LIMIT_EXCEEDED'),
      )
      await assert.rejects(historyOf('nul\u0000').append({ parentId: null, message }), refused('BAD_INPUT'))
      assert.equal(await threads.client.conversations.open('refused').summary(), null)
      await history.append({ parentId: null, message })
      await history.append({ parentId: 'u', message: text('a', 'assistant', 'Hello.') })
      await assert.rejects(history.append({ parentId: 'a', message }), refused('BAD_INPUT'))
      await assert.rejects(
        history.append({ parentId: null, message: text('a', 'user', 'Other.') }),
        refused('ROLE_CONFLICT'),
      )
      await assert.rejects(
        history.delete([{ parentId: null, message: text('never', 'user', '') }]),
        refused('NOT_FOUND'),
      )
      await history.append({ parentId: null, message: text('a', 'assistant', 'Moved.') })
      const moved = await history.load()
      assert.deepEqual(
        moved.messages.map(({ message: { id }, parentId }) => [id, parentId]),
        [
          ['u', null],
          ['a', null],
        ],
      )
      await threads.client.conversations.open('refused').delete()
      await assert.rejects(history.load(), refused('NOT_FOUND'))
    })
  })

/** The chat client that docs/chat-backend.md prints, as it stands there, against a server. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from '../scripts/root.ts'
import { startApi, type Api } from './graphql/support/api.ts'
import { waitFor } from './support/waitFor.ts'

interface Entry {
  readonly role: string
  readonly text: string
  readonly message: { readonly turnId: string }
  readonly observation: { readonly id: string }
  readonly content: readonly { readonly attachment?: { readonly mediaType: string } }[]
  readonly versions: null | {
    readonly index: number
    readonly count: number
    readonly previous: { readonly id: string } | null
    readonly next: { readonly id: string } | null
  }
}
interface Chat {
  readonly id: string
  readonly title: string
  readonly stale?: boolean
  readonly streaming?: string
  readonly contextMessages: readonly { readonly role: string; readonly content: unknown }[]
  readonly transcript: { readonly nodes: readonly Entry[] }
}
interface Client {
  open(id: string): Promise<Chat>
  list(text?: string): Promise<{ id: string; title: string }[]>
  newChat(): Promise<Chat>
  send(chat: Chat, text: string, image?: object): Promise<Chat>
  edit(chat: Chat, entry: Entry | undefined, text: string): Promise<Chat>
  regenerate(chat: Chat, entry: Entry | undefined): Promise<Chat>
  go(chat: Chat, to: object | null | undefined): Promise<Chat>
  fork(chat: Chat, entry: Entry | undefined): Promise<Chat>
  search(text: string): Promise<{ snippet: string; conversation: { id: string } }[]>
  watch(id: string, signal: AbortSignal): Promise<void>
}
type Make = (
  url: string,
  model: (messages: readonly object[]) => AsyncIterable<string>,
  show: (chat: Chat) => Chat,
) => Client

const page = readFileSync(join(root, 'docs/chat-backend.md'), 'utf8')
const code = /^```js\n(export function chatClient[^]*?)^```$/m.exec(page)?.[1] ?? ''

describe('the chat client of the page about chat backends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-chat-'))
  let api: Api
  let make: Make
  const shown: Chat[] = []
  const asked: (readonly object[])[] = []
  const show = (chat: Chat) => {
    shown.push(chat)
    return chat
  }
  async function* model(messages: readonly object[]) {
    asked.push(messages)
    for (const piece of ['Answer ', `${asked.length}`]) yield await Promise.resolve(piece)
  }
  const texts = (chat: Chat) => chat.transcript.nodes.map(({ text }) => text)
  const last = (chat: Chat) => chat.transcript.nodes.at(-1)

  before(async () => {
    api = await startApi()
    writeFileSync(join(folder, 'client.mjs'), code)
    make = ((await import(pathToFileURL(join(folder, 'client.mjs')).href)) as { chatClient: Make }).chatClient
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has about a hundred lines', () => {
    const { length } = code.trimEnd().split('\n')
    assert.ok(length <= 115, `${length} lines`)
  })

  it('begins a chat, streams answers, and goes through versions with the arrows', async () => {
    const client = make(api.url, model, show)
    let chat = await client.send(await client.newChat(), 'Hello')
    assert.deepEqual(texts(chat), ['Hello', 'Answer 1'])
    assert.deepEqual(
      shown.flatMap(({ streaming }) => streaming ?? []),
      ['Answer ', 'Answer 1'],
    )
    assert.deepEqual(asked[0], [{ role: 'user', content: 'Hello' }])
    chat = await client.send(chat, 'And?')
    chat = await client.edit(chat, chat.transcript.nodes[2], 'Or?')
    assert.deepEqual(texts(chat), ['Hello', 'Answer 1', 'Or?', 'Answer 3'])
    chat = await client.regenerate(chat, last(chat))
    assert.deepEqual(texts(chat), ['Hello', 'Answer 1', 'Or?', 'Answer 4'])
    assert.deepEqual(asked[3], asked[2])
    const { index, count } = last(chat)?.versions ?? {}
    assert.deepEqual([index, count], [2, 2])
    chat = await client.go(chat, last(chat)?.versions?.previous)
    assert.equal(last(chat)?.text, 'Answer 3')
    chat = await client.go(chat, chat.transcript.nodes[2]?.versions?.previous)
    assert.deepEqual(texts(chat), ['Hello', 'Answer 1', 'And?', 'Answer 2'])
  })

  it('forks, and leaves the source as it is', async () => {
    const client = make(api.url, model, show)
    const chat = await client.send(await client.newChat(), 'To be forked')
    const fork = await client.send(await client.fork(chat, last(chat)), 'Elsewhere')
    assert.deepEqual(texts(fork).slice(0, 3), ['To be forked', last(chat)?.text, 'Elsewhere'])
    assert.deepEqual(texts(await client.open(chat.id)), texts(chat))
  })

  it('sends an image, and shows it', async () => {
    const client = make(api.url, model, show)
    const image = { name: 'dot.png', type: 'image/png', base64: Buffer.from('dot').toString('base64') }
    const chat = await client.send(await client.newChat(), 'Look', image)
    const mediaTypes = chat.transcript.nodes[0]?.content.flatMap(({ attachment }) => attachment?.mediaType ?? [])
    assert.deepEqual(mediaTypes, ['image/png'])
  })

  it('follows what another tab does, and loses nothing where that was faster', async () => {
    const [one, two] = [make(api.url, model, show), make(api.url, model, show)]
    const begun = await one.send(await one.newChat(), 'Two tabs')
    const stop = new AbortController()
    const seen: Chat[] = []
    const follower = make(api.url, model, (chat) => {
      seen.push(chat)
      return chat
    })
    const subscriptions = api.app.watches.size().subscriptions
    const watching = follower.watch(begun.id, stop.signal).catch(() => undefined)
    await waitFor(() => api.app.watches.size().subscriptions !== subscriptions)
    const now = await two.send(await two.open(begun.id), 'From the second')
    await waitFor(() => seen.some((chat) => texts(chat).length === 4))
    const stale = await one.send(begun, 'Too late')
    assert.equal(stale.stale, true)
    assert.deepEqual(texts(stale), texts(now))
    stop.abort()
    await watching
  })

  it('finds what was said', async () => {
    const client = make(api.url, model, show)
    const chat = await client.send(await client.newChat(), 'The word is xylophone')
    const [hit] = await client.search('xylophone')
    assert.equal(hit?.conversation.id, chat.id)
    assert.deepEqual(
      (await client.list('xylophone')).map(({ id }) => id),
      [chat.id],
    )
  })
})

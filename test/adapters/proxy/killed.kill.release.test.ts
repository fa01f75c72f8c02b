// Takes long: a server is killed while it records.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { connect, type ConnectedGraph } from '../../../src/client/client.ts'
import { startServer, type Server } from '../../faults/support/processes.ts'
import { randomFrom } from '../../support/random.ts'
import { roundsOr } from '../../support/rounds.ts'
import { describeOnce } from '../../support/stores.ts'
import { startUpstream, type Upstream } from './support/upstream.ts'
import { pause, waitFor } from '../../support/waitFor.ts'

const { below } = randomFrom(Date.now())
const agents = ['a', 'b', 'c'] as const

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** What an agent has been answered, as it has it itself. */
interface Talk {
  readonly id: string
  readonly messages: Message[]
  /** Messages of requests that the server had counted as recorded. */
  recorded: number
}

/** Sends a prompt behind the history; a request that the kill cuts off was never answered, and the agent sends its prompt again. */
async function ask({ url }: Server, talk: Talk): Promise<void> {
  const prompt: Message = { role: 'user', content: `prompt ${talk.messages.length / 2}` }
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-turngraph-conversation': talk.id },
    body: JSON.stringify({ model: 'm', max_tokens: 9, messages: [...talk.messages, prompt] }),
  })
  const { content } = (await response.json()) as { readonly content: readonly [{ readonly text: string }] }
  talk.messages.push(prompt, { role: 'assistant', content: content[0].text })
}

async function recordedCount({ url }: Server): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^turngraph_proxy_recorded_total\{api="messages"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** Talks until the server is killed; of a talk alone, what is counted is its own. */
async function talkUntilKilled(server: Server, talks: readonly Talk[]): Promise<void> {
  let isOver = false
  const ends = talks.map(async (talk) => {
    for (let asked = 0; !isOver; asked++)
      try {
        assert.ok(asked < 100_000, 'The server is never killed.')
        await ask(server, talk)
      } catch {
        return
      }
  })
  await pause(200 + below(400), 'so long they talk')
  const count = await recordedCount(server)
  // Once so many are recorded that none of an agent's first ones can be missing, those are acknowledged. Counted after that: what
  // others may have had recorded by then, one each whose answer was on its way.
  const most = talks.map(({ messages }) => messages.length / 2 + 1)
  const all = most.reduce((sum, one) => sum + one, 0)
  for (const [at, talk] of talks.entries())
    talk.recorded = Math.max(talk.recorded, 2 * Math.max(0, count - (all - (most[at] ?? 0))))
  await pause(below(50), 'a kill comes at any moment')
  isOver = true
  await Promise.all([server.kill9(), ...ends])
}

/**
 * Holds that what is stored of a talk is a beginning of it, each message once; returns whether an answer was stored that never
 * came back: its prompt is sent again then, and has two.
 */
async function holds(client: ConnectedGraph, talk: Talk, leaves = 1): Promise<boolean> {
  const shown = 'query ($id: ID!) { conversation(id: $id) { treeShape { roots leaves } } }'
  const { conversation } = await client.query<{ conversation: { treeShape: object } | null }>(shown, { id: talk.id })
  if (conversation === null) {
    assert.equal(talk.recorded, 0)
    return false
  }
  const checked = 'query ($id: ID!) { integrity(conversationId: $id) { damage } }'
  const { integrity } = await client.query<{ integrity: { damage: number } }>(checked, { id: talk.id })
  const turns = await client.conversations.open(talk.id).transcript({ view: 'RAW' }).all()
  const wanted = talk.messages.map(({ content }) => content)
  const texts = turns.map(({ text }) => text)
  // The last request may have been stored though its answer never came back.
  const isSent = texts.length <= wanted.length + 2
  assert.ok(
    isSent && texts.length >= talk.recorded,
    `${texts.length} turns, ${talk.recorded} acknowledged, ${wanted.length} answered`,
  )
  assert.deepEqual(texts.slice(0, wanted.length), wanted.slice(0, texts.length))
  assert.equal(texts.length % 2, 0)
  assert.deepEqual([conversation.treeShape, integrity.damage], [{ roots: 1, leaves }, 0])
  return texts.length > wanted.length
}

describeOnce('requests that a killed server recorded', () => {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-proxy-killed-'))
  let upstream: Upstream
  before(async () => (upstream = await startUpstream()))
  after(async () => {
    await upstream.close()
    rmSync(data, { recursive: true, force: true })
  })

  for (let round = 1; round <= roundsOr(10); round++)
    it(`are whole, none lost that was counted and none twice, round ${round}`, async () => {
      const server = await startServer({ DATA: data, PROXY_ANTHROPIC_UPSTREAM: upstream.url, LOG_LEVEL: 'error' })
      const talks = agents.map((name): Talk => ({ id: `${name}-${round}`, messages: [], recorded: 0 }))
      await talkUntilKilled(server, talks)
      const answeredTwice = new Set<string>()
      const client = await connect({ data })
      try {
        for (const talk of talks) if (await holds(client, talk)) answeredTwice.add(talk.id)
      } finally {
        await client.close()
      }
      // The next request repeats the history, so that what was not stored comes after all.
      const again = await startServer({ DATA: data, PROXY_ANTHROPIC_UPSTREAM: upstream.url, LOG_LEVEL: 'error' })
      try {
        for (const talk of talks) await ask(again, talk)
        await waitFor(async () => (await recordedCount(again)) >= talks.length)
      } finally {
        await again.stop()
      }
      const later = await connect({ data })
      try {
        for (const talk of talks)
          await holds(later, { ...talk, recorded: talk.messages.length }, answeredTwice.has(talk.id) ? 2 : 1)
      } finally {
        await later.close()
      }
    })
})

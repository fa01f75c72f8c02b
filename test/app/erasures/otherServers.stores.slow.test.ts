import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { mutate, storeTurn } from '../../graphql/support/talk.ts'
import { emptyNeo4j, neo4jLines } from '../../support/neo4j.ts'
import { isWanted } from '../../support/stores.ts'
import { everyAnswer } from './support/everyAnswer.ts'

const secret = 'xqzsecretxqz'

if (isWanted('sqlite')) suite('SQLite', false, () => Promise.resolve({}))
for (const { line, version, skip } of await neo4jLines())
  suite(`Neo4j ${version}`, skip, async () => {
    const { uri, user, password } = await emptyNeo4j(line)
    return { STORE: uri, STORE_USER: user, STORE_PASSWORD: password, REQUEST_TIMEOUT_MS: '120000' }
  })

function suite(name: string, skip: string | false, settings: () => Promise<Record<string, string>>): void {
  describe(`two servers on one store, of which one erases, on ${name}`, { skip }, () => {
    let folder = ''
    let [eraser, other]: [Api, Api] = [null as never, null as never]
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'turngraph-erasing-'))
      const env = { ...(await settings()), DATA: folder }
      ;[eraser, other] = [await startApi(env), await startApi(env)]
    })
    after(async () => {
      await Promise.all([eraser.close(), other.close()])
      rmSync(folder, { recursive: true, force: true })
    })

    const say = (api: Api, conversationId: string, turnId: string, text: string) =>
      storeTurn(api, { conversationId, turnId, role: turnId.startsWith('a') ? 'ASSISTANT' : 'USER', text })
    const found = async (api: Api, text: string) =>
      (await api.ask(`{ search(text: "${text}") { totalCount nodes { snippet } } }`)).search
    /** All that the other server answers from what it remembers. */
    const all = async (conversationId: string) => {
      const { conversation } = await other.ask(
        `{ conversation(id: "${conversationId}") { id transcript(view: RAW, first: 100) { nodes { observation { id message { id } } } } } }`,
      )
      const nodes = conversation.transcript.nodes as unknown as {
        observation: { id: string; message: { id: string } | null }
      }[]
      const things = {
        conversationIds: [conversationId],
        messageIds: nodes.flatMap(({ observation }) => observation.message?.id ?? []),
        observationIds: nodes.map(({ observation }) => observation.id),
      }
      return [...(await everyAnswer(() => other.app.scope(), things)).values()].join('\n')
    }

    it('answers nothing of it from the memory of the other', async () => {
      await say(eraser, 'c', 'u1', `my key is ${secret}`)
      await say(eraser, 'c', 'a1', `so ${secret} it is`)
      await say(other, 'c', 'u2', 'and now?')
      await mutate(
        other,
        'compact',
        { conversationId: 'c', from: { turn: 1 }, to: { turn: 2 }, summary: `They said ${secret}.` },
        '',
      )
      await mutate(other, 'forkConversation', { source: 'c', newConversationId: 'fork', at: { turn: 2 } }, '')
      await say(other, 'fork', 'a1', `so ${secret} it is`)
      // What it is asked is what it remembers.
      for (const id of ['c', 'fork']) assert.ok((await all(id)).includes(secret))
      assert.ok((await found(other, secret)).nodes.length > 0)
      await mutate(eraser, 'erase', { messageIds: ['c:u1', 'c:a1'], reason: 'SECRET_LEAKED' }, '')
      for (const id of ['c', 'fork']) assert.ok(!(await all(id)).includes(secret), id)
      assert.deepEqual(await found(other, secret), { totalCount: 0, nodes: [] })
      assert.equal((await found(other, 'now')).nodes.length, 1)
    })

    it('takes the same words for new, where the other remembers them as its head', async () => {
      await say(eraser, 'h', 'u1', 'begin')
      await say(other, 'h', 'a1', `it is ${secret}`)
      await mutate(other, 'forkConversation', { source: 'h', newConversationId: 'h fork' }, '')
      await say(other, 'h fork', 'a1', `it is ${secret}`)
      const { receipt } = await mutate(
        eraser,
        'erase',
        { messageIds: ['h:a1'], reason: 'OTHER' },
        'receipt { observationIds }',
      )
      for (const id of ['h', 'h fork']) {
        const again = await mutate(
          other,
          'storeTurn',
          { conversationId: id, turnId: 'a1', role: 'ASSISTANT', text: `it is ${secret}` },
          'restated observation { id kind text }',
        )
        assert.deepEqual(
          [again.restated, again.observation.kind, again.observation.text],
          [false, 'TURN', `it is ${secret}`],
          id,
        )
        assert.ok(!receipt.observationIds.includes(again.observation.id))
      }
    })

    it('tells a subscriber of the other, who reads again from the start, nothing of it', async () => {
      await say(other, 's', 'u1', 'begin')
      await mutate(other, 'checkpoint', { conversationId: 's', name: secret, note: `at ${secret}` }, '')
      await mutate(other, 'rewindConversation', { conversationId: 's', to: { turn: 1 }, note: secret }, '')
      await mutate(eraser, 'erase', { conversationIds: ['s'], reason: 'OTHER' }, '')
      const events = await other.app.watches.follow(other.app.scope(), 's', 0)
      const told: unknown[] = []
      for await (const change of events) {
        told.push(change)
        if (change.kind === 'event' && change.event.kind === 'ERASE') break
      }
      assert.ok(!JSON.stringify(told).includes(secret))
    })
  })
}

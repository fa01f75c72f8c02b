/** What an answer ends as that the model, its endpoint or the server itself fails; what succeeds is askModel.stores.alone.slow.test.ts. */
// Takes long: it waits for models that say nothing.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { describeOnce } from '../support/stores.ts'
import { startApi, type Api } from './support/api.ts'
import { subscribe } from './support/follow.ts'
import { startModel, streams, type Model } from './support/model.ts'
import { mutate, texts } from './support/talk.ts'

describeOnce('an answer that fails', () => {
  let [model, api, folder]: [Model, Api, string] = [null as never, null as never, '']
  /** What the next write of an answer throws. */
  let fault: Error | null = null
  before(async () => {
    model = await startModel()
    folder = mkdtempSync(join(tmpdir(), 'turngraph-faults-'))
    const store = failing(await openSqliteStore({ path: join(folder, 'turngraph.db') }), () => fault)
    const env = { DATA: folder, RESPONDER_URL: model.url, RESPONDER_MODEL: 'small', RESPONDER_TIMEOUT_MS: '700' }
    api = await startApi(env, { store })
  })
  after(async () => {
    await api.close()
    await model.close()
    rmSync(folder, { recursive: true })
  })

  /** Asks in a conversation of its own, and returns the answer once it is over. */
  async function answered(server: Api, conversationId: string) {
    const asked = { conversationId, prompt: 'Why?' }
    const { answer } = await mutate(server, 'askModel', asked, 'answer { id }')
    const query = 'subscription ($id: ID!) { answerChanged(id: $id) { kind } }'
    await subscribe('WebSocket', server.url, { query, variables: { id: answer.id } }).over
    const shown = 'state text error { code message details } observation { id }'
    return (await server.ask(`query ($id: ID!) { answer(id: $id) { ${shown} } }`, { id: answer.id })).answer
  }

  const stalls: readonly (readonly [string, Model['does']])[] = [
    ['says nothing at all', () => undefined],
    ['goes silent behind its first words', streams(['Half an '], { hangs: true })],
    ['goes silent behind its first thought', streams([{ reasoning_content: 'Hm.' }], { hangs: true })],
  ]
  for (const [how, does] of stalls)
    it(`is one of a model that ${how}: by the time it may be silent, with the prompt kept`, async () => {
      model.does = does
      const answer = await answered(api, how)
      assert.deepEqual([answer.state, answer.error.code, answer.observation], ['FAILED', 'RESPONDER_FAILED', null])
      assert.deepEqual(answer.error.details, { status: null, kind: 'TIMEOUT' })
      assert.deepEqual(await texts(api, how), ['Why?'])
    })

  it('is none of a model that takes its time, and goes on within it', async () => {
    model.does = (asked, response) => {
      streams(['One '], { hangs: true })(asked, response)
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
      const words = ['two ', 'three ', 'four ', 'five']
      const say = () => {
        const word = words.shift()
        if (word === undefined) return void response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
        response.write(chunk({ content: word }, null))
        setTimeout(say, 250)
      }
      setTimeout(say, 250)
    }
    assert.deepEqual((await answered(api, 'slow')).text, 'One two three four five')
  })

  it('has the words in which a model declines, which are its answer', async () => {
    model.does = streams([{ refusal: 'I will not.' }])
    const answer = await answered(api, 'declined')
    assert.deepEqual([answer.state, answer.text], ['STORED', 'I will not.'])
  })

  it('says with which status the endpoint refused what was asked', async () => {
    model.does = (_, response) => void response.writeHead(400).end('{"error":{"message":"secret words"}}')
    const answer = await answered(api, 'refused')
    assert.deepEqual([answer.error.code, answer.error.details], ['BAD_INPUT', { status: 400 }])
    assert.ok(!JSON.stringify(answer).includes('secret'))
  })

  it('is one of an endpoint that is not there at all', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const alone = await startApi({ RESPONDER_URL: `http://127.0.0.1:${port}/v1`, RESPONDER_MODEL: 'small' })
    const answer = await answered(alone, 'nowhere')
    assert.deepEqual(answer.error.details, { status: null, kind: 'UNREACHABLE' })
    assert.deepEqual(await texts(alone, 'nowhere'), ['Why?'])
    await alone.close()
  })

  it('has a code of its own where the server failed, which shows nothing of the fault but where its log has it', async () => {
    model.does = streams(['Because.'])
    fault = new Error('disk 7 of host x')
    const answer = await answered(api, 'faulty')
    fault = null
    assert.deepEqual([answer.state, answer.error.code, answer.observation], ['FAILED', 'ANSWER_FAILED', null])
    const { errorId } = answer.error.details as { readonly errorId: string }
    assert.ok(!JSON.stringify(answer).includes('disk 7'))
    const lines = api.logged.filter((line) => line.includes(errorId))
    assert.deepEqual([lines.length, lines[0]?.includes('disk 7 of host x')], [1, true])
    const { conversation } = await api.ask('{ conversation(id: "faulty") { activeRun { runId } } }')
    assert.equal(conversation.activeRun, null)
    assert.deepEqual(await texts(api, 'faulty'), ['Why?'])
  })
})

/** A store that cannot store what an assistant said while there is a fault. */
function failing(store: GraphStore, fault: () => Error | null): GraphStore {
  const write: GraphStore['write'] = (tenant, changes) => {
    const thrown = fault()
    const isAnswer = changes.observations.some(({ role }) => role === 'ASSISTANT')
    return thrown && isAnswer ? Promise.reject(thrown) : store.write(tenant, changes)
  }
  return new Proxy(store, {
    get: (target, name): unknown => {
      const member: unknown = name === 'write' ? write : Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

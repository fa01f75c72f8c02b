// Takes long: it waits for answers whose server has gone.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { StoreUnavailable, type GraphStore } from '../../src/storage/graphStore.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { describeOnce } from '../support/stores.ts'
import { startApi, type Api } from './support/api.ts'
import { subscribe } from './support/follow.ts'
import { startModel, stepwise, streams, type Model } from './support/model.ts'
import { ofEachServer } from './support/severalServers.ts'
import { mutate, texts } from './support/talk.ts'
import { pause, waitFor } from '../support/waitFor.ts'

describeOnce('an answer that another server makes, or made', () => {
  let [model, folder]: [Model, string] = [null as never, '']
  let [here, there]: [Api, Api] = [null as never, null as never]
  const settings = () => ({ DATA: folder, RESPONDER_URL: model.url, RESPONDER_MODEL: 'small' })
  const start = (more: Record<string, string> = {}) =>
    startApi({ ...settings(), ...more }, {}, { oneServer: ofEachServer.namedServers })
  before(async () => {
    model = await startModel()
    folder = mkdtempSync(join(tmpdir(), 'turngraph-answers-'))
    ;[here, there] = await Promise.all([start(), start()])
  })
  after(async () => {
    await Promise.all([here.close(), there.close()])
    await model.close()
    rmSync(folder, { recursive: true })
  })
  const ask = async (api: Api, conversationId: string, input: object = { prompt: 'Why?' }) =>
    mutate(api, 'askModel', { conversationId, ...input }, 'answer { id } prompt { id }')
  const answerOf = async (api: Api, id: string) =>
    (await api.ask('query ($id: ID!) { answer(id: $id) { state text error { code details } } }', { id })).answer
  const follow = (api: Api, id: string) =>
    subscribe('WebSocket', api.url, {
      query: 'subscription ($id: ID!) { answerChanged(id: $id) { kind text answer { state text } } }',
      variables: { id },
    }) as unknown as {
      events: readonly { kind: string; text: string | null; answer: object }[]
      over: Promise<unknown>
    }

  it('shows its state, and its text once it is stored', async () => {
    const steps = stepwise()
    model.does = steps.does
    const { answer } = await ask(here, 'shown')
    await steps.say('Because.')
    const { conversation } = await there.ask('{ conversation(id: "shown") { answering { id state } } }')
    assert.deepEqual(conversation.answering, [{ id: answer.id, state: 'ASKED' }])
    const follower = follow(there, answer.id)
    await steps.end()
    await follower.over
    assert.deepEqual(follower.events.at(-1), {
      kind: 'STATE',
      text: null,
      answer: { state: 'STORED', text: 'Because.' },
    })
  })

  it('is told by neither of them once it is erased, thoughts included', async () => {
    model.does = streams(['Be', 'cause.'])
    const { answer } = await ask(here, 'erased')
    await follow(here, answer.id).over
    await mutate(there, 'erase', { conversationIds: ['erased'], reason: 'OTHER' }, '')
    for (const api of [here, there]) {
      assert.equal((await answerOf(api, answer.id)).text, '')
      const follower = follow(api, answer.id)
      await follower.over
      assert.deepEqual(follower.events, [{ kind: 'STATE', text: null, answer: { state: 'STORED', text: '' } }])
    }
  })

  it('gives it up where it is stopped elsewhere, and stores nothing of it', async () => {
    const steps = stepwise()
    model.does = steps.does
    const { answer } = await ask(here, 'stopped')
    await steps.asked
    const stopped = await mutate(there, 'stopAnswer', { id: answer.id }, 'answer { state }')
    assert.equal(stopped.answer.state, 'STOPPED')
    const follower = follow(here, answer.id)
    await steps.say('Because.')
    await steps.end()
    await follower.over
    assert.deepEqual(await texts(there, 'stopped'), ['Why?'])
  })

  it('is under way for as long as its server says so, however long it takes', async () => {
    const quick = { RESPONDER_TIMEOUT_MS: '1500' }
    const api = await start(quick)
    const steps = stepwise()
    model.does = steps.does
    const { answer } = await ask(api, 'long')
    await steps.asked
    for (let said = 0; said < 35; said++) {
      await steps.say('Word. ')
      await pause(100, 'all of them take longer than a silence may')
      assert.equal((await answerOf(there, answer.id)).state, 'ASKED')
    }
    await steps.end()
    await follow(api, answer.id).over
    assert.equal((await answerOf(there, answer.id)).state, 'STORED')
    await api.close()
  })

  it('is ended by whichever server meets it once its own has gone; then the model can be asked again', async () => {
    const { store, cutOff } = await storeToCutOff(folder)
    const dying = await startApi({ ...settings(), RESPONDER_TIMEOUT_MS: '1000' }, { store })
    const steps = stepwise()
    model.does = steps.does
    const { answer, prompt } = await ask(dying, 'gone')
    await steps.asked
    cutOff()
    const follower = follow(there, answer.id)
    await follower.over
    assert.deepEqual(follower.events.at(-1)?.answer, { state: 'FAILED', text: '' })
    const gone = await answerOf(there, answer.id)
    assert.deepEqual([gone.error.code, gone.error.details], ['RESPONDER_FAILED', { status: null, kind: 'GONE' }])
    const { conversation } = await there.ask('{ conversation(id: "gone") { activeRun { runId } answering { id } } }')
    assert.deepEqual([conversation.activeRun, conversation.answering], [null, []])
    model.does = streams(['Now.'])
    const again = await ask(there, 'gone', { at: { observationId: prompt.id } })
    assert.deepEqual(again.userErrors, [])
    await follow(there, again.answer.id).over
    assert.deepEqual(await texts(there, 'gone'), ['Why?', 'Now.'])
    await dying.close()
  })

  it('keeps what came when its server is stopped', async () => {
    const api = await start()
    const steps = stepwise()
    model.does = steps.does
    const { answer } = await ask(api, 'closed')
    const follower = follow(api, answer.id)
    await steps.say('Half an ')
    await waitFor(() => follower.events.some(({ text }) => text === 'Half an '))
    await api.close()
    assert.deepEqual(await texts(there, 'closed'), ['Why?', 'Half an '])
    assert.equal((await answerOf(there, answer.id)).state, 'STOPPED')
  })
})

/** Opens the store of a folder, and returns what takes all further writes from it, as where its network is cut. */
async function storeToCutOff(folder: string) {
  let isCut = false
  const store = await openSqliteStore({ path: join(folder, 'turngraph.db') })
  const write: GraphStore['write'] = (...asked) =>
    isCut ? Promise.reject(new StoreUnavailable('The store is cut off.', { uncertain: false })) : store.write(...asked)
  const cut = new Proxy(store, {
    get: (target, name): unknown => {
      const member: unknown = name === 'write' ? write : Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return { store: cut, cutOff: () => void (isCut = true) }
}

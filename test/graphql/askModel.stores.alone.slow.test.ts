import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { stayAlive } from '../../src/app/answers/stayAlive.ts'
import type { Responder } from '../../src/app/probes/responder.ts'
import { aliveMark, aliveUntil } from '../../src/domain/records/modelAnswer.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { isWanted } from '../support/stores.ts'
import { startApi, type Api, type Data } from './support/api.ts'
import { subscribe, type Follower, type Transport } from './support/follow.ts'
import { startModel, stepwise, streams, type Model } from './support/model.ts'
import { ofEachServer } from './support/severalServers.ts'
import { mutate, storeTurn, talk, texts } from './support/talk.ts'
import { pause, waitFor } from '../support/waitFor.ts'

/** What a subscriber is told of an answer. */
interface Change {
  readonly kind: string
  readonly offset: number
  readonly text: string | null
  readonly answer: { readonly state: string }
}

const shown = `id state text model runId startedAt endedAt stopReason error { code message details }
  usage { inputTokens outputTokens } observation { id role text model metadata runId usage { outputTokens } }`

const ask = (api: Api, input: object) =>
  mutate(api, 'askModel', { conversationId: 'c', ...input }, `answer { ${shown} } prompt { id text role } replayed`)
const stop = (api: Api, id: string) => mutate(api, 'stopAnswer', { id }, `answer { ${shown} } replayed`)
const answerOf = async (api: Api, id: string): Promise<Data['answer']> =>
  (await api.ask(`query ($id: ID!) { answer(id: $id) { ${shown} } }`, { id })).answer
function follow(
  api: Api,
  id: string,
  { from = 0, transport = 'WebSocket' }: { from?: number; transport?: Transport } = {},
) {
  const query = `subscription ($id: ID!, $from: Int) { answerChanged(id: $id, from: $from) { kind offset text answer { state } } }`
  return subscribe(transport, api.url, { query, variables: { id, from } }) as unknown as Omit<Follower, 'events'> & {
    readonly events: readonly Change[]
    reach(count: number): Promise<readonly Change[]>
  }
}

/** Waits until an answer is over, as its clients do. */
async function whole(api: Api, id: string): Promise<Data['answer']> {
  const follower = follow(api, id)
  await follower.over
  return answerOf(api, id)
}
const said = (events: readonly Change[]) =>
  events
    .filter(({ kind }) => kind === 'TEXT')
    .map(({ text }) => text)
    .join('')

if (isWanted('sqlite')) suite('SQLite', false, () => startModel().then(withApi))
for (const { line, version, skip } of await neo4jLines())
  suite(`Neo4j ${version}`, skip, async () => {
    const timeouts = { read: 60_000, write: 60_000 }
    return withApi(await startModel(), await openNeo4jStore({ ...(await withNeo4j(line)), timeouts }))
  })

async function withApi(model: Model, store?: Awaited<ReturnType<typeof openNeo4jStore>>) {
  const env = { RESPONDER_URL: model.url, RESPONDER_MODEL: 'small', REQUEST_TIMEOUT_MS: '60000' }
  return { model, api: await startApi(env, store ? { store } : {}, { oneServer: ofEachServer.answersUnderWay }) }
}

function suite(name: string, skip: string | false, start: () => Promise<{ model: Model; api: Api }>): void {
  describe(`a model that is asked in a conversation, on ${name}`, { skip, timeout: 300_000 }, () => {
    let [model, api]: [Model, Api] = [null as never, null as never]
    let number = 0
    /** A conversation of this test alone. */
    let c = ''
    const askHere = (input: object) => ask(api, { conversationId: c, ...input })
    before(async () => void ({ model, api } = await start()))
    after(async () => {
      await api.close()
      await model.close()
    })
    beforeEach(async () => {
      model.does = streams(['Be', 'cause', '.'])
      c = `c${number++}`
      await talk(api, c, 'one', 'two')
    })
    const stateOf = async () =>
      (
        await api.ask(
          `query ($id: ID!) { conversation(id: $id) { head { id text } turnCount answering { id state text } activeRun { runId } } }`,
          { id: c },
        )
      ).conversation

    it('stores the prompt at once and the answer when it is whole, in a run of its own', async () => {
      const { answer, prompt, replayed, userErrors } = await askHere({ prompt: 'Why?' })
      assert.deepEqual([userErrors, prompt.text, prompt.role, replayed], [[], 'Why?', 'USER', false])
      assert.equal(answer.model, 'small')
      const after = await whole(api, answer.id)
      assert.deepEqual([after.state, after.text, after.stopReason], ['STORED', 'Because.', 'stop'])
      const { observation } = after
      assert.deepEqual([observation.role, observation.text, observation.model], ['ASSISTANT', 'Because.', 'small-2026'])
      assert.equal(observation.runId, answer.runId)
      const { run } = await api.ask(`query ($c: ID!, $id: ID!) { run(conversationId: $c, runId: $id) { state } }`, {
        c,
        id: answer.runId,
      })
      assert.equal(run.state, 'COMPLETED')
      assert.deepEqual([after.usage, observation.usage], [{ inputTokens: 11, outputTokens: 7 }, { outputTokens: 7 }])
      assert.deepEqual(await texts(api, c), ['one', 'two', 'Why?', 'Because.'])
      assert.deepEqual(
        model.asked.at(-1)?.messages.map(({ content }) => content),
        ['one', 'two', 'Why?'],
      )
      assert.equal((await stateOf()).activeRun, null)
    })

    it('is read while it answers, by whoever comes and from wherever they were', async () => {
      const steps = stepwise()
      model.does = steps.does
      const { answer } = await askHere({ prompt: 'Why?' })
      const first = follow(api, answer.id)
      await steps.say('One 𝒳, ')
      await waitFor(() => said(first.events) === 'One 𝒳, ')
      const { answering } = await stateOf()
      assert.deepEqual([answering[0].state, answering[0].text, answering.length], ['ANSWERING', 'One 𝒳, ', 1])
      const late = follow(api, answer.id, { transport: 'SSE' })
      const again = follow(api, answer.id, { from: 4 })
      await steps.say('two.')
      await steps.end()
      await Promise.all([first.over, late.over, again.over])
      assert.deepEqual(
        [said(first.events), said(late.events), said(again.events)],
        ['One 𝒳, two.', 'One 𝒳, two.', '𝒳, two.'],
      )
      for (const { events } of [first, late, again]) {
        assert.deepEqual([events.at(-1)?.kind, events.at(-1)?.answer.state], ['STATE', 'STORED'])
        let at = events.find(({ kind }) => kind === 'TEXT')?.offset
        for (const { offset, text } of events.filter(({ kind }) => kind === 'TEXT')) {
          assert.equal(offset, at)
          at = offset + (text ?? '').length
        }
      }
      const after = follow(api, answer.id, { from: 6 })
      await after.over
      assert.equal(said(after.events), ', two.')
      assert.equal(api.app.watches.size().subscriptions, 0)
    })

    it('keeps what came when it is stopped, and says so', async () => {
      const steps = stepwise()
      model.does = steps.does
      const { answer } = await askHere({ prompt: 'Why?' })
      const follower = follow(api, answer.id)
      await steps.say('Half an ')
      await waitFor(() => said(follower.events) === 'Half an ')
      const stopped = await stop(api, answer.id)
      assert.deepEqual([stopped.answer.state, stopped.answer.text], ['STOPPED', 'Half an '])
      assert.deepEqual(stopped.answer.observation.metadata, { stopped: true })
      assert.deepEqual(await texts(api, c), ['one', 'two', 'Why?', 'Half an '])
      assert.equal((await stop(api, answer.id)).replayed, true)
      await follower.over
    })

    it('is stopped once by a key, which is bound to that answer', async () => {
      const steps = stepwise()
      model.does = steps.does
      const { answer } = await askHere({ prompt: 'Why?' })
      await steps.asked
      const byKey = (id: string) =>
        mutate(api, 'stopAnswer', { id, idempotencyKey: `stop-${c}` }, 'answer { id state } replayed')
      const one = await byKey(answer.id)
      const two = await byKey(answer.id)
      assert.deepEqual([one.replayed, two.replayed, two.answer], [false, true, one.answer])
      assert.equal((await byKey(`${c}:other`)).userErrors[0].code, 'IDEMPOTENCY_MISMATCH')
      assert.deepEqual(await texts(api, c), ['one', 'two', 'Why?'])
    })

    it('leaves nothing behind but the prompt when it is stopped before a word came', async () => {
      const steps = stepwise()
      model.does = steps.does
      const { answer } = await askHere({ prompt: 'Why?' })
      await steps.asked
      const stopped = await stop(api, answer.id)
      assert.deepEqual([stopped.answer.state, stopped.answer.text, stopped.answer.observation], ['STOPPED', '', null])
      assert.deepEqual(await texts(api, c), ['one', 'two', 'Why?'])
      assert.equal((await stateOf()).activeRun, null)
    })

    const failures: readonly (readonly [string, () => Model['does'], string])[] = [
      ['breaks off', () => streams(['Half'], { breaks: true }), 'CUT_OFF'],
      ['refuses with 429', () => (_, response) => void response.writeHead(429).end(), 'RATE_LIMITED'],
      ['fails with 500', () => (_, response) => void response.writeHead(500).end('no'), 'STATUS'],
      ['is never there', () => (_, response) => void response.socket?.destroy(), 'UNREACHABLE'],
      ['says not a word', () => streams([]), 'EMPTY'],
    ]
    for (const [how, does, kind] of failures)
      it(`keeps the prompt where the model ${how}, and can be asked again there`, async () => {
        model.does = does()
        const { answer, prompt } = await askHere({ prompt: 'Why?' })
        const failed = await whole(api, answer.id)
        assert.deepEqual([failed.state, failed.error.code, failed.observation], ['FAILED', 'RESPONDER_FAILED', null])
        assert.equal((failed.error.details as { kind: string }).kind, kind)
        assert.deepEqual(await texts(api, c), ['one', 'two', 'Why?'])
        model.does = streams(['Now.'])
        const again = await askHere({ at: { observationId: prompt.id } })
        assert.equal((await whole(api, again.answer.id)).state, 'STORED')
        assert.deepEqual(await texts(api, c), ['one', 'two', 'Why?', 'Now.'])
      })

    it('has the store know now and then that its server lives', async () => {
      const { answer } = await askHere({ prompt: 'Why?' })
      await whole(api, answer.id)
      const scope = api.app.scope()
      const [first] = await scope.store.importMarks([aliveMark(answer.id)])
      const responder = { ...(api.app.probing.responder as Responder), timeoutMs: 1 }
      const faults: unknown[] = []
      const fault = (error: unknown) => String(faults.push(error))
      const named = { id: answer.id, conversationId: c, runId: answer.runId }
      const isSettled = stayAlive(scope, { responder, fault }, named)
      await pause(1_100, 'longer than it is silent')
      await isSettled()
      const [then] = await scope.store.importMarks([aliveMark(answer.id)])
      assert.deepEqual(faults, [])
      assert.ok(aliveUntil(first) !== null && aliveUntil(then) !== null && aliveUntil(first) !== aliveUntil(then))
      const { events } = (
        await api.ask(`query ($id: ID!) { conversation(id: $id) { events { totalCount } } }`, { id: c })
      ).conversation
      assert.ok(events.totalCount < 8, 'It is no line of the conversation.')
    })

    it('answers again beside the answer that is there', async () => {
      const first = await askHere({ prompt: 'Why?' })
      const one = await whole(api, first.answer.id)
      model.does = streams(['Otherwise.'])
      const second = await askHere({ at: { observationId: first.prompt.id } })
      assert.equal(second.prompt.id, first.prompt.id)
      const two = await whole(api, second.answer.id)
      const { conversation } = await api.ask(
        `query ($id: ID!) { conversation(id: $id) { head { id } transcript(last: 1) { nodes { versions { count index } } } } }`,
        { id: c },
      )
      assert.deepEqual(conversation.transcript.nodes[0].versions, { count: 2, index: 2 })
      assert.equal(conversation.head.id, two.observation.id)
      assert.notEqual(one.observation.id, two.observation.id)
    })

    it('leaves the current end where somebody went on meanwhile', async () => {
      const steps = stepwise()
      model.does = steps.does
      const { answer, prompt } = await askHere({ prompt: 'Why?' })
      await steps.asked
      await storeTurn(api, { conversationId: c, role: 'USER', text: 'Never mind.' })
      await steps.say('Because.')
      await steps.end()
      const after = await whole(api, answer.id)
      assert.equal(after.state, 'STORED')
      assert.deepEqual(await texts(api, c), ['one', 'two', 'Why?', 'Never mind.'])
      const { observation } = await api.ask(`query ($id: ID!) { observation(id: $id) { parent { id } } }`, {
        id: after.observation.id,
      })
      assert.equal(observation.parent.id, prompt.id)
    })

    it('goes on at another place as a new branch', async () => {
      const { conversation } = await api.ask(
        `query ($id: ID!) { conversation(id: $id) { transcript(first: 1) { nodes { observation { id } } } } }`,
        { id: c },
      )
      const at = { observationId: conversation.transcript.nodes[0].observation.id }
      const { answer } = await askHere({ at, prompt: 'Or?' })
      await whole(api, answer.id)
      assert.deepEqual(await texts(api, c), ['one', 'Or?', 'Because.'])
    })

    it('stores calls of tools, runs none, and is asked again behind their results', async () => {
      const call = { tool_calls: [{ index: 0, id: 'k1', function: { name: 'bash', arguments: '{"command":"ls"}' } }] }
      model.does = streams(['Let me look.', call], { reason: 'tool_calls' })
      const { answer } = await askHere({ prompt: 'What is here?' })
      const after = await whole(api, answer.id)
      assert.deepEqual([after.state, after.text, after.stopReason], ['TOOLS', 'Let me look.', 'tool_calls'])
      assert.equal((await stateOf()).activeRun, null)
      const content = [{ toolResult: { callId: 'k1', content: [{ text: 'a.ts' }] } }]
      const result = await storeTurn(api, { conversationId: c, role: 'TOOL', content })
      assert.deepEqual([result.userErrors, result.warnings], [[], []])
      model.does = streams(['One file.'])
      const again = await askHere({ at: { observationId: result.observation.id } })
      assert.equal((await whole(api, again.answer.id)).text, 'One file.')
      assert.deepEqual(
        model.asked
          .at(-1)
          ?.messages.slice(-2)
          .map(({ role }) => role),
        ['assistant', 'tool'],
      )
    })

    it('makes one answer at a time in a conversation', async () => {
      const steps = stepwise()
      model.does = steps.does
      const { answer } = await askHere({ prompt: 'Why?' })
      const { userErrors } = await askHere({ prompt: 'And?' })
      assert.deepEqual(
        [userErrors[0].code, userErrors[0].details],
        ['ALREADY_ANSWERING', { conversationId: c, answerId: answer.id }],
      )
      assert.deepEqual(await texts(api, c), ['one', 'two', 'Why?'])
      await stop(api, answer.id)
    })

    it('answers a repetition by its key as it answered before', async () => {
      const asked = { prompt: 'Why?', idempotencyKey: `key-${c}` }
      const first = await askHere(asked)
      await whole(api, first.answer.id)
      const second = await askHere(asked)
      assert.deepEqual([second.replayed, second.answer.id, second.prompt.id], [true, first.answer.id, first.prompt.id])
      assert.equal(second.answer.state, 'STORED')
      const other = await askHere({ ...asked, prompt: 'What?' })
      assert.equal(other.userErrors[0].code, 'IDEMPOTENCY_MISMATCH')
      assert.deepEqual(await texts(api, c), ['one', 'two', 'Why?', 'Because.'])
    })

    it('refuses a prompt that expected another head, adds it behind, or forks beside', async () => {
      const { conversation } = await api.ask(`query ($id: ID!) { conversation(id: $id) { head { id } } }`, { id: c })
      const expectedHeadId = conversation.head.id
      await storeTurn(api, { conversationId: c, role: 'USER', text: 'three' })
      const asked = { prompt: 'Why?', expectedHeadId }
      assert.equal((await askHere(asked)).userErrors[0].code, 'HEAD_MOVED')
      const fork = await askHere({ ...asked, onConflict: 'FORK' })
      assert.notEqual(fork.answer.id.split(':')[0], c)
      await whole(api, fork.answer.id)
      assert.deepEqual(await texts(api, fork.answer.id.split(':')[0] as string), ['one', 'two', 'Why?', 'Because.'])
      const rebased = await askHere({ ...asked, onConflict: 'REBASE' })
      await whole(api, rebased.answer.id)
      assert.deepEqual(await texts(api, c), ['one', 'two', 'three', 'Why?', 'Because.'])
    })

    it('refuses what cannot be answered', async () => {
      const cases = [
        [{}, 'BAD_INPUT'],
        [{ conversationId: 'nowhere' }, 'NOT_FOUND'],
        [{ at: { observationId: 'none' } }, 'FORK_POINT_UNKNOWN'],
        [{ prompt: ' ', content: [] }, 'BAD_INPUT'],
        [{ prompt: 'Why?', model: ' ' }, 'BAD_INPUT'],
      ] as const
      for (const [input, code] of cases) assert.equal((await askHere(input)).userErrors[0].code, code)
      assert.equal((await stop(api, 'c:none')).userErrors[0].code, 'NOT_FOUND')
      const follower = follow(api, 'c:none')
      await follower.over
      assert.equal(follower.errors[0]?.extensions.code, 'NOT_FOUND')
    })

    it('takes the prompt back by undo once its answer failed', async () => {
      model.does = streams([])
      const { answer } = await askHere({ prompt: 'Why?' })
      await whole(api, answer.id)
      const { userErrors } = await mutate(api, 'undo', { conversationId: c }, 'conversation { id }')
      assert.deepEqual(userErrors, [])
      assert.deepEqual(await texts(api, c), ['one', 'two'])
    })

    it('says which model can be asked, and which there are', async () => {
      const { responder } = await api.ask('{ responder { model models } }')
      assert.deepEqual(responder, { model: 'small', models: ['small', 'large'] })
    })
  })
}

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { SignJWT } from 'jose'
import { everyStore } from '../support/storeSettings.ts'
import { describeOnce } from '../support/stores.ts'
import { startApi, type Api } from './support/api.ts'
import { says, startModel, type Model } from './support/model.ts'
import { modelFailures } from '../support/modelFailures.ts'
import { mutate, storeTurn, talk, texts } from './support/talk.ts'
import { waitFor } from '../support/waitFor.ts'

const probe = (api: Api, input: object) =>
  mutate(
    api,
    'probeConversation',
    { conversationId: 'c', prompt: 'And now?', ...input },
    'probe text messages stopReason',
  )
const promote = (api: Api, input: object) =>
  mutate(
    api,
    'promoteProbe',
    input,
    `conversation { id turnCount title origin head { role model text usage { inputTokens outputTokens } } }
     event { kind } sharedLength pathHash replayed`,
  )

for (const { name, skip, settings } of await everyStore())
  suite(name, skip, async () => withApi(await startModel(), await settings()))

async function withApi(model: Model, settings: Record<string, string>) {
  const env = {
    ...settings,
    RESPONDER_URL: model.url,
    RESPONDER_MODEL: 'small',
    RESPONDER_API_KEY: 'key',
    REQUEST_TIMEOUT_MS: '60000',
  }
  return { model, api: await startApi(env) }
}

function suite(name: string, skip: string | false, start: () => Promise<{ model: Model; api: Api }>): void {
  describe(`a probe, on ${name}`, { skip }, () => {
    let [model, api]: [Model, Api] = [null as never, null as never]
    before(async () => {
      ;({ model, api } = await start())
      await talk(api, 'c', 'one', 'two', 'three', 'four')
    })
    after(async () => {
      await api.close()
      await model.close()
    })
    beforeEach(() => {
      model.does = says('An answer.')
    })

    it('asks the model with the context at the head, and writes nothing', async () => {
      const rows = await api.app.store.rowCounts()
      const { text, messages, stopReason, probe: signed } = await probe(api, {})
      assert.deepEqual([text, stopReason, typeof signed], ['An answer.', 'stop', 'string'])
      assert.deepEqual(messages.slice(0, 1), [{ role: 'user', content: 'And now?' }])
      const asked = model.asked.at(-1)
      assert.deepEqual([asked?.model, asked?.authorization], ['small', 'Bearer key'])
      assert.deepEqual(
        asked?.messages.map(({ role, content }) => [role, content]),
        [
          ['user', 'one'],
          ['assistant', 'two'],
          ['user', 'three'],
          ['assistant', 'four'],
          ['user', 'And now?'],
        ],
      )
      assert.deepEqual(await api.app.store.rowCounts(), rows)
    })

    it('asks at a point, and another model where one is named', async () => {
      await probe(api, { at: { turn: 2 }, model: 'large' })
      const asked = model.asked.at(-1)
      assert.equal(asked?.model, 'large')
      assert.deepEqual(
        asked.messages.map(({ content }) => content),
        ['one', 'two', 'And now?'],
      )
    })

    it('asks with a summary where exchanges were compacted', async () => {
      await talk(api, 'summed', 'one', 'two', 'three', 'four')
      const input = { conversationId: 'summed', from: { turn: 1 }, to: { turn: 2 }, summary: 'They counted.' }
      await mutate(api, 'compact', input, 'marker { id }')
      await probe(api, { conversationId: 'summed' })
      assert.deepEqual(
        model.asked.at(-1)?.messages.map(({ role, content }) => [role, content]),
        [
          ['user', 'They counted.'],
          ['user', 'three'],
          ['assistant', 'four'],
          ['user', 'And now?'],
        ],
      )
    })

    it('becomes a fork with the prompt and the answer, once per key', async () => {
      const { probe: signed } = await probe(api, { at: { turn: 2 } })
      const input = { probe: signed, newConversationId: 'kept', title: 'Kept', idempotencyKey: 'k' }
      const first = await promote(api, input)
      assert.deepEqual(first.userErrors, [])
      assert.deepEqual([first.sharedLength, first.event.kind, first.conversation.turnCount], [2, 'FORK', 4])
      assert.deepEqual(
        { ...first.conversation.head },
        {
          role: 'ASSISTANT',
          model: 'small-2026',
          text: 'An answer.',
          usage: { inputTokens: 11, outputTokens: 7 },
        },
      )
      assert.deepEqual(await texts(api, 'kept'), ['one', 'two', 'And now?', 'An answer.'])
      const rows = await api.app.store.rowCounts()
      const again = await promote(api, input)
      assert.deepEqual([again.replayed, again.conversation.id, again.pathHash], [true, 'kept', first.pathHash])
      assert.deepEqual(await api.app.store.rowCounts(), rows)
      const other = await promote(api, { ...input, title: 'Other' })
      assert.equal(other.userErrors[0].code, 'IDEMPOTENCY_MISMATCH')
      const { conversation } = await api.ask('{ conversation(id: "kept") { events { nodes { seq kind } } } }')
      assert.deepEqual(conversation.events.nodes, [
        { seq: 3, kind: 'STORE' },
        { seq: 2, kind: 'RUN' },
        { seq: 1, kind: 'FORK' },
      ])
      const runs =
        '{ conversation(id: "kept") { runs { nodes { state completionSeq settings settingsHash } } head { runId } } }'
      const { runs: found, head } = (await api.ask(runs)).conversation
      const settingsHash = createHash('sha256').update('{"model":"small-2026"}').digest('hex')
      assert.deepEqual(found.nodes, [
        { state: 'COMPLETED', completionSeq: 1, settings: { model: 'small-2026' }, settingsHash },
      ])
      assert.equal(typeof head.runId, 'string')
    })

    it('stays at its point, wherever the conversation has gone', async () => {
      await mutate(api, 'createConversation', { id: 'new' }, '')
      const { probe: empty } = await probe(api, { conversationId: 'new' })
      await storeTurn(api, { conversationId: 'new', role: 'USER', text: 'meanwhile' })
      await promote(api, { probe: empty, newConversationId: 'first' })
      assert.deepEqual(await texts(api, 'first'), ['And now?', 'An answer.'])
    })

    it('refuses a point inside a tool group, an unknown one, a deleted conversation and a blank prompt', async () => {
      await storeTurn(api, { conversationId: 't', turnId: 'q', role: 'USER', text: 'Look' })
      const content = [{ text: 'Looking' }, { toolCall: { callId: 'k', name: 'read', input: { path: '/x' } } }]
      await storeTurn(api, { conversationId: 't', turnId: 'a', role: 'ASSISTANT', content })
      const code = async (input: object) => (await probe(api, input)).userErrors[0].code
      assert.equal(await code({ conversationId: 't' }), 'FORK_POINT_NOT_BOUNDARY')
      await storeTurn(api, {
        conversationId: 't',
        role: 'TOOL',
        content: [{ toolResult: { callId: 'k', content: { a: 1 } } }],
      })
      await probe(api, { conversationId: 't' })
      assert.deepEqual(model.asked.at(-1)?.messages.slice(1, 3), [
        {
          role: 'assistant',
          content: 'Looking',
          tool_calls: [{ id: 'k', type: 'function', function: { name: 'read', arguments: '{"path":"/x"}' } }],
        },
        { role: 'tool', tool_call_id: 'k', content: '{"a":1}' },
      ])
      assert.equal(await code({ at: { turn: 9 } }), 'FORK_POINT_UNKNOWN')
      assert.equal(await code({ conversationId: 'nowhere' }), 'NOT_FOUND')
      assert.equal(await code({ prompt: ' ' }), 'BAD_INPUT')
      assert.equal(await code({ prompt: 'x'.repeat(1024 * 1024) }), 'LIMIT_EXCEEDED')
      await storeTurn(api, { conversationId: 'gone', role: 'USER', text: 'x' })
      await mutate(api, 'deleteConversation', { id: 'gone' }, '')
      assert.equal(await code({ conversationId: 'gone' }), 'NOT_FOUND')
    })

    for (const { name: how, does, details: wanted } of modelFailures)
      it(`is refused where the model ${how}, with the status and the kind alone`, async () => {
        model.does = does
        const { text, stopReason, probe: signed, userErrors } = await probe(api, {})
        assert.deepEqual([text, stopReason, signed], [null, 'error', null])
        const [{ code, details, message }, ...more] = userErrors
        assert.deepEqual([code, details, more], ['RESPONDER_FAILED', wanted, []])
        assert.doesNotMatch(message, /secret/)
      })

    it('refuses the tool calls of the model, and says so', async () => {
      const call = { id: 'x1', type: 'function', function: { name: 'rm', arguments: '{}' } }
      model.does = says(null, { reason: 'tool_calls', tool_calls: [call] })
      const answer = await probe(api, {})
      assert.deepEqual([answer.stopReason, answer.text, answer.probe as unknown], ['tool_calls', '', null])
      assert.deepEqual(answer.messages[2], {
        role: 'tool',
        tool_call_id: 'x1',
        content: 'Refused: tools are not run in a probe.',
      })
    })

    it('is refused once something of its path, or its whole conversation, is erased; what lies elsewhere does not matter', async () => {
      const erase = async (target: object) =>
        assert.deepEqual(
          (await mutate(api, 'erase', { ...target, reason: 'OTHER' }, 'receipt { state }')).userErrors,
          [],
        )
      const codes = async (text: string) =>
        (await promote(api, { probe: text })).userErrors.map(({ code }: { code: string }) => code)
      await talk(api, 'told', 'one', 'two', 'three', 'four')
      await mutate(api, 'forkConversation', { source: 'told', at: { turn: 2 }, newConversationId: 'told fork' }, '')
      await storeTurn(api, { conversationId: 'told fork', turnId: 'own', role: 'USER', text: 'mine' })
      const asked = async (conversationId: string, at?: object) =>
        (await probe(api, { conversationId, ...(at && { at }) })).probe
      const probes = [await asked('told'), await asked('told', { turn: 2 }), await asked('told fork')] as const
      const { messages } = (await api.ask('{ conversation(id: "told") { messages { nodes { id text } } } }'))
        .conversation
      const idOf = (text: string) =>
        (messages.nodes as readonly { id: string; text: string }[]).find((one) => one.text === text)?.id
      await erase({ messageIds: [idOf('three')] })
      assert.deepEqual(await Promise.all(probes.map(codes)), [['ERASED'], [], []])
      assert.deepEqual(await codes(await asked('told')), [])
      await erase({ messageIds: [idOf('one')] })
      assert.deepEqual(await Promise.all(probes.map(codes)), [['ERASED'], ['ERASED'], ['ERASED']])
      const inherited = await asked('told fork', { turn: 2 })
      await erase({ conversationIds: ['told fork'] })
      assert.deepEqual([await codes(inherited), await codes(await asked('told fork'))], [['ERASED'], []])
    })

    it('that was forged, changed or is too old is refused', async () => {
      const { probe: signed } = await probe(api, {})
      const [head = '', claims = '', mark = ''] = signed.split('.')
      const changed = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('An answer', 'A  lie')).toString(
        'base64url',
      )
      const claim = {
        probe: { conversationId: 'c', observationId: null, prompt: 'p', text: 't', model: 'm', usage: null },
      }
      const made = (key: string, expires: number) =>
        new SignJWT(claim)
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuer('turngraph')
          .setAudience('default')
          .setExpirationTime(expires)
          .sign(new TextEncoder().encode(key))
      const now = Math.floor(Date.now() / 1000)
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
      const own = new TextDecoder().decode(await api.app.probing.key())
      for (const text of [
        '',
        'x',
        `${head}.${changed}.${mark}`,
        unsigned,
        await made('k'.repeat(32), now + 60),
        await made(own, now - 60),
      ]) {
        const { userErrors } = await promote(api, { probe: text })
        assert.equal(userErrors[0].code, 'BAD_INPUT', text)
      }
      assert.deepEqual((await promote(api, { probe: await made(own, now + 60) })).userErrors, [])
    })
  })
}

describeOnce('a probe', () => {
  let [model, folder]: [Model, string] = [null as never, '']
  before(async () => {
    model = await startModel()
    folder = mkdtempSync(join(tmpdir(), 'turngraph-probe-'))
  })
  after(async () => {
    await model.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const started = async (env: Record<string, string> = {}) => {
    const api = await startApi({ RESPONDER_URL: model.url, RESPONDER_MODEL: 'm', ...env })
    await talk(api, 'c', 'one', 'two')
    return api
  }

  it('is refused where no model is configured', async () => {
    const api = await startApi()
    const { userErrors } = await probe(api, {})
    assert.equal(userErrors[0].code, 'RESPONDER_NOT_CONFIGURED')
    await api.close()
  })

  it('ends with its time', async () => {
    model.does = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write(' ')
    const api = await started({ RESPONDER_TIMEOUT_MS: '200' })
    const query = 'mutation { probeConversation(input: { conversationId: "c", prompt: "p" }) { text } }'
    const { errors } = await api.send(query)
    assert.deepEqual(
      errors.map(({ extensions }) => extensions.code),
      ['TIMEOUT'],
    )
    await api.close()
  })

  it('ends with its client', async () => {
    model.does = () => {}
    const api = await started()
    const broken = model.brokenOff()
    const count = model.asked.length
    const controller = new AbortController()
    const body = JSON.stringify({
      query: 'mutation { probeConversation(input: { conversationId: "c", prompt: "p" }) { text } }',
    })
    const headers = { 'content-type': 'application/json' }
    const asked = fetch(`${api.url}/graphql`, { method: 'POST', headers, body, signal: controller.signal })
    await waitFor(() => model.asked.length !== count)
    controller.abort()
    await assert.rejects(asked)
    await waitFor(() => model.brokenOff() !== broken)
    assert.equal(model.brokenOff(), broken + 1)
    await api.close()
  })

  it('says what the endpoint refused, and nothing of what it said', async () => {
    const api = await started()
    const query = 'mutation { probeConversation(input: { conversationId: "c", prompt: "p" }) { userErrors { code } } }'
    const outcomes: unknown[] = []
    for (const status of [404, 401, 429, 500]) {
      model.does = (_, response) =>
        void response.writeHead(status).end(JSON.stringify({ error: { message: 'secret' } }))
      const { data, errors } = await api.send(query)
      assert.doesNotMatch(JSON.stringify([data, errors]), /secret/)
      outcomes.push(
        (data as { probeConversation?: { userErrors: { code: string }[] } } | null)?.probeConversation?.userErrors[0]
          ?.code ?? errors[0]?.extensions.code,
      )
    }
    assert.deepEqual(outcomes, ['BAD_INPUT', 'RESPONDER_FAILED', 'RATE_LIMITED', 'RESPONDER_FAILED'])
    await api.close()
  })

  it('is good after a restart, by a key that only its owner can read, and at another server with the same secret', async () => {
    model.does = says('An answer.')
    const first = await started({ DATA: folder })
    const { probe: signed } = await probe(first, {})
    await first.close()
    assert.equal(statSync(join(folder, 'probe.key')).mode & 0o077, 0)
    assert.equal(readFileSync(join(folder, 'probe.key'), 'utf8').length, 64)
    const second = await startApi({ DATA: folder })
    assert.deepEqual((await promote(second, { probe: signed })).userErrors, [])
    await second.close()
    const [here, there] = [
      await started({ PROBE_SECRET: 's'.repeat(32) }),
      await started({ PROBE_SECRET: 's'.repeat(32) }),
    ]
    const { probe: shared } = await probe(here, { at: null })
    const { userErrors } = await promote(there, { probe: shared })
    // The secret is right, and the other store has no such observation.
    assert.notEqual(userErrors[0].code, 'BAD_INPUT')
    await Promise.all([here.close(), there.close()])
  })
})

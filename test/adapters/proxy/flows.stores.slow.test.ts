/** What becomes of the talk in requests that pass through: which conversation, which branch, what is stored. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { everyStore } from '../../support/storeSettings.ts'
import { conversationIds, recorded, whenRecorded } from './support/recorded.ts'
import { answerAsAsked, answerWith, startUpstream, type Upstream } from './support/upstream.ts'

type Message = Readonly<Record<string, unknown>>
const user = (content: unknown): Message => ({ role: 'user', content })
const said = (content: unknown): Message => ({ role: 'assistant', content })

for (const { name, skip, settings } of await everyStore())
  describe(`requests for models that are recorded on ${name}`, { skip }, () => {
    let api: Api
    let upstream: Upstream
    let count = 0
    before(async () => {
      upstream = await startUpstream()
      api = await startApi({
        ...(await settings()),
        PROXY_OPENAI_UPSTREAM: `${upstream.url}/v1`,
        PROXY_ANTHROPIC_UPSTREAM: upstream.url,
      })
    })
    after(async () => {
      await api.close()
      await upstream.close()
    })
    beforeEach(() => {
      upstream.answer = answerAsAsked
    })
    const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const response = await fetch(`${api.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      await whenRecorded(api, ++count)
      return { status: response.status, headers: response.headers, text }
    }
    const chat = (messages: readonly Message[], headers: Record<string, string> = {}, more: object = {}) =>
      send('/v1/chat/completions', { model: 'gpt-x', messages, ...more }, headers)
    const claude = (messages: readonly Message[], headers: Record<string, string> = {}, more: object = {}) =>
      send('/v1/messages?beta=true', { model: 'claude-x', max_tokens: 9, messages, ...more }, headers)

    it('are one conversation with one tree: an edit is a version, and no turn is there twice', async () => {
      const headers = { 'x-turngraph-conversation': 'edited' }
      await chat([user('one')], headers)
      await chat([user('one'), said('answer to 1'), user('two')], headers)
      const third = [user('one'), said('answer to 1'), user('two'), said('answer to 3'), user('three')]
      await chat(third, headers)
      await chat([...third.slice(0, 2), user('two, edited')], headers)
      const found = await recorded(api, 'edited')
      assert.equal(found.leaves, 2)
      assert.deepEqual(found.path, [
        'USER: one',
        'ASSISTANT: answer to 1',
        'USER: two, edited',
        'ASSISTANT: answer to 3',
      ])
      const versions = `{ conversation(id: "edited") { treeShape { nodes versionPoints } } }`
      const { conversation } = await api.ask(versions)
      assert.deepEqual([conversation.treeShape.nodes, conversation.treeShape.versionPoints], [8, 1])
    })

    it('are found by their history where they have no id, and an equal first question is another conversation', async () => {
      const before = new Set(await conversationIds(api))
      const system = { role: 'system', content: 'It is noon.' }
      await chat([system, user('no id')])
      await chat([{ ...system, content: 'It is one.' }, user('no id'), said('answer to 2'), user('more')])
      await chat([system, user('no id'), said('answer to 2'), user('other')])
      await chat([user('no id')])
      const made = (await conversationIds(api)).filter((id) => !before.has(id))
      assert.equal(made.length, 2)
      const found = await Promise.all(made.map((id) => recorded(api, id)))
      assert.deepEqual(found.map(({ leaves }) => leaves).sort(), [1, 2])
    })

    it('are matched in both forms of one message, with its cache mark and without, and with other thoughts', async () => {
      const headers = { 'x-claude-code-session-id': 'forms' }
      upstream.answer = (_, response) => {
        const thought = { type: 'thinking', thinking: 'hm', signature: 'c2ln' }
        const call = { type: 'tool_use', id: 'call_1', name: 'Read', input: { path: 'a', depth: 1 } }
        const body = {
          id: 'msg_forms',
          type: 'message',
          role: 'assistant',
          model: 'claude-x',
          stop_reason: 'tool_use',
          usage: { input_tokens: 1, output_tokens: 1 },
        }
        response.end(JSON.stringify({ ...body, content: [thought, { type: 'text', text: 'I look.' }, call] }))
      }
      const marked = [{ type: 'text', text: 'look', cache_control: { type: 'ephemeral' } }]
      await claude([user(marked)], headers)
      upstream.answer = answerAsAsked
      const call = { type: 'tool_use', id: 'call_1', input: { depth: 1, path: 'a' }, name: 'Read' }
      const result = { type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'found' }] }
      await claude([user('look'), said([{ type: 'text', text: 'I look.' }, call]), user([result])], headers)
      const found = await recorded(api, 'forms')
      assert.equal(found.leaves, 1)
      assert.deepEqual(
        found.path.map((turn) => turn.split(':')[0]),
        ['USER', 'ASSISTANT', 'TOOL', 'ASSISTANT'],
      )
    })

    it('go through many calls of tools, one after the other', async () => {
      const headers = { 'x-session-id': 'tools' }
      const history: Message[] = [user('work')]
      for (let k = 0; k < 4; k++) {
        const content = [{ type: 'tool_use', id: `call_${k}`, name: 'Read', input: { k } }]
        const body = {
          id: `msg_tools_${k}`,
          type: 'message',
          role: 'assistant',
          model: 'claude-x',
          stop_reason: 'tool_use',
          content,
        }
        upstream.answer = (_, response) => void response.end(JSON.stringify(body))
        await claude(history, headers)
        history.push(said(content), user([{ type: 'tool_result', tool_use_id: `call_${k}`, content: `found ${k}` }]))
      }
      const { path, leaves } = await recorded(api, 'tools')
      const roles = path.map((turn) => turn.split(':')[0])
      assert.deepEqual(
        [roles, leaves],
        [['USER', 'ASSISTANT', ...['TOOL', 'ASSISTANT', 'TOOL', 'ASSISTANT', 'TOOL', 'ASSISTANT']], 1],
      )
    })

    it('fork where a client sends the whole history under a new id', async () => {
      const history = [user('begin'), said('answer to 1'), user('go on'), said('answer to 3'), user('further')]
      for (const length of [1, 3]) await claude(history.slice(0, length), { 'x-claude-code-session-id': 'source' })
      await claude(history, { 'x-claude-code-session-id': 'fork' })
      const fork = await recorded(api, 'fork')
      assert.equal(fork.forkedFrom, 'source')
      assert.equal(fork.path.length, 6)
      assert.equal((await recorded(api, 'source')).path.length, 4)
      await claude([...history.slice(0, 2), user('elsewhere')], { 'x-claude-code-session-id': 'fork' })
      assert.deepEqual(
        [(await recorded(api, 'fork')).path.at(-2), (await recorded(api, 'fork')).forkedFrom],
        ['USER: elsewhere', 'source'],
      )
    })

    it('are a sidechain where a sub-agent or a side call sends them', async () => {
      const tools = { tools: [{ name: 'Read', input_schema: { type: 'object' } }] }
      const headers = { 'x-claude-code-session-id': 'parent' }
      await claude([user('do it')], headers, tools)
      await claude([user('a part of it')], { ...headers, 'x-claude-code-agent-id': 'a1' }, tools)
      await claude([user('Give a title.')], headers)
      await claude([user('A summary of what was.')], headers, tools)
      const parent = await recorded(api, 'parent')
      assert.deepEqual(parent.sidechains.toSorted(), ['parent.agent-a1', 'parent.side'])
      assert.deepEqual(parent.path, ['USER: A summary of what was.', 'ASSISTANT: answer to 1'])
      assert.equal(parent.leaves, 2)
      assert.deepEqual((await recorded(api, 'parent.agent-a1')).path, ['USER: a part of it', 'ASSISTANT: answer to 1'])
    })

    it('are a sidechain where Codex names the thread that started this one', async () => {
      const thread = { 'session-id': 'codex', 'thread-id': 'codex' }
      const ask = (input: string, headers: Record<string, string>) =>
        send('/v1/responses', { model: 'gpt-x', input }, headers)
      await ask('do it', thread)
      await ask('a part of it', { ...thread, 'thread-id': 'codex-part', 'x-codex-parent-thread-id': 'codex' })
      assert.deepEqual((await recorded(api, 'codex')).sidechains, ['codex-part'])
      assert.deepEqual((await recorded(api, 'codex-part')).path, ['USER: a part of it', 'ASSISTANT: answer to 1'])
    })

    it('go on with the answer that they name in place of its history', async () => {
      const first = JSON.parse((await send('/v1/responses', { model: 'gpt-x', input: 'hello' })).text) as { id: string }
      const named = { model: 'gpt-x', input: 'and then?', previous_response_id: first.id }
      const second = JSON.parse((await send('/v1/responses', named)).text) as { id: string }
      await send('/v1/responses', { model: 'gpt-x', input: 'last', previous_response_id: second.id })
      const ids = await conversationIds(api)
      const found = await recorded(api, ids[0] ?? '')
      assert.deepEqual(
        found.path.filter((turn) => turn.startsWith('USER')),
        ['USER: hello', 'USER: and then?', 'USER: last'],
      )
    })

    it('give several choices and repeated requests as versions, and a retry adds no turn', async () => {
      const headers = { 'x-session-id': 'choices' }
      await chat([user('choose')], headers, { n: 2 })
      assert.equal((await recorded(api, 'choices')).leaves, 2)
      upstream.answer = (_, response) =>
        void response.writeHead(429, { 'retry-after': '7' }).end('{"error":{"type":"rate_limit_error"}}')
      const refused = await chat([user('limited')], { 'x-session-id': 'limited' })
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '7'])
      upstream.answer = answerAsAsked
      await chat([user('limited')], { 'x-session-id': 'limited', 'x-stainless-retry-count': '1' })
      assert.deepEqual((await recorded(api, 'limited')).path, ['USER: limited', 'ASSISTANT: answer to 1'])
      const { conversation } = await api.ask<{
        conversation: { runs: { nodes: { state: string; settings: unknown }[] } }
      }>(`{ conversation(id: "limited") { runs { nodes { state settings } } } }`)
      assert.deepEqual(conversation.runs.nodes.map(({ state }) => state).sort(), ['ABORTED', 'COMPLETED'])
    })

    it('keep usage, model, stop reason and how the request went, and the setup once', async () => {
      const headers = { 'thread-id': 'facts' }
      const more = { system: 'Be brief.', temperature: 0.5, stream: true, metadata: { user_id: 'user_secret' } }
      await claude([user('facts')], headers, more)
      await claude([user('facts'), said('answer to 1'), user('again')], headers, more)
      const found = await api.ask<{
        conversation: {
          transcript: { nodes: { observation: { model: string; metadata: Record<string, unknown>; usage: unknown } }[] }
        }
        records: { nodes: { value: unknown }[] }
      }>(`{ conversation(id: "facts") { transcript(view: RAW) { nodes { observation { model metadata usage { inputTokens outputTokens cacheReadTokens } } } } }
        records(conversationId: "facts", kind: "proxy.setup") { nodes { value } } }`)
      const { model, metadata, usage } = found.conversation.transcript.nodes[1]!.observation
      assert.equal(model, 'claude-x')
      assert.deepEqual(usage, { inputTokens: 10, outputTokens: 3, cacheReadTokens: 2 })
      const { stopReason, proxy } = metadata as { stopReason: string; proxy: Record<string, unknown> }
      assert.deepEqual([stopReason, proxy['api'], proxy['status']], ['end_turn', 'messages', 200])
      assert.deepEqual(
        found.records.nodes.map(({ value }) => value),
        [{ system: 'Be brief.', temperature: 0.5, max_tokens: 9 }],
      )
    })

    it('lose no turn and double none where twenty conversations go on at once', async () => {
      const ids = Array.from({ length: 20 }, (_, k) => `crowd-${k}`)
      upstream.answer = (met, response) => answerWith(met, response, 'yes')
      const post = async (id: string, messages: readonly Message[]) => {
        const headers = { 'content-type': 'application/json', 'x-turngraph-conversation': id }
        const body = JSON.stringify({ model: 'gpt-x', messages })
        await (await fetch(`${api.url}/v1/chat/completions`, { method: 'POST', headers, body })).text()
        count++
      }
      await Promise.all(
        ids.map(async (id) => {
          const history: Message[] = []
          for (let k = 0; k < 4; k++) {
            history.push(user(`question ${k}`))
            await post(id, history)
            history.push(said('yes'))
          }
        }),
      )
      await whenRecorded(api, count)
      for (const id of ids) {
        const { path, leaves } = await recorded(api, id)
        assert.deepEqual([path.length, leaves], [8, 1], id)
      }
    })
  })

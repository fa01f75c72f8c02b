// Takes long: an agent of its own for each refusal.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { TurngraphError } from '../../../src/client/client.ts'
import { everyWay, type Connected as Way } from '../../client/support.ts'
import { connectEditor, ScriptedModel, untilAborted, type Connected } from './support/agent.ts'
import type { Message } from './support/protocol.ts'

/** Answers of the agent that have no request's id. */
const unaddressed = (messages: readonly Message[]) => messages.filter(({ id }) => id === null)

for (const way of await everyWay())
  describe(`what the ACP agent refuses on ${way.name}`, { skip: way.skip }, () => {
    let graph: Way
    let connected: Connected
    before(async () => void (graph = await way.connect()))
    after(() => graph.end())
    beforeEach(async () => {
      connected = connectEditor(graph.client, new ScriptedModel())
      await connected.editor.begin()
    })
    afterEach(async () => {
      // Whatever was refused, it goes on.
      assert.ok(await connected.editor.open())
      await connected.leave()
      connected.editor.assertValid()
    })
    const ask = <T>(document: string, variables: object = {}) => graph.client.query<T>(document, variables)
    const conversations = async () =>
      (await ask<{ analytics: { conversations: number } }>('{ analytics { conversations } }')).analytics.conversations

    it('sessions that are not there: unknown, blank, odd, deleted ones', async () => {
      const { editor } = connected
      const deleted = await editor.open('/w')
      await editor.ask('session/delete', { sessionId: deleted })
      const count = await conversations()
      for (const sessionId of ['never', '', ' ', 'a\u0000b', 'é'.repeat(3000), `${deleted}:x`, deleted])
        for (const [method, more] of [
          ['session/load', { cwd: '/w', mcpServers: [] }],
          ['session/resume', { cwd: '/w', mcpServers: [] }],
          ['session/fork', { cwd: '/w' }],
          ['session/prompt', { prompt: [{ type: 'text', text: 'Hi.' }] }],
        ] as const) {
          const { code, data } = await editor.refused(method, { sessionId, ...more })
          assert.deepEqual([method, code, data['sessionId']], [method, -32002, sessionId])
        }
      assert.equal(await conversations(), count)
    })

    it('a session that this connection has not opened', async () => {
      const { editor } = connected
      const id = randomUUID()
      await ask(`mutation($id: ID!) { createConversation(input: { id: $id }) { userErrors { code } } }`, { id })
      const prompt = [{ type: 'text', text: 'Hi.' }]
      assert.equal((await editor.refused('session/prompt', { sessionId: id, prompt })).code, -32002)
      await editor.ask('session/resume', { sessionId: id, cwd: '/w', mcpServers: [] })
      await editor.ask('session/prompt', { sessionId: id, prompt })
    })

    it('points that are none, with facts, and nothing is made', async () => {
      const { editor } = connected
      const cwd = '/w'
      const id = await editor.open(cwd)
      await editor.prompt(id, 'One.')
      const other = await editor.open(cwd)
      const foreign = (await editor.prompt(other, 'Two.'))._meta.turngraph.messageId
      const count = await conversations()
      for (const messageId of ['never', '', ' ', `${id}:never`, foreign, `${id}:`, '%', 'a\u0000'])
        for (const point of [
          { messageId },
          { _meta: { messageId } },
          { _meta: { turngraph: { before: messageId } } },
        ]) {
          const { code, data } = await editor.refused('session/fork', { sessionId: id, cwd, ...point })
          assert.deepEqual([code, data['messageId'], data['code']], [-32602, messageId, 'FORK_POINT_UNKNOWN'])
        }
      assert.equal(await conversations(), count)
    })

    it('points inside a tool pair, with the nearest ones outside', async () => {
      const { editor } = connected
      const id = randomUUID()
      const turn = (role: string, turnId: string, content: object[]) => ({ conversationId: id, role, turnId, content })
      await ask(
        `mutation($turns: [StoreTurnInput!]!) { storeTurns(input: { turns: $turns }) { userErrors { code message } } }`,
        {
          turns: [
            turn('USER', 'u', [{ text: 'Look.' }]),
            turn('ASSISTANT', 'a', [{ toolCall: { callId: 'c', name: 'look', input: {} } }]),
            turn('TOOL', 'r', [{ toolResult: { callId: 'c', content: 'seen' } }]),
            turn('ASSISTANT', 'b', [{ text: 'Done.' }]),
          ],
        },
      )
      const count = await conversations()
      const { code, data } = await editor.refused('session/fork', { sessionId: id, cwd: '/w', messageId: `${id}:a` })
      assert.equal(code, -32602)
      assert.equal(data['code'], 'FORK_POINT_NOT_BOUNDARY')
      assert.equal(data['messageId'], `${id}:a`)
      assert.ok(data['before'] && data['after'])
      assert.equal(await conversations(), count)
    })

    it('a prompt that is too large, and leaves nothing of it', async () => {
      const { editor } = connected
      const id = await editor.open()
      const { code, data } = await editor.refused('session/prompt', {
        sessionId: id,
        prompt: [{ type: 'text', text: 'x'.repeat(20 * 1024 * 1024) }],
      })
      assert.equal(code, -32602)
      assert.match(String(data['code']), /LIMIT_EXCEEDED|TOO_LARGE/)
      const { conversation } = await ask<{ conversation: object }>(
        `query($id: ID!) { conversation(id: $id) { turnCount activeRun { runId } } }`,
        { id },
      )
      assert.deepEqual(conversation, { turnCount: 0, activeRun: null })
    })

    it('cursors of others, paths that are not absolute, members that are not known', async () => {
      const { editor } = connected
      const id = await editor.open('/w')
      for (const [method, params] of [
        ['session/list', { cursor: 'x' }],
        ['session/list', { cursor: '' }],
        ['session/list', { cwd: 'here' }],
        ['session/new', { cwd: 'here', mcpServers: [] }],
        ['session/new', { cwd: '', mcpServers: [] }],
        ['session/new', { cwd: '/w', mcpServers: [], additionalDirectories: ['there'] }],
        ['session/load', { sessionId: id, cwd: './w', mcpServers: [] }],
        ['session/fork', { sessionId: id, cwd: 'w' }],
        ['session/fork', { sessionId: id }],
        ['session/fork', { cwd: '/w' }],
        ['session/fork', { sessionId: id, cwd: '/w', forkId: 'x' }],
        ['session/fork', { sessionId: id, cwd: '/w', messageId: 7 }],
        ['session/fork', { sessionId: id, cwd: '/w', mcpServers: [{}] }],
        ['session/fork', { sessionId: id, cwd: '/w', _meta: 'x' }],
        ['session/fork', { sessionId: id, cwd: '/w', messageId: 'a', _meta: { messageId: 'b' } }],
        ['session/fork', { sessionId: id, cwd: '/w', messageId: 'a', _meta: { turngraph: { before: 'a' } } }],
        ['session/prompt', { sessionId: id, prompt: [] }],
        ['session/prompt', { sessionId: id, prompt: [{ type: 'image', data: '?', mimeType: 'image/png' }] }],
        ['session/prompt', { sessionId: id, prompt: 'Hi.' }],
      ] as const)
        assert.equal((await editor.refused(method, params)).code, -32602, JSON.stringify(params))
      assert.equal((await editor.refused('session/set_mode', { sessionId: id, modeId: 'x' })).code, -32601)
    })
  })

describe('the ACP agent', () => {
  const [first] = ['embedded']
  let graph: Way
  before(async () => {
    const ways = await everyWay()
    const way = ways.find(({ name, skip }) => name.includes(first) && skip === false)
    assert.ok(way)
    graph = await way.connect()
  })
  after(() => graph.end())

  it('says which variable is missing where there is no model, and does everything else', async () => {
    const { editor, leave } = connectEditor(graph.client, { missing: 'RESPONDER_URL' })
    await editor.begin()
    const sessionId = await editor.open('/w')
    const { code, data } = await editor.refused('session/prompt', {
      sessionId,
      prompt: [{ type: 'text', text: 'Hi.' }],
    })
    assert.deepEqual([code, data], [-32603, { code: 'RESPONDER_NOT_CONFIGURED', variable: 'RESPONDER_URL' }])
    await editor.ask('session/load', { sessionId, cwd: '/w', mcpServers: [] })
    await editor.ask('session/fork', { sessionId, cwd: '/w' })
    await leave()
    editor.assertValid()
  })

  it('refuses what comes before the beginning', async () => {
    const { editor, leave } = connectEditor(graph.client, new ScriptedModel())
    assert.equal((await editor.refused('session/new', { cwd: '/w', mcpServers: [] })).code, -32600)
    await leave()
  })

  it('goes on after lines that are no JSON, no requests, or too long', async () => {
    const { editor, write, leave } = connectEditor(graph.client, new ScriptedModel())
    await editor.begin()
    write('no json\n')
    write('[]\n7\n{"a":1}\n\n')
    write(`${'x'.repeat(40 * 1024 * 1024)}\n`)
    write('{"jsonrpc":"2.0","id":"last","method":"nothing"}\n')
    assert.ok(await editor.open())
    const errors = unaddressed(editor.received).map(({ error }) => error?.code)
    assert.deepEqual(errors, [-32700, -32600, -32600, -32600, -32600])
    const facts = unaddressed(editor.received).at(-1)?.error?.data
    assert.deepEqual(facts, { code: 'LIMIT_EXCEEDED', limit: 33_554_432, bytes: 41_943_041 })
    assert.equal(editor.received.find(({ id }) => id === 'last')?.error?.code, -32601)
    await leave()
  })

  it('says what is wrong when the store is away, and goes on when it is back', { timeout: 60_000 }, async () => {
    let away = false
    const model = new ScriptedModel()
    const facts = { url: 'http://127.0.0.1:1' }
    const query = <T>(...[document, variables, options]: Parameters<typeof graph.client.query>) =>
      away
        ? Promise.reject(new TurngraphError('UNREACHABLE', 'No server can be asked.', facts))
        : graph.client.query<T>(document, variables, options)
    const { editor, leave } = connectEditor({ query }, model)
    await editor.begin()
    const cwd = '/w'
    const sessionId = await editor.open(cwd)
    const prompt = [{ type: 'text', text: 'Hi.' }]
    away = true
    for (const [method, params] of [
      ['session/new', { cwd, mcpServers: [] }],
      ['session/list', {}],
      ['session/load', { sessionId, cwd, mcpServers: [] }],
      ['session/fork', { sessionId, cwd }],
      ['session/delete', { sessionId: 'x' }],
      ['session/prompt', { sessionId, prompt }],
    ] as const) {
      const { code, data } = await editor.refused(method, params)
      assert.deepEqual([method, code, data], [method, -32603, { ...facts, code: 'UNREACHABLE' }])
    }
    away = false
    model.then = () => Promise.resolve(void (away = true))
    assert.equal((await editor.refused('session/prompt', { sessionId, prompt })).code, -32603)
    away = false
    model.then = () => Promise.resolve()
    await editor.prompt(sessionId, 'Again.')
    await leave()
    editor.assertValid()
  })

  it('tells nothing of a fault inside', async () => {
    const query = () => Promise.reject(Object.assign(new Error('/secret/path'), { code: 'ENOENT' }))
    const { editor, leave } = connectEditor({ query }, new ScriptedModel())
    await editor.begin()
    const { code, data, message } = await editor.refused('session/list', {})
    assert.deepEqual([code, data], [-32603, { code: 'INTERNAL' }])
    assert.ok(!message.includes('secret'))
    await leave()
  })

  it('takes $/cancel_request for a cancel', { timeout: 60_000 }, async () => {
    const model = new ScriptedModel()
    model.then = untilAborted
    const { editor, leave } = connectEditor(graph.client, model)
    await editor.begin()
    const sessionId = await editor.open('/w')
    const leaving = new AbortController()
    const answer = editor.connection.agent.request(
      'session/prompt',
      { sessionId, prompt: [{ type: 'text', text: 'Hi.' }] },
      { cancellationSignal: leaving.signal },
    )
    await editor.until((shown) => shown.length === 1)
    leaving.abort()
    assert.equal((await answer).stopReason, 'cancelled')
    await leave()
  })
})

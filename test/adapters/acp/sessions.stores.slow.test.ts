import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { wireId } from '../../../src/adapters/acp/messageIds.ts'
import { TurngraphError } from '../../../src/client/client.ts'
import { everyWay } from '../../client/support.ts'
import { untilAborted } from './support/agent.ts'
import { sceneOn } from './support/scene.ts'

for (const way of await everyWay())
  describe(`the ACP agent on ${way.name}`, { skip: way.skip }, () => {
    const scene = sceneOn(way)

    const folder = () => `/w/${randomUUID()}`
    const ask = <T>(document: string, variables: object = {}) => scene.graph.client.query<T>(document, variables)
    async function transcript(id: string): Promise<string[]> {
      const { conversation } = await ask<{
        conversation: { transcript: { nodes: { role: string; text: string }[] } }
      }>(`query($id: ID!) { conversation(id: $id) { transcript(view: RAW) { nodes { role text } } } }`, { id })
      return conversation.transcript.nodes.map(({ role, text }) => `${role}: ${text}`)
    }
    async function runs(id: string): Promise<string[]> {
      const { conversation } = await ask<{ conversation: { runs: { nodes: { state: string }[] } } }>(
        `query($id: ID!) { conversation(id: $id) { runs { nodes { state } } } }`,
        { id },
      )
      return conversation.runs.nodes.map(({ state }) => state)
    }
    async function conversation(id: string, fields: string): Promise<Record<string, unknown>> {
      const answer = await ask<{ conversation: Record<string, unknown> }>(
        `query($id: ID!) { conversation(id: $id) { ${fields} } }`,
        { id },
      )
      return answer.conversation
    }

    it('says what it can do, the point of a fork among it', async () => {
      const { agentCapabilities, agentInfo, protocolVersion } = await scene.connected.editor.begin()
      assert.equal(protocolVersion, 1)
      assert.deepEqual(agentInfo, { name: 'turngraph', title: 'turngraph', version: '1.2.3' })
      const { sessionCapabilities } = agentCapabilities as { sessionCapabilities: Record<string, unknown> }
      assert.deepEqual(sessionCapabilities['fork'], {
        atMessageId: true,
        _meta: { turngraph: { messageId: 'inclusive', before: true } },
      })
      assert.deepEqual(Object.keys(sessionCapabilities).sort(), [
        'additionalDirectories',
        'close',
        'delete',
        'fork',
        'list',
        'resume',
      ])
    })

    it('makes a session a conversation, and keeps no secret of a server', async () => {
      const { editor } = scene.connected
      const cwd = folder()
      const secret = 'hunter2-hunter2'
      const { sessionId } = await editor.ask<{ sessionId: string }>('session/new', {
        cwd,
        mcpServers: [
          { name: 'files', command: '/bin/files', args: ['--key', secret], env: [{ name: 'KEY', value: secret }] },
          {
            type: 'http',
            name: 'web',
            url: 'https://mcp.example',
            headers: [{ name: 'Authorization', value: secret }],
          },
        ],
        additionalDirectories: ['/lib/a'],
      })
      const stored = await conversation(sessionId, 'cwd metadata events { nodes { details } }')
      assert.equal(stored['cwd'], cwd)
      assert.deepEqual(stored['metadata'], {
        acp: { session: sessionId, mcpServers: ['files', 'web'], additionalDirectories: ['/lib/a'] },
      })
      assert.ok(!JSON.stringify(stored).includes(secret))
    })

    it('stores the prompt before it asks, and the answer when it came, in a run', async () => {
      const { editor, asked } = scene.connected
      const sessionId = await editor.open()
      scene.model.pieces = [
        { kind: 'thinking', text: 'Hm.' },
        { kind: 'text', text: 'Be' },
        { kind: 'text', text: 'cause.' },
      ]
      let atAsking: string[] = []
      scene.model.then = async () => {
        atAsking = await transcript(sessionId)
      }
      const answer = await editor.prompt(sessionId, 'Why?')
      assert.deepEqual(atAsking, ['USER: Why?'])
      assert.deepEqual(asked.at(-1), [{ role: 'user', content: 'Why?' }])
      assert.deepEqual(await transcript(sessionId), ['USER: Why?', 'ASSISTANT: Because.'])
      assert.deepEqual(await runs(sessionId), ['COMPLETED'])
      assert.equal(answer.stopReason, 'end_turn')
      assert.deepEqual(answer.usage, { totalTokens: 5, inputTokens: 3, outputTokens: 2 })
      const { messageId, graph } = answer._meta.turngraph
      const messages = await conversation(sessionId, 'messages { nodes { id role } } title')
      assert.deepEqual(messages['messages'], {
        nodes: [
          { id: graph.userMessageId, role: 'USER' },
          { id: graph.messageId, role: 'ASSISTANT' },
        ],
      })
      const chunks = editor.shown.filter(({ update }) => update.sessionUpdate.endsWith('_chunk'))
      const [thought, ...said] = chunks.map(({ update }) => (update as { messageId?: string }).messageId)
      assert.deepEqual(said, [messageId, messageId])
      assert.notEqual(thought, messageId)
      assert.deepEqual(editor.takeShown(sessionId), [
        'agent_thought_chunk: Hm.',
        'agent_message_chunk: Be',
        'agent_message_chunk: cause.',
        'session_info_update: ',
      ])
      assert.equal(messages['title'], 'Why?')
    })

    it('tells a title when it is new, and again when it was changed', async () => {
      const { editor } = scene.connected
      const sessionId = await editor.open()
      await editor.prompt(sessionId, 'One.')
      assert.equal(editor.takeShown(sessionId).filter((one) => one.startsWith('session_info')).length, 1)
      await editor.prompt(sessionId, 'Two.')
      assert.equal(editor.takeShown(sessionId).filter((one) => one.startsWith('session_info')).length, 0)
      await ask(
        `mutation($id: ID!) { updateConversation(input: { id: $id, title: "Renamed" }) { userErrors { code } } }`,
        {
          id: sessionId,
        },
      )
      await editor.prompt(sessionId, 'Three.')
      const told = editor.shown.map(({ update }) => update).find((one) => one.sessionUpdate === 'session_info_update')
      assert.equal(told?.title, 'Renamed')
    })

    it('says in its words how an answer ended', async () => {
      const { editor } = scene.connected
      const sessionId = await editor.open()
      for (const [reason, told] of [
        ['length', 'max_tokens'],
        ['content_filter', 'refusal'],
        ['tool_calls', 'end_turn'],
      ] as const) {
        scene.model.stopReason = reason
        assert.equal((await editor.prompt(sessionId, 'On.')).stopReason, told)
      }
    })

    it('shows all of a session again, with the same ids, and nothing when it is resumed', async () => {
      const { editor } = scene.connected
      const cwd = folder()
      const sessionId = await editor.open(cwd)
      const { messageId, userMessageId } = (await editor.prompt(sessionId, 'One.'))._meta.turngraph
      editor.shown.length = 0
      await editor.ask('session/load', { sessionId, cwd, mcpServers: [] })
      assert.deepEqual(
        editor.shown.map(({ update }) => (update as { messageId?: string }).messageId),
        [userMessageId, messageId],
      )
      assert.deepEqual(editor.takeShown(sessionId), ['user_message_chunk: One.', 'agent_message_chunk: An answer.'])
      await editor.ask('session/resume', { sessionId, cwd, mcpServers: [] })
      assert.deepEqual(editor.takeShown(sessionId), [])
    })

    it('shows every kind of turn when it loads: thoughts, calls, results; not what is deleted, nor instructions', async () => {
      const { editor } = scene.connected
      const id = randomUUID()
      const turn = (role: string, turnId: string, content: object[]) => ({ conversationId: id, role, turnId, content })
      await ask(
        `mutation($turns: [StoreTurnInput!]!) { storeTurns(input: { turns: $turns }) { userErrors { code message } } }`,
        {
          turns: [
            turn('SYSTEM', 's', [{ text: 'Be brief.' }]),
            turn('USER', 'u', [{ text: 'Look.' }]),
            turn('ASSISTANT', 'a', [
              { thinking: { thinking: 'Hm.' } },
              { text: 'I look.' },
              { toolCall: { callId: 'c1', name: 'look', input: { at: 1 } } },
              { toolCall: { callId: 'c2', name: 'look', input: { at: 2 } } },
            ]),
            turn('TOOL', 'r1', [{ toolResult: { callId: 'c1', content: [{ type: 'text', text: 'seen' }] } }]),
            turn('TOOL', 'r2', [{ toolResult: { callId: 'c2', content: { no: 1 }, isError: true } }]),
            turn('USER', 'gone', [{ text: 'Secret.' }]),
            turn('ASSISTANT', 'b', [{ text: 'Done.' }, { toolCall: { callId: 'c1', name: 'again', input: {} } }]),
          ],
        },
      )
      await ask(`mutation($id: ID!) { deleteMessage(input: { id: $id }) { userErrors { code } } }`, {
        id: `${id}:gone`,
      })
      await editor.ask('session/load', { sessionId: id, cwd: '/', mcpServers: [] })
      const calls = editor.shown.flatMap(({ update }) => ('toolCallId' in update ? [update] : []))
      assert.deepEqual(
        calls.map(({ toolCallId, status }) => `${toolCallId} ${status}`),
        ['c1 pending', 'c2 pending', 'c1 completed', 'c2 failed', 'c1~3 pending'],
      )
      assert.deepEqual(
        calls.map(({ _meta }) => (_meta as { turngraph: { messageId: string } }).turngraph.messageId),
        ['a', 'a', 'r1', 'r2', 'b'].map((turnId) => wireId(`${id}:${turnId}`)),
      )
      assert.deepEqual(
        editor.takeShown(id).filter((one) => !one.startsWith('tool')),
        [
          'user_message_chunk: Look.',
          'agent_thought_chunk: Hm.',
          'agent_message_chunk: I look.',
          'agent_message_chunk: Done.',
        ],
      )
    })

    it('lists sessions by folder, page by page, with what a client shows of them', async () => {
      const { editor } = scene.connected
      const cwd = folder()
      const id = await editor.open(cwd)
      await editor.prompt(id, 'One.')
      const { sessionId: forkId } = await editor.ask<{ sessionId: string }>('session/fork', { sessionId: id, cwd })
      const list = await editor.ask<{ sessions: Record<string, unknown>[]; nextCursor?: string }>('session/list', {
        cwd,
      })
      assert.deepEqual(
        list.sessions.map(({ sessionId }) => sessionId),
        [forkId, id],
      )
      assert.equal(list.nextCursor, undefined)
      assert.equal(list.sessions[1]?.['title'], 'One.')
      assert.deepEqual((list.sessions[0]?.['_meta'] as { turngraph: unknown }).turngraph, {
        cwd,
        turnCount: 2,
        preview: 'An answer.',
        forkedFrom: { sessionId: id, turn: 2 },
      })
      assert.deepEqual((await editor.ask('session/list', { cwd: folder() }))['sessions'], [])
      const many = folder()
      for (let i = 0; i < 51; i++) await editor.open(many)
      const first = await editor.ask<{ sessions: object[]; nextCursor: string }>('session/list', { cwd: many })
      const next = await editor.ask<{ sessions: object[] }>('session/list', { cwd: many, cursor: first.nextCursor })
      assert.deepEqual([first.sessions.length, next.sessions.length], [50, 1])
    })

    it('forks at a message, inclusively, and the fork is live', async () => {
      const { editor, asked } = scene.connected
      const cwd = folder()
      const id = await editor.open(cwd)
      scene.model.says('A.')
      const first = await editor.prompt(id, 'One.')
      scene.model.says('B.')
      await editor.prompt(id, 'Two.')
      editor.takeShown(id)
      const before = await transcript(id)
      const { messageId, userMessageId } = first._meta.turngraph
      const forkAt = async (point: object) =>
        (await editor.ask<{ sessionId: string }>('session/fork', { sessionId: id, cwd, ...point })).sessionId
      const asks = asked.length
      for (const point of [
        { messageId },
        { _meta: { messageId } },
        { _meta: { jetbrains: { air: { fork: { messageId } } } } },
        { _meta: { 'jetbrains.air.fork': { messageId } } },
        { _meta: { 'jetbrains.air.fork.messageId': messageId } },
        { messageId, _meta: { messageId, other: 1 } },
      ])
        assert.deepEqual(await transcript(await forkAt(point)), ['USER: One.', 'ASSISTANT: A.'])
      assert.deepEqual(await transcript(await forkAt({ messageId: userMessageId })), ['USER: One.'])
      assert.deepEqual(await transcript(await forkAt({})), before)
      assert.deepEqual(await transcript(await forkAt({ _meta: { turngraph: { before: userMessageId } } })), [])
      assert.equal(asked.length, asks)
      assert.deepEqual(editor.shown, [])
      const fork = await forkAt({ messageId })
      scene.model.says('C.')
      await editor.prompt(fork, 'Other.')
      assert.deepEqual(await transcript(fork), ['USER: One.', 'ASSISTANT: A.', 'USER: Other.', 'ASSISTANT: C.'])
      assert.deepEqual(await transcript(id), before)
    })

    it('keeps what came of an answer that is cancelled, and completes its run', { timeout: 60_000 }, async () => {
      const { editor } = scene.connected
      const id = await editor.open()
      scene.model.says('So f', 'ar.')
      scene.model.then = untilAborted
      const answer = editor.prompt(id, 'Go.')
      await editor.until((shown) => shown.length === 2)
      await editor.connection.agent.notify('session/cancel', { sessionId: id })
      assert.equal((await answer).stopReason, 'cancelled')
      assert.deepEqual(await transcript(id), ['USER: Go.', 'ASSISTANT: So far.'])
      assert.deepEqual(await runs(id), ['COMPLETED'])
      const stored = await conversation(id, 'head { metadata }')
      assert.deepEqual(stored, { head: { metadata: { stopReason: 'cancelled' } } })
    })

    it('keeps the prompt where nothing came before the cancel', { timeout: 60_000 }, async () => {
      const { editor, asked } = scene.connected
      const id = await editor.open()
      scene.model.pieces = []
      scene.model.then = (signal) => {
        void editor.connection.agent.notify('session/cancel', { sessionId: id })
        return untilAborted(signal)
      }
      const answer = await editor.prompt(id, 'Go.')
      assert.equal(asked.length, 1)
      assert.equal(answer.stopReason, 'cancelled')
      assert.equal(answer._meta.turngraph.messageId, null)
      assert.deepEqual(await transcript(id), ['USER: Go.'])
      assert.deepEqual(await runs(id), ['COMPLETED'])
    })

    it('keeps what came before the model failed', async () => {
      const { editor } = scene.connected
      const id = await editor.open()
      scene.model.says('So far.')
      scene.model.then = () => Promise.reject(new TurngraphError('RATE_LIMITED', 'Too many.'))
      const { code, data, message } = await editor.refused('session/prompt', {
        sessionId: id,
        prompt: [{ type: 'text', text: 'Go.' }],
      })
      assert.equal(code, -32603)
      assert.equal(data['code'], 'RATE_LIMITED')
      assert.match(message, /Too many/)
      assert.deepEqual(await transcript(id), ['USER: Go.', 'ASSISTANT: So far.'])
      assert.deepEqual(await runs(id), ['COMPLETED'])
    })

    it('refuses a second prompt while one runs, and not a moment longer', { timeout: 60_000 }, async () => {
      const { editor } = scene.connected
      const id = await editor.open()
      scene.model.then = untilAborted
      const first = editor.prompt(id, 'One.')
      await editor.until((shown) => shown.length === 1)
      const { code, data } = await editor.refused('session/prompt', {
        sessionId: id,
        prompt: [{ type: 'text', text: 'Two.' }],
      })
      assert.equal(code, -32600)
      assert.equal(data['code'], 'CONFLICT_ACTIVE_RUN')
      await editor.connection.agent.notify('session/cancel', { sessionId: id })
      await first
      scene.model.then = () => Promise.resolve()
      assert.equal((await editor.prompt(id, 'Three.')).stopReason, 'end_turn')
      assert.deepEqual(await transcript(id), [
        'USER: One.',
        'ASSISTANT: An answer.',
        'USER: Three.',
        'ASSISTANT: An answer.',
      ])
    })

    it(
      'closes a session once what runs in it is stored, and as often as it is asked',
      { timeout: 60_000 },
      async () => {
        const { editor } = scene.connected
        const cwd = folder()
        const id = await editor.open(cwd)
        scene.model.then = untilAborted
        const answer = editor.prompt(id, 'One.')
        await editor.until((shown) => shown.length === 1)
        assert.deepEqual(await editor.ask('session/close', { sessionId: id }), {})
        assert.equal((await answer).stopReason, 'cancelled')
        assert.deepEqual(await transcript(id), ['USER: One.', 'ASSISTANT: An answer.'])
        assert.deepEqual(await editor.ask('session/close', { sessionId: id }), {})
        assert.equal((await editor.refused('session/prompt', { sessionId: id, prompt: [] })).code, -32002)
        await editor.ask('session/resume', { sessionId: id, cwd, mcpServers: [] })
      },
    )

    it('deletes a session, and one that never was', async () => {
      const { editor } = scene.connected
      const cwd = folder()
      const id = await editor.open(cwd)
      assert.deepEqual(await editor.ask('session/delete', { sessionId: id }), {})
      assert.deepEqual(await editor.ask('session/delete', { sessionId: id }), {})
      assert.deepEqual(await editor.ask('session/delete', { sessionId: 'never' }), {})
      assert.deepEqual((await editor.ask('session/list', { cwd }))['sessions'], [])
      const { code, data } = await editor.refused('session/load', { sessionId: id, cwd, mcpServers: [] })
      assert.deepEqual([code, data], [-32002, { sessionId: id }])
    })

    it('stores what came when its client goes away', { timeout: 60_000 }, async () => {
      const { editor, leave } = scene.connected
      const id = await editor.open()
      scene.model.then = untilAborted
      void editor.prompt(id, 'One.').catch(() => undefined)
      await editor.until((shown) => shown.length === 1)
      await leave()
      assert.deepEqual(await transcript(id), ['USER: One.', 'ASSISTANT: An answer.'])
      assert.deepEqual(await runs(id), ['COMPLETED'])
    })

    it('gives pictures, links and resources back as they were, as far as they were text', async () => {
      const { editor, asked } = scene.connected
      const cwd = folder()
      const id = await editor.open(cwd)
      const prompt = [
        { type: 'text', text: 'See ', annotations: { priority: 1 } },
        { type: 'resource', resource: { uri: 'file:///w/a b.ts', mimeType: 'text/x-ts', text: 'let a = 1' } },
        { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
        { type: 'text', text: ' and ' },
        { type: 'resource_link', uri: 'file:///w/b.ts', name: 'src/b.ts', description: 'B' },
        { type: 'resource_link', uri: 'no uri', name: 'odd' },
      ]
      await editor.ask('session/prompt', { sessionId: id, prompt })
      const told = JSON.stringify(asked.at(-1))
      assert.ok(told.includes('let a = 1') && told.includes('iVBORw0KGgo=') && told.includes('b.ts'))
      editor.shown.length = 0
      await editor.ask('session/load', { sessionId: id, cwd, mcpServers: [] })
      const shown = editor.shown.flatMap(({ update }) =>
        update.sessionUpdate === 'user_message_chunk' ? [update.content] : [],
      )
      assert.deepEqual(shown.toSpliced(2, 1), prompt.toSpliced(2, 1))
      const [picture] = shown.slice(2)
      assert.ok(picture?.type === 'resource_link' && picture.mimeType === 'image/png' && picture.size === 8)
    })
  })

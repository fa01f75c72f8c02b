/** What shared statements of the protocol ask for, where no other test of the agent shows it. */
// Takes long: an agent and a model of its own for each statement.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { everyWay } from '../../client/support.ts'
import { connectEditor } from './support/agent.ts'
import { sceneOn } from './support/scene.ts'

/** Methods of the protocol, stable or not, that turngraph does not say it has. */
const unadvertised = [
  ...['authenticate', 'logout', 'session/set_mode', 'session/set_model', 'session/set_config_option'],
  ...['session/archive', 'session/unarchive', 'session/status', 'session/set_title', 'providers/list'],
]

for (const way of await everyWay())
  describe(`statements about sessions on ${way.name}`, { skip: way.skip }, () => {
    const scene = sceneOn(way)
    const cwd = '/w'
    const pathOf = async (id: string) => {
      const query = 'query($id: ID!) { conversation(id: $id) { turnCount head { pathHash } } }'
      const { conversation } = await scene.graph.client.query<{ conversation: object }>(query, { id })
      return conversation
    }
    const fork = async (sessionId: string, point: object = {}) =>
      (await scene.connected.editor.ask<{ sessionId: string }>('session/fork', { sessionId, cwd, ...point })).sessionId

    it('refuses what it does not say it can', async () => {
      const { editor } = scene.connected
      const sessionId = await editor.open(cwd)
      const given = { sessionId, modeId: 'x', modelId: 'x', configId: 'x', value: 'x', title: 'x', methodId: 'x' }
      for (const method of unadvertised)
        assert.deepEqual([method, (await editor.refused(method, given)).code], [method, -32601])
    })

    it('says the same when it is begun again, and sessions stay open', async () => {
      const { editor } = scene.connected
      const sessionId = await editor.open(cwd)
      assert.deepEqual(await editor.begin(), await editor.begin())
      assert.equal((await editor.prompt(sessionId, 'On.')).stopReason, 'end_turn')
    })

    it('forks a session that nobody has open, at the last message as at none, and by the names of others', async () => {
      const { editor, leave } = scene.connected
      const id = await editor.open(cwd)
      const first = (await editor.prompt(id, 'One.'))._meta.turngraph
      const last = (await editor.prompt(id, 'Two.'))._meta.turngraph
      await leave()
      scene.connected = connectEditor(scene.graph.client, scene.model)
      await scene.connected.editor.begin()
      const whole = await pathOf(id)
      assert.deepEqual(await pathOf(await fork(id)), whole)
      assert.deepEqual(await pathOf(await fork(id, { messageId: last.messageId })), whole)
      const begun = await pathOf(await fork(id, { messageId: first.messageId }))
      for (const claudeCode of [
        { claudeCode: { rewindTo: first.messageId } },
        { 'claudeCode.rewindTo': first.messageId },
      ])
        assert.deepEqual(await pathOf(await fork(id, { _meta: claudeCode })), begun)
      assert.deepEqual(await pathOf(id), whole)
      const live = await fork(id, { messageId: first.messageId })
      assert.equal((await scene.connected.editor.prompt(live, 'Other.')).stopReason, 'end_turn')
    })

    it('gives thoughts an id of their own, refuses to fork behind one, and names the answer, which holds them', async () => {
      const { editor } = scene.connected
      const id = await editor.open(cwd)
      scene.model.pieces = [
        { kind: 'thinking', text: 'Hm.' },
        { kind: 'text', text: 'Be' },
        { kind: 'thinking', text: 'Or?' },
        { kind: 'text', text: 'cause.' },
      ]
      const { messageId } = (await editor.prompt(id, 'Why?'))._meta.turngraph
      const idsOf = (kind: string) =>
        editor.shown.flatMap(({ update }) =>
          update.sessionUpdate === kind && 'messageId' in update ? [update.messageId] : [],
        )
      const thoughts = idsOf('agent_thought_chunk')
      assert.deepEqual(idsOf('agent_message_chunk'), [messageId, messageId])
      const [thought] = thoughts
      assert.deepEqual(thoughts, [thought, thought])
      const before = await pathOf(id)
      for (const point of [{ messageId: thought }, { _meta: { turngraph: { before: thought } } }]) {
        const { code, data } = await editor.refused('session/fork', { sessionId: id, cwd, ...point })
        const { code: why, messageId: given, answerId, after } = data
        assert.deepEqual(
          [code, why, given, answerId, after],
          [-32602, 'FORK_POINT_NOT_BOUNDARY', thought, messageId, { messageId }],
        )
      }
      const { conversations } = await scene.graph.client.query<{ conversations: { nodes: object[] } }>(
        `query($id: ID!) { conversations: conversation(id: $id) { nodes: forks { nodes { id } } } }`,
        { id },
      )
      assert.deepEqual(conversations.nodes, { nodes: [] })
      assert.deepEqual(await pathOf(id), before)
      const forked = await fork(id, { messageId })
      editor.shown.length = 0
      await editor.ask('session/load', { sessionId: forked, cwd, mcpServers: [] })
      assert.deepEqual(idsOf('agent_thought_chunk'), thoughts)
      assert.deepEqual(editor.takeShown(forked), [
        'user_message_chunk: Why?',
        'agent_thought_chunk: Hm.',
        'agent_message_chunk: Be',
        'agent_thought_chunk: Or?',
        'agent_message_chunk: cause.',
      ])
    })

    it('shows messages by UUIDs of version 5, and takes those and the ids of the graph, on the path and off it', async () => {
      const { editor } = scene.connected
      const id = await editor.open(cwd)
      const first = (await editor.prompt(id, 'One.'))._meta.turngraph
      const last = (await editor.prompt(id, 'Two.'))._meta.turngraph
      for (const one of [first.userMessageId, first.messageId, last.messageId])
        assert.match(one ?? '', /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      const there = await pathOf(await fork(id, { messageId: last.messageId }))
      const rewind = `mutation($input: RewindInput!) { rewindConversation(input: $input) { userErrors { message } } }`
      await scene.graph.client.query(rewind, {
        input: { conversationId: id, to: { messageId: first.graph.messageId } },
      })
      for (const messageId of [last.messageId, last.messageId?.toUpperCase(), last.graph.messageId])
        assert.deepEqual(await pathOf(await fork(id, { messageId })), there)
    })

    it('keeps the folder and the servers of a fork: its own, else those of the session that is forked', async () => {
      const { editor } = scene.connected
      const server = (name: string) => ({ name, command: '/bin/x', args: [], env: [] })
      const { sessionId } = await editor.ask<{ sessionId: string }>('session/new', {
        cwd,
        mcpServers: [server('files')],
      })
      await editor.prompt(sessionId, 'One.')
      const other = `/w/${randomUUID()}`
      const own = await editor.ask<{ sessionId: string }>('session/fork', {
        sessionId,
        cwd: other,
        mcpServers: [server('web')],
      })
      const same = await fork(sessionId)
      const { sessions } = await editor.ask<{ sessions: { sessionId: string; cwd: string }[] }>('session/list', {
        cwd: other,
      })
      assert.deepEqual(
        sessions.map((one) => [one.sessionId, one.cwd]),
        [[own.sessionId, other]],
      )
      const kept = async (id: string) => {
        const query = 'query($id: ID!) { conversation(id: $id) { cwd metadata } }'
        interface Kept {
          conversation: { cwd: string; metadata: { fork: { acp: { mcpServers: string[] } } } }
        }
        const { conversation } = await scene.graph.client.query<Kept>(query, { id })
        return [conversation.cwd, conversation.metadata.fork.acp.mcpServers]
      }
      assert.deepEqual(await kept(own.sessionId), [other, ['web']])
      assert.deepEqual(await kept(same), [cwd, ['files']])
    })

    it('gives each message an id of its own, the same on all its chunks and in every load', async () => {
      const { editor } = scene.connected
      const id = await editor.open(cwd)
      scene.model.says('A', 'B', 'C')
      const told: (string | null)[] = []
      for (const text of ['One.', 'Two.']) {
        const { userMessageId, messageId } = (await editor.prompt(id, text))._meta.turngraph
        told.push(userMessageId, messageId)
      }
      const shown = editor.shown.flatMap(({ update }) => ('messageId' in update ? [update.messageId ?? null] : []))
      assert.deepEqual([...new Set(shown)], [told[1], told[3]])
      assert.equal(new Set(told).size, 4)
      for (let times = 0; times < 2; times++) {
        editor.shown.length = 0
        await editor.ask('session/load', { sessionId: id, cwd, mcpServers: [] })
        const ids = editor.shown.flatMap(({ update }) => ('messageId' in update ? [update.messageId ?? null] : []))
        assert.deepEqual(ids, told)
      }
    })

    it('keeps no secret of a server that a session is opened again or forked with', async () => {
      const { editor } = scene.connected
      const id = await editor.open(cwd)
      await editor.prompt(id, 'One.')
      const secret = `hunter2-${randomUUID()}`
      const mcpServers = [
        { name: 'files', command: '/bin/files', args: ['--key', secret], env: [{ name: 'KEY', value: secret }] },
        {
          type: 'http',
          name: 'web',
          url: `https://u:${secret}@mcp.example`,
          headers: [{ name: 'Authorization', value: secret }],
        },
      ]
      await editor.ask('session/load', { sessionId: id, cwd, mcpServers })
      await editor.ask('session/resume', { sessionId: id, cwd, mcpServers })
      const forked = await fork(id, { mcpServers })
      const query = 'query($id: ID!) { conversation(id: $id) { metadata events { nodes { details } } } }'
      for (const each of [id, forked]) {
        const stored = JSON.stringify(await scene.graph.client.query(query, { id: each }))
        assert.match(stored, /"mcpServers":\["files","web"\]/)
        assert.ok(!stored.includes(secret), stored)
      }
    })
  })

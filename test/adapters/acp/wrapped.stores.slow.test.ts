// Takes long: every test starts two programs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { AnyMessage } from '@agentclientprotocol/sdk/unstable'
import { downstreamOf } from '../../../src/adapters/acp/wrapped/downstream.ts'
import { connect, TurngraphError } from '../../../src/client/client.ts'
import { root } from '../../../scripts/root.ts'
import { everyWay, type Connected as Way } from '../../client/support.ts'
import { describeOnce } from '../../support/stores.ts'
import { connectEditor, type Connected } from './support/agent.ts'
import { Editor } from './support/editor.ts'
import { otherAgent, type Abilities, type Memory } from './support/otherAgent.ts'

/** What an editor answers an agent that asks it for something. */
const answers = (app: Parameters<NonNullable<ConstructorParameters<typeof Editor>[1]>>[0]) => {
  app
    .onRequest('session/request_permission', () => ({ outcome: { outcome: 'selected', optionId: 'yes' } }))
    .onRequest('fs/read_text_file', ({ params }) => ({ content: `${params.path} of ${params.sessionId}` }))
}

for (const way of await everyWay())
  describe(`an agent wrapped, on ${way.name}`, { skip: way.skip, timeout: 400_000 }, () => {
    let graph: Way
    /** Why the store cannot be asked now. */
    let away: TurngraphError | null = null
    before(async () => void (graph = await way.connect()))
    after(() => graph.end())

    function wrap(abilities: Abilities, memory: Memory = new Map(), patience?: number): Wrapped {
      const up = new TransformStream<AnyMessage, AnyMessage>()
      const down = new TransformStream<AnyMessage, AnyMessage>()
      const theirs = otherAgent(abilities, memory).connect({ writable: up.writable, readable: down.readable })
      const stream = { writable: down.writable, readable: up.readable }
      let ended = 0
      const downstream = downstreamOf(stream, () => {
        ended++
        theirs.close()
        return Promise.resolve()
      })
      const query = <T>(...[document, variables, options]: Parameters<typeof graph.client.query>) =>
        away ? Promise.reject(away) : graph.client.query<T>(document, variables, options)
      return { ...connectEditor({ query }, downstream, answers, patience), ended: () => ended }
    }
    async function turns(id: string): Promise<string[]> {
      const { conversation } = await graph.client.query<{
        conversation: {
          transcript: { nodes: { role: string; text: string; content: { __typename: string }[] }[] }
          runs: { nodes: { state: string }[] }
        }
      }>(
        `query($id: ID!) { conversation(id: $id) {
          transcript(view: RAW) { nodes { role text content { __typename } } } runs { nodes { state } }
        } }`,
        { id },
      )
      assert.ok(conversation.runs.nodes.every(({ state }) => state === 'COMPLETED'))
      return conversation.transcript.nodes.map(
        ({ role, text, content }) =>
          `${role}: ${text} ${content.map(({ __typename }) => __typename.replace('Block', '')).join('+')}`,
      )
    }
    const cwd = '/w'
    async function stopReason(id: string): Promise<unknown> {
      const query = 'query($id: ID!) { conversation(id: $id) { head { metadata } } }'
      const { conversation } = await graph.client.query<{
        conversation: { head: { metadata: { stopReason?: string } } }
      }>(query, { id })
      return conversation.head.metadata.stopReason
    }

    it('records what it says and does, passes on what it asks, and shows it again when loaded', async () => {
      const { editor, leave } = wrap({})
      const begun = await editor.begin()
      assert.deepEqual(begun['agentInfo'], { name: 'other', version: '1' })
      const { sessionCapabilities } = begun['agentCapabilities'] as { sessionCapabilities: object }
      assert.deepEqual(Object.keys(sessionCapabilities).sort(), ['close', 'delete', 'fork', 'list', 'resume'])
      const created = await editor.ask<{ sessionId: string; modes: { currentModeId: string } }>('session/new', {
        cwd,
        mcpServers: [],
      })
      const { sessionId } = created
      assert.equal(created.modes.currentModeId, 'ask')
      assert.ok(!sessionId.startsWith('theirs'))
      const answer = await editor.prompt(sessionId, 'Look.')
      assert.deepEqual(answer.usage, { totalTokens: 5, inputTokens: 3, outputTokens: 2 })
      const live = editor.shown.map(({ update }) => update)
      const seen = `It says /w/a.txt of ${sessionId}`
      assert.deepEqual(editor.takeShown(sessionId), [
        'agent_thought_chunk: Hm.',
        'agent_message_chunk: I ',
        'agent_message_chunk: look.',
        'tool_call: pending',
        'tool_call_update: in_progress',
        'tool_call_update: completed',
        'agent_message_chunk: It says ',
        `agent_message_chunk: ${seen.slice(8)}`,
        'session_info_update: ',
      ])
      assert.deepEqual(await turns(sessionId), [
        'USER: Look. Text',
        'ASSISTANT: I look. Thinking+Text+ToolCall',
        'TOOL:  ToolResult',
        `ASSISTANT: ${seen} Text`,
      ])
      await editor.ask('session/load', { sessionId, cwd, mcpServers: [] })
      const again = editor.shown.map(({ update }) => update)
      const ids = (updates: typeof live) =>
        new Set(
          updates.flatMap((one) => (one.sessionUpdate.startsWith('agent_') && 'messageId' in one ? one.messageId : [])),
        )
      assert.deepEqual(ids(again), ids(live))
      const call = again.find((one) => one.sessionUpdate === 'tool_call')
      assert.equal(call?.title, 'Read a.txt')
      assert.equal(call.kind, 'read')
      assert.deepEqual(editor.takeShown(sessionId), [
        'user_message_chunk: Look.',
        'agent_thought_chunk: Hm.',
        'agent_message_chunk: I look.',
        'tool_call: pending',
        'tool_call_update: completed',
        `agent_message_chunk: ${seen}`,
      ])
      await editor.ask('session/set_mode', { sessionId, modeId: 'code' })
      await editor.prompt(sessionId, 'Hi.')
      assert.match(editor.takeShown(sessionId)[0] ?? '', /told 3: Look. \| mode code \| Hi\.$/)
      await leave()
      editor.assertValid()
    })

    it('forks in the middle: a new session there, told once what was said before', async () => {
      const { editor, leave } = wrap({ fork: true })
      await editor.begin()
      const id = await editor.open(cwd)
      const first = await editor.prompt(id, 'One.')
      await editor.prompt(id, 'Two.')
      const { messageId } = first._meta.turngraph
      const fork = await editor.ask<Forked>('session/fork', { sessionId: id, cwd, messageId })
      assert.equal(fork._meta.turngraph.restored, 'transcript')
      editor.takeShown(id)
      await editor.prompt(fork.sessionId, 'Three.')
      const [said = ''] = editor.takeShown(fork.sessionId)
      assert.match(said, /told 2: /)
      assert.match(said, /One\./)
      assert.doesNotMatch(said, /Two\./)
      await editor.prompt(fork.sessionId, 'Four.')
      assert.match(editor.takeShown(fork.sessionId)[0] ?? '', /told 3: /)
      assert.equal((await turns(fork.sessionId))[2], 'USER: Three. Text')
      await leave()
      editor.assertValid()
    })

    it('forks the whole there, where that can be done', async () => {
      const { editor, leave } = wrap({ fork: true })
      await editor.begin()
      const id = await editor.open(cwd)
      const { messageId } = (await editor.prompt(id, 'One.'))._meta.turngraph
      for (const point of [{}, { messageId }]) {
        const fork = await editor.ask<Forked>('session/fork', { sessionId: id, cwd, ...point })
        assert.equal(fork._meta.turngraph.restored, 'native')
        editor.takeShown(id)
        await editor.prompt(fork.sessionId, 'Two.')
        assert.match(editor.takeShown(fork.sessionId)[0] ?? '', /told 2: One. \| Two\.$/)
      }
      await leave()
    })

    it('gives a fork to an agent that has none', async () => {
      const { editor, leave } = wrap({})
      await editor.begin()
      const id = await editor.open(cwd)
      await editor.prompt(id, 'One.')
      const fork = await editor.ask<Forked>('session/fork', { sessionId: id, cwd })
      assert.equal(fork._meta.turngraph.restored, 'transcript')
      await leave()
    })

    it('goes on with a session that the agent still has, and tells it what it does not know', async () => {
      const memory: Memory = new Map()
      const before = wrap({ load: true }, memory)
      await before.editor.begin()
      const id = await before.editor.open(cwd)
      await before.editor.prompt(id, 'One.')
      await before.leave()
      const then = wrap({ load: true }, memory)
      await then.editor.begin()
      const loaded = await then.editor.ask<Forked>('session/load', { sessionId: id, cwd, mcpServers: [] })
      assert.equal(loaded._meta.turngraph.restored, 'native')
      assert.ok(!JSON.stringify(then.editor.shown).includes('As they remember it.'))
      then.editor.takeShown(id)
      await then.editor.prompt(id, 'Two.')
      assert.match(then.editor.takeShown(id)[0] ?? '', /told 2: One. \| Two\.$/)
      await then.leave()
      await graph.client.query(
        `mutation($id: ID!) { storeTurn(input: { conversationId: $id, role: USER, text: "By another." }) { userErrors { code } } }`,
        { id },
      )
      for (const abilities of [{ load: true }, {}]) {
        const last = wrap(abilities, memory)
        await last.editor.begin()
        const resumed = await last.editor.ask<Forked>('session/resume', { sessionId: id, cwd, mcpServers: [] })
        assert.equal(resumed._meta.turngraph.restored, 'transcript')
        await last.editor.prompt(id, 'Three.')
        assert.match(last.editor.takeShown(id)[0] ?? '', /told 2: [^]*By another\.[^]*\| Three\.$/)
        await last.leave()
      }
    })

    for (const [asked, said, patience] of [
      ['Hang.', 'So far.', undefined],
      ['Linger.', 'So far. And so on.', undefined],
      ['Never stop.', 'So far.', 50],
    ] as const)
      it(`keeps what came when its client goes away in the middle of a prompt, and ends the agent: ${asked}`, async () => {
        const { editor, leave, ended } = wrap({}, new Map(), patience)
        await editor.begin()
        const id = await editor.open(cwd)
        void editor.prompt(id, asked).catch(() => undefined)
        await editor.until((shown) => shown.length === 1)
        await leave()
        assert.deepEqual(await turns(id), [`USER: ${asked} Text`, `ASSISTANT: ${said} Text`])
        assert.deepEqual([await stopReason(id), ended()], ['cancelled', 1])
        const then = wrap({})
        await then.editor.begin()
        await then.editor.ask('session/load', { sessionId: id, cwd, mcpServers: [] })
        assert.deepEqual(then.editor.takeShown(id), [`user_message_chunk: ${asked}`, `agent_message_chunk: ${said}`])
        await then.leave()
        editor.assertValid()
      })

    it('says so when the store is away, shows what comes all the same, and goes on when it is back', async () => {
      const { editor, leave } = wrap({})
      await editor.begin()
      const id = await editor.open(cwd)
      const facts = { url: 'http://127.0.0.1:1' }
      const prompt = [{ type: 'text', text: 'Hang.' }]
      away = new TurngraphError('UNREACHABLE', 'No server can be asked.', facts)
      const refused = await editor.refused('session/prompt', { sessionId: id, prompt })
      assert.deepEqual([refused.code, refused.data], [-32603, { ...facts, code: 'UNREACHABLE' }])
      away = null
      const running = editor.refused('session/prompt', { sessionId: id, prompt })
      await editor.until((shown) => shown.length === 1)
      away = new TurngraphError('UNREACHABLE', 'No server can be asked.', facts)
      await editor.connection.agent.notify('session/cancel', { sessionId: id })
      assert.equal((await running).code, -32603)
      away = null
      editor.takeShown(id)
      await editor.prompt(id, 'Again.')
      assert.match(editor.takeShown(id)[0] ?? '', /^agent_message_chunk: I was told 2: Hang\. \| Again\.$/)
      await leave()
      editor.assertValid()
    })

    it('keeps what came of what is cancelled, and of what failed', async () => {
      const { editor, leave } = wrap({})
      await editor.begin()
      const id = await editor.open(cwd)
      const running = editor.prompt(id, 'Hang.')
      await editor.until((shown) => shown.length === 1)
      const second = await editor.refused('session/prompt', { sessionId: id, prompt: [{ type: 'text', text: 'Hi.' }] })
      assert.equal(second.code, -32600)
      await editor.connection.agent.notify('session/cancel', { sessionId: id })
      assert.equal((await running).stopReason, 'cancelled')
      const failed = await editor.refused('session/prompt', {
        sessionId: id,
        prompt: [{ type: 'text', text: 'Fail.' }],
      })
      assert.deepEqual([failed.code, failed.data], [-32603, { reason: 'odd' }])
      const said = ['USER: Hang. Text', 'ASSISTANT: So far. Text', 'USER: Fail. Text', 'ASSISTANT: So far. Text']
      assert.deepEqual(await turns(id), said)
      await leave()
      editor.assertValid()
    })
  })

interface Wrapped extends Connected {
  /** How often the other agent was ended. */
  readonly ended: () => number
}
interface Left {
  readonly conversation: {
    readonly transcript: { readonly nodes: readonly { readonly text: string }[] }
    readonly runs: { readonly nodes: readonly { readonly state: string }[] }
  }
}
interface Forked {
  readonly sessionId: string
  readonly _meta: { readonly turngraph: { readonly restored: string } }
}

describeOnce('`turngraph acp -- COMMAND`', () => {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-wrapped-'))
  after(() => {
    rmSync(data, { recursive: true, force: true })
  })
  const start = (...command: string[]) => {
    const env = { ...process.env, DATA: data, RESPONDER_API_KEY: 'secret' }
    return spawn(process.execPath, [join(root, 'bin/turngraph.js'), 'acp', '--', ...command], { env })
  }

  it('starts the agent, and ends it', { timeout: 120_000 }, async () => {
    const other = join(import.meta.dirname, 'support/otherAgent.ts')
    const child = start(process.execPath, '--import', 'tsx', other)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const editor = new Editor({ toAgent: child.stdin, fromAgent: child.stdout }, answers)
    await editor.begin()
    const id = await editor.open('/w')
    await editor.prompt(id, 'Look.')
    assert.ok(editor.takeShown(id).includes('tool_call_update: completed'))
    child.stdin.end()
    assert.equal(await ended, 0)
    editor.assertValid()
  })

  it(
    'ends the agent, and keeps what came, when the editor dies in the middle of a prompt',
    { timeout: 120_000 },
    async () => {
      const other = join(import.meta.dirname, 'support/otherAgent.ts')
      const child = start(process.execPath, '--import', 'tsx', other, '--tell-pid')
      const ended = new Promise((resolve) => child.once('exit', resolve))
      const editor = new Editor({ toAgent: child.stdin, fromAgent: child.stdout }, answers)
      const begun = await editor.begin()
      const { pid } = begun['_meta'] as { pid: number }
      const id = await editor.open('/w')
      void editor.prompt(id, 'Never stop.').catch(() => undefined)
      await editor.until((shown) => shown.length === 1)
      child.stdin.destroy()
      child.stdout.destroy()
      assert.equal(await ended, 0)
      assert.throws(() => process.kill(pid, 0), /ESRCH/)
      const graph = await connect({ data })
      const query = `query($id: ID!) { conversation(id: $id) { runs { nodes { state } } head { text metadata } } }`
      const { conversation } = await graph.query<{ conversation: object }>(query, { id })
      await graph.close()
      const metadata = { acp: { messageId: 'm1', toolCalls: {} }, stopReason: 'cancelled' }
      assert.deepEqual(conversation, { runs: { nodes: [{ state: 'COMPLETED' }] }, head: { text: 'So far.', metadata } })
    },
  )

  it('keeps what came when the agent dies in the middle of a prompt, and lives on', { timeout: 120_000 }, async () => {
    const other = join(import.meta.dirname, 'support/otherAgent.ts')
    const child = start(process.execPath, '--import', 'tsx', other, '--tell-pid')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const editor = new Editor({ toAgent: child.stdin, fromAgent: child.stdout }, answers)
    const { pid } = (await editor.begin())['_meta'] as { pid: number }
    const sessionId = await editor.open('/of-one-that-dies')
    const prompt = [{ type: 'text', text: 'Never stop.' }]
    const refused = editor.refused('session/prompt', { sessionId, prompt })
    await editor.until((shown) => shown.length === 1)
    process.kill(pid, 'SIGKILL')
    assert.equal((await refused).code, -32603)
    assert.equal((await editor.refused('session/prompt', { sessionId, prompt })).code, -32603)
    const { sessions } = await editor.ask<{ sessions: object[] }>('session/list', { cwd: '/of-one-that-dies' })
    assert.equal(sessions.length, 1)
    child.stdin.end()
    assert.equal(await ended, 0)
    const graph = await connect({ data })
    const query = `query($id: ID!) { conversation(id: $id) { transcript { nodes { text } } runs { nodes { state } } } }`
    const { conversation } = await graph.query<Left>(query, { id: sessionId })
    await graph.close()
    assert.deepEqual(
      conversation.transcript.nodes.slice(0, 2).map(({ text }) => text),
      ['Never stop.', 'So far.'],
    )
    assert.ok(conversation.runs.nodes.every(({ state }) => state === 'COMPLETED' || state === 'ABORTED'))
  })

  it('says so where there is no such command, and lives on', { timeout: 120_000 }, async () => {
    const child = start('/nowhere/agent')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const editor = new Editor({ toAgent: child.stdin, fromAgent: child.stdout })
    assert.equal((await editor.refused('initialize', { protocolVersion: 1 })).code, -32603)
    child.stdin.end()
    assert.equal(await ended, 0)
  })
})

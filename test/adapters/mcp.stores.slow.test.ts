import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { countTokens } from 'gpt-tokenizer'
import { instructions } from '../../src/adapters/mcp/instructions.ts'
import { DeleteConversation } from '../../src/client/documents/generated.ts'
import { TurngraphError } from '../../src/client/client.ts'
import { everyWay, type Connected } from '../client/support.ts'
import { startHost, type Host } from './mcp.ts'

const core = [
  ...['store_turn', 'store_turns', 'list_conversations', 'get_transcript', 'get_turn', 'list_observations'],
  ...['fork_conversation', 'rewind_conversation', 'show_tree', 'get_context', 'search'],
]
const user = (conversation_id: string, turn_id: string, text: string) =>
  ({ conversation_id, turn_id, role: 'user', text }) as const
const assistant = (conversation_id: string, turn_id: string, text: string) =>
  ({ conversation_id, turn_id: `${turn_id}:assistant`, role: 'assistant', text }) as const

interface Stored {
  readonly conversation_id: string
  readonly message_id: string
  readonly observation_id: string
  readonly replayed: boolean
  readonly left_transcript: number
}
interface Transcript {
  readonly entries: readonly Record<string, unknown>[]
  readonly previous_cursor: string | null
}

for (const { name, skip, connect } of await everyWay())
  describe(`MCP (${name})`, { skip }, () => {
    let connected: Connected
    let host: Host
    before(async () => {
      connected = await connect()
      host = await startHost(connected.client)
    })
    after(async () => {
      await host.end()
      await connected.end()
    })
    const codeOf = async (tool: string, given: object) => {
      const { isError, content } = await host.call(tool, given)
      assert.equal(isError, true)
      assert.match(content[0]?.text ?? '', /^[A-Z_]+: .+ What to do: .+\.$/s)
      return (JSON.parse(content[1]?.text ?? '') as { code: string; details: unknown }).code
    }

    it('stores turns, each once for a key, and shows them', async () => {
      const first = { ...user('a', '1', 'One.'), idempotency_key: 'a-1' }
      const stored = await host.done<Stored>('store_turn', first)
      assert.deepEqual([stored.conversation_id, stored.message_id, stored.replayed], ['a', 'a:1', false])
      assert.deepEqual(await host.done('store_turn', first), { ...stored, replayed: true })
      await host.done('store_turn', assistant('a', '1', 'Two.'))
      const { entries, previous_cursor } = await host.done<Transcript>('get_transcript', { conversation_id: 'a' })
      assert.deepEqual(
        entries.map(({ message_id, role, text, turn, inherited }) => [message_id, role, text, turn, inherited]),
        [
          ['a:1', 'user', 'One.', 1, false],
          ['a:1:assistant', 'assistant', 'Two.', 2, false],
        ],
      )
      assert.equal(previous_cursor, null)
    })

    it('keeps every version of a turn that is edited, and the branch that it left', async () => {
      for (const turn of [user('e', '1', 'Old.'), assistant('e', '1', 'Answer.')]) await host.done('store_turn', turn)
      const { left_transcript } = await host.done<Stored>('store_turn', user('e', '1', 'New.'))
      assert.equal(left_transcript, 2)
      const { observations } = await host.done<{ observations: { text: string }[] }>('list_observations', {
        message_id: 'e:1',
      })
      assert.deepEqual(
        observations.map(({ text }) => text),
        ['New.', 'Old.'],
      )
      const { messages } = await host.done<{ messages: { message_id: string; text: string }[] }>('get_turn', {
        conversation_id: 'e',
        turn_id: '1',
      })
      assert.deepEqual(
        messages.map(({ message_id, text }) => [message_id, text]),
        [
          ['e:1', 'New.'],
          ['e:1:assistant', 'Answer.'],
        ],
      )
      const { tree } = await host.done<{ tree: string }>('show_tree', { conversation_id: 'e' })
      assert.match(tree, /2 leaves/)
    })

    it('stores several turns at once, forks, rewinds, lists and gives the context', async () => {
      const turns = [user('f', '1', 'One.'), assistant('f', '1', 'Two.'), user('f', '2', 'Three.')]
      const { results } = await host.done<{ results: Stored[] }>('store_turns', { turns, idempotency_key: 'f' })
      assert.deepEqual(
        results.map(({ message_id }) => message_id),
        ['f:1', 'f:1:assistant', 'f:2'],
      )
      const forked = { source: 'f', at_message_id: 'f:1:assistant', new_conversation_id: 'g', note: 'Why not.' }
      const tried = await host.done<Record<string, unknown>>('fork_conversation', { ...forked, dry_run: true })
      assert.deepEqual([tried['conversation_id'], tried['shared_length']], [null, 2])
      const fork = await host.done<Record<string, unknown>>('fork_conversation', forked)
      assert.deepEqual(fork, { ...tried, conversation_id: 'g' })
      const rewound = await host.done<Record<string, unknown>>('rewind_conversation', {
        conversation_id: 'f',
        before: 'f:2',
      })
      assert.deepEqual(rewound, { left_transcript: 1, head_observation_id: results[1]?.observation_id })
      const { conversations } = await host.done<{ conversations: Record<string, unknown>[] }>('list_conversations', {
        limit: 2,
      })
      assert.deepEqual(
        conversations.map(({ id, forked_from }) => [id, forked_from]).sort(),
        [
          ['f', null],
          ['g', 'f'],
        ].sort(),
      )
      assert.deepEqual(await host.done('get_context', { conversation_id: 'g' }), {
        messages: [
          { role: 'user', content: 'One.' },
          { role: 'assistant', content: 'Two.' },
        ],
      })
    })

    it('refuses by tool results that say what to do', async () => {
      await host.done('store_turn', { ...user('r', '1', 'One.'), idempotency_key: 'r-1' })
      assert.equal(await codeOf('store_turn', { ...user('r', '1', 'x'), role: 'assistant' }), 'ROLE_CONFLICT')
      assert.equal(
        await codeOf('store_turn', { ...user('r', '1', 'Other.'), idempotency_key: 'r-1' }),
        'IDEMPOTENCY_MISMATCH',
      )
      assert.equal(await codeOf('store_turn', { ...user('r', '2', 'x'), expected_head_id: null }), 'HEAD_MOVED')
      assert.equal(await codeOf('store_turn', { ...user('r', '2', 'x'), idempotencyKey: 'k' }), 'BAD_INPUT')
      assert.equal(await codeOf('store_turn', { ...user(' ', '2', 'x') }), 'BAD_INPUT')
      assert.equal(await codeOf('get_transcript', { conversation_id: 'none' }), 'NOT_FOUND')
      assert.equal(await codeOf('list_observations', { message_id: 'none:1' }), 'NOT_FOUND')
      assert.equal(await codeOf('get_turn', { conversation_id: 'r', turn_id: '9' }), 'NOT_FOUND')
      assert.equal(await codeOf('fork_conversation', { source: 'none' }), 'NOT_FOUND')
      assert.equal(await codeOf('fork_conversation', { source: 'r', at_message_id: 'r:9' }), 'FORK_POINT_UNKNOWN')
      assert.equal(await codeOf('fork_conversation', { source: 'r', at_message_id: 'r:1', turn: 1 }), 'BAD_INPUT')
      assert.equal(await codeOf('list_conversations', { limit: 51 }), 'BAD_INPUT')
      assert.equal(await codeOf('list_conversations', { cursor: 'nonsense' }), 'BAD_INPUT')
      await host.done('store_turn', user('of-another', '1', 'One.'))
      for (const foreign of [{ at_message_id: 'of-another:1' }, { before_message_id: 'of-another:1' }])
        assert.equal(await codeOf('fork_conversation', { source: 'r', ...foreign }), 'FORK_POINT_UNKNOWN')
      for (const blank of ['', ' '])
        for (const [tool, given] of [
          ['get_transcript', { conversation_id: blank }],
          ['list_observations', { message_id: blank }],
          ['show_tree', { conversation_id: blank }],
          ['rewind_conversation', { conversation_id: 'r', to: { observation_id: blank } }],
        ] as const)
          assert.match(await codeOf(tool, given), /^(NOT_FOUND|BAD_INPUT|FORK_POINT_UNKNOWN)$/, tool)
      const { entries } = await host.done<Transcript>('get_transcript', { conversation_id: 'r' })
      assert.equal(entries.length, 1)
    })

    it('names the legal points where one lies inside a tool pair', async () => {
      const call = { tool_call: { call_id: 't', name: 'Read', input: { path: 'a' } } }
      const turns = [
        user('p', '1', 'Read a.'),
        { conversation_id: 'p', turn_id: '2', role: 'assistant', content: [call] },
        {
          conversation_id: 'p',
          turn_id: '3',
          role: 'tool',
          content: [{ tool_result: { call_id: 't', content: 'A' } }],
        },
      ]
      await host.done('store_turns', { turns })
      const { content } = await host.call('fork_conversation', { source: 'p', at_message_id: 'p:2' })
      const { code, details } = JSON.parse(content[1]?.text ?? '') as { code: string; details: Record<string, unknown> }
      assert.equal(code, 'FORK_POINT_NOT_BOUNDARY')
      const { observationId } = details['before'] as { observationId: string }
      const fork = { source: 'p', at_observation_id: observationId }
      assert.equal((await host.done<Record<string, unknown>>('fork_conversation', fork))['shared_length'], 1)
      const { entries } = await host.done<Transcript>('get_transcript', { conversation_id: 'p' })
      assert.match(String(entries[1]?.['text']), /calls Read as t: \{"path":"a"\}/)
    })

    it('cuts a long transcript at 32 KB, with the cursor to go on', async () => {
      const turns = Array.from({ length: 20 }, (_, i) => user('long', `${i}`, `${i} ${'x'.repeat(4_000)}`))
      await host.done('store_turns', { turns })
      const seen: unknown[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const asked = { conversation_id: 'long', last: 100, ...(cursor !== undefined && { cursor }) }
        const { content, structuredContent } = await host.call('get_transcript', asked)
        assert.ok((content[0]?.text.length ?? 0) < 34 * 1024)
        const { entries, previous_cursor } = structuredContent as unknown as Transcript
        seen.unshift(...entries.map(({ message_id }) => message_id))
        cursor = previous_cursor
      }
      assert.deepEqual(
        seen,
        turns.map(({ turn_id }) => `long:${turn_id}`),
      )
    })

    it('answers resources, also of ids that have to be encoded, and says what is unknown', async () => {
      const id = 'a/b:c d%'
      await host.done('store_turn', user(id, '1', 'Hello.'))
      const read = async (uri: string) => host.ask('resources/read', { uri })
      const text = async (uri: string) => {
        const { result } = await read(uri)
        return (result as unknown as { contents: { text: string }[] }).contents[0]?.text ?? ''
      }
      const address = `turngraph://conversation/${encodeURIComponent(id)}`
      assert.match(await text(address), /^# Hello\.\n\n## 1 user \(.+\)\n\nHello\.$/)
      assert.match(await text(`${address}/tree`), /1 USER Hello\./)
      const { message_id } = await host.done<Stored>('store_turn', user(id, '1', 'Hello again.'))
      const history = `turngraph://message/${encodeURIComponent(message_id)}/observations`
      assert.match(await text(history), /Hello again\..*Hello\./)
      assert.equal(await text('turngraph://instructions'), instructions)
      // An address would take two dots for a folder.
      await host.done('store_turn', user('..', '1', 'Of two dots.'))
      const { result: all } = await host.ask('resources/list', {})
      const listed = (all as unknown as { resources: { uri: string; name: string }[] }).resources
      assert.match(await text(listed.find(({ name }) => name === 'Of two dots.')?.uri ?? ''), /^# Of two dots\./)
      assert.match(await text('turngraph://conversations'), /Hello again\./)
      for (const uri of ['turngraph://conversation/none', 'turngraph://message/none/observations', 'turngraph://no'])
        assert.equal((await read(uri)).error?.code, -32602)
      const { result } = await host.ask('completion/complete', {
        ref: { type: 'ref/resource', uri: 'turngraph://conversation/{id}' },
        argument: { name: 'id', value: 'a/b' },
      })
      assert.deepEqual((result?.['completion'] as { values: string[] }).values, [id])
    })

    it('gives prompts to begin with', async () => {
      await host.done('store_turn', user('prompted', '1', 'Hello there.'))
      const { result } = await host.ask('prompts/get', {
        name: 'resume-conversation',
        arguments: { conversation_id: 'prompted' },
      })
      assert.match(JSON.stringify(result), /Hello there\./)
      const given = { conversation_id: 'prompted', at_message_id: 'prompted:1', question: 'Why?' }
      const other = await host.ask('prompts/get', { name: 'explore-alternative', arguments: given })
      assert.match(JSON.stringify(other.result), /fork_conversation.*Why\?/)
      const none = await host.ask('prompts/get', { name: 'resume-conversation', arguments: { conversation_id: 'no' } })
      assert.equal(none.error?.code, -32602)
    })

    it('says what is wrong when the store is away, and goes on when it is back', async () => {
      let away = true
      const facts = { url: 'http://127.0.0.1:1' }
      const query = <T>(...asked: Parameters<typeof connected.client.query>) =>
        away
          ? Promise.reject(new TurngraphError('UNREACHABLE', 'No server can be asked.', facts))
          : connected.client.query<T>(...asked)
      const other = await startHost({ query, close: () => Promise.resolve() })
      const turn = { ...user('away', '1', 'One.'), idempotency_key: 'away-1' }
      const { isError, content } = await other.call('store_turn', turn)
      assert.equal(isError, true)
      assert.match(content[0]?.text ?? '', /^UNREACHABLE: .+ What to do: .+ same idempotency_key\.$/)
      assert.deepEqual(JSON.parse(content[1]?.text ?? ''), { code: 'UNREACHABLE', details: facts, field: null })
      const { error } = await other.ask('resources/read', { uri: 'turngraph://conversations' })
      assert.equal(error?.code, -32603)
      away = false
      assert.equal((await other.done<Stored>('store_turn', turn)).replayed, false)
      await other.end()
    })

    it('stores and forks nothing where a conversation is deleted, and lists it no more', async () => {
      await host.done('store_turn', user('gone', '1', 'One.'))
      await connected.client.query(DeleteConversation, { input: { id: 'gone' } })
      assert.equal(await codeOf('store_turn', user('gone', '2', 'Two.')), 'NOT_FOUND')
      assert.equal(await codeOf('fork_conversation', { source: 'gone' }), 'NOT_FOUND')
      const { conversations } = await host.done<{ conversations: { id: string }[] }>('list_conversations', {})
      assert.ok(conversations.every(({ id }) => id !== 'gone'))
      const { entries } = await host.done<Transcript>('get_transcript', { conversation_id: 'gone' })
      assert.equal(entries.length, 1)
    })

    it('lives on after lines that are no messages, and after one of 20 MB', async () => {
      assert.equal((await host.line('nonsense')).error?.code, -32700)
      assert.equal((await host.line('{"hello": 1}')).error?.code, -32600)
      assert.equal(await codeOf('store_turn', user('big', '1', 'x'.repeat(20 * 1024 * 1024))), 'LIMIT_EXCEEDED')
      assert.equal(await codeOf('get_transcript', { conversation_id: 'big' }), 'NOT_FOUND')
    })
  })

/** As hosts hand tools to a model: JSON. */
const tokensOf = (tools: object): number => countTokens(JSON.stringify(tools))

describe('what a host is offered', () => {
  const offered = async (options: object) => {
    const none = { query: () => assert.fail('Nothing is asked.'), close: () => Promise.resolve() }
    const host = await startHost(none, options)
    const { result } = await host.ask('tools/list')
    const { result: prompts } = await host.ask('prompts/list')
    await host.end()
    const names = (of: unknown) => (of as { name: string }[]).map(({ name }) => name)
    return { tools: names(result?.['tools']), prompts: names(prompts?.['prompts']), listed: result?.['tools'] }
  }

  it('are the eleven core tools, which refuse arguments that they do not know', async () => {
    const { tools, prompts, listed } = await offered({})
    assert.deepEqual(tools, core)
    assert.deepEqual(prompts, ['store-this-chat', 'resume-conversation', 'explore-alternative'])
    for (const { inputSchema } of listed as { inputSchema: Record<string, unknown> }[])
      assert.equal(inputSchema['additionalProperties'], false)
  })

  it('costs a model 2,500 tokens at most, with what it is told before', async () => {
    const { listed } = await offered({})
    const tools = listed as { name: string; description: string; inputSchema: object }[]
    assert.ok(tokensOf(tools) <= 2500, `${tokensOf(tools)} tokens with what answers hold`)
    const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    assert.ok(tokensOf(shown) + countTokens(instructions) <= 2500)
  })

  it('says what a turn of store_turns is, and what lists hold, in a line each', async () => {
    interface Listed {
      readonly name: string
      readonly inputSchema: { readonly properties: Readonly<Record<string, object>> }
      readonly outputSchema: { readonly properties: Readonly<Record<string, { readonly description?: string }>> }
    }
    const tools = (await offered({})).listed as Listed[]
    const named = (name: string) => tools.find((each) => each.name === name) ?? assert.fail(name)
    assert.deepEqual(named('store_turns').inputSchema.properties['turns'], {
      description: "Each as store_turn's arguments, without the last three.",
      ...{ type: 'array', items: { type: 'object' } },
    })
    assert.deepEqual(Object.keys(named('store_turn').inputSchema.properties).slice(-3), [
      ...['idempotency_key', 'expected_head_id', 'on_conflict'],
    ])
    for (const [name, list] of [
      ['list_conversations', 'conversations'],
      ['search', 'hits'],
    ] as const)
      // prettier-ignore
      assert.match(named(name).outputSchema.properties[list]?.description ?? '', /^\{title, /)
  })

  it('has nothing that writes when it is to be read alone', async () => {
    const { tools, prompts } = await offered({ readOnly: true })
    assert.deepEqual(
      tools,
      core.filter((name) => !/store|fork|rewind/.test(name)),
    )
    assert.deepEqual(prompts, ['resume-conversation'])
  })

  it('has instructions of at most 2,000 characters', () => {
    assert.ok(instructions.length <= 2000, `${instructions.length}`)
  })
})

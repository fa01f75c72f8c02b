import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { textOf } from '../../../src/domain/messages/blocks.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { imports, imprint, linesOf, pathOf } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `formats-${++count}` })

async function sound(scope: Scope, ...ids: readonly string[]): Promise<void> {
  scope.reads.clear()
  for (const id of ids) {
    const { damage, findings } = await integrity(scope, id)
    assert.equal(damage, 0, JSON.stringify(findings))
  }
}
/** What is said on the path to the head. */
const talk = async (scope: Scope, id: string) =>
  (await pathOf(scope, id)).map(({ kind, blocks }) => (kind === 'TURN' ? (textOf(blocks) ?? '-') : kind)).join(' ')

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
const header = (id: string) => ({ type: 'session', version: 3, id, timestamp: at(0), cwd: '/w' })
/** Lines of pi from a drawing: `a b<a c<b` */
const entries = (drawing: string): JsonObject[] =>
  drawing.split(' ').map((word, i) => {
    const [id = '', parentId = null] = word.split('<')
    const role = id.startsWith('a') ? 'assistant' : 'user'
    return {
      type: 'message',
      id,
      parentId,
      timestamp: at(i + 1),
      message: { role, content: [{ type: 'text', text: id }] },
    }
  })
const session = (id: string, drawing: string) => linesOf([header(id), ...entries(drawing)])

const node = (id: string, parent: string | null, children: readonly string[], text: string, role = 'user') => ({
  id,
  parent,
  children,
  message: { id, author: { role }, create_time: 1_700_000_000, content: { content_type: 'text', parts: [text] } },
})
const chat = (id: string, nodes: readonly ReturnType<typeof node>[], current: string) => ({
  conversation_id: id,
  title: id,
  create_time: 1_700_000_000,
  mapping: Object.fromEntries(nodes.map((one) => [one.id, one])),
  current_node: current,
})

await onEveryStore('importing other formats', (on) => {
  describe('a longer state of a file', () => {
    it('adds the rest, by ids', async () => {
      const scope = alone(on)
      await imports(scope, session('s', 'u1 a1<u1'))
      const { report } = await imports(scope, session('s', 'u1 a1<u1 u2<a1 a2<u2 u3<a1'))
      assert.deepEqual([report.added, report.unchanged], [3, 2])
      assert.equal(await talk(scope, 's'), 'u1 a1 u3')
      const { report: earlier } = await imports(scope, session('s', 'u1 a1<u1'))
      assert.deepEqual([earlier.added, await talk(scope, 's')], [0, 'u1 a1 u3'])
      await sound(scope, 's')
    })
    it('adds the rest, where ids have signs that no id has', async () => {
      const scope = alone(on)
      const odd = (id: string, parentId: string | null) => ({
        type: 'message',
        id,
        parentId,
        timestamp: at(1),
        message: { role: 'user', content: [{ type: 'text', text: id }] },
      })
      const lines = [header('odd'), odd('a\n', null), odd('b\u0000', 'a\n')]
      await imports(scope, linesOf(lines))
      const { report } = await imports(scope, linesOf([...lines, odd('c', 'b\u0000')]))
      assert.deepEqual([report.added, report.unchanged, (await pathOf(scope, 'odd')).length], [1, 2, 3])
      await sound(scope, 'odd')
    })
    it('adds the rest, where lines have no ids and some are equal', async () => {
      const scope = alone(on)
      const line = (text: string) => ({ type: 'message', timestamp: at(1), message: { role: 'user', content: text } })
      const first = { type: 'session', id: 's', timestamp: at(0), cwd: '/w' }
      await imports(scope, linesOf([first, line('go'), line('go')]))
      const { report } = await imports(scope, linesOf([first, line('go'), line('go'), line('go'), line('stop')]))
      assert.deepEqual([report.added, report.unchanged, await talk(scope, 's')], [2, 2, 'go go go stop'])
      await sound(scope, 's')
    })
    it('adds another version of what it has changed, and puts what follows below that', async () => {
      const scope = alone(on)
      const tree = (text: string) => [
        node('a', null, ['b'], 'hi'),
        node('b', 'a', ['c'], text, 'assistant'),
        node('c', 'b', [], 'thanks'),
      ]
      await imports(scope, JSON.stringify(chat('x', tree('hel'), 'c')))
      const { report } = await imports(scope, JSON.stringify(chat('x', tree('hello'), 'c')))
      assert.deepEqual([report.added, report.unchanged], [2, 1])
      assert.equal(await talk(scope, 'x'), 'hi hello thanks')
      const before = await imprint(scope, 'x')
      for (const text of ['hello', 'hel']) {
        const again = await imports(scope, JSON.stringify(chat('x', tree(text), 'c')))
        assert.equal(again.report.added, 0)
      }
      assert.deepEqual(await imprint(scope, 'x'), before)
      await sound(scope, 'x')
    })
    it('adds results that a message has got since', async () => {
      const scope = alone(on)
      const call = (more: JsonObject) => ({ id: 'c1', name: 'ls', args: {}, timestamp: at(2), ...more })
      const file = (more: JsonObject, rest: readonly JsonObject[] = []) =>
        JSON.stringify({
          sessionId: 'g',
          projectHash: 'h',
          startTime: at(0),
          messages: [
            { id: 'a', timestamp: at(1), type: 'user', content: 'hi' },
            { id: 'b', timestamp: at(2), type: 'gemini', content: 'look', toolCalls: [call(more)] },
            ...rest,
          ],
        })
      await imports(scope, file({ status: 'executing' }))
      const result = { status: 'success', result: [{ functionResponse: { response: { output: 'x' } } }] }
      const { report } = await imports(
        scope,
        file(result, [{ id: 'd', timestamp: at(3), type: 'gemini', content: 'done' }]),
      )
      assert.deepEqual([report.nodes, report.unchanged, report.unansweredToolCalls], [3, 2, 0])
      assert.equal(await talk(scope, 'g'), 'hi look - done')
      await sound(scope, 'g')
    })
  })

  it('are as active as their file says that they were changed last, whichever state of it comes first', async () => {
    const [older, newer] = [at(100), at(200)].map((one) => one.replace('.000Z', '.000000000Z')) as [string, string]
    const files: Readonly<Record<string, (time: string) => JsonObject>> = {
      CHATGPT: (time) => ({
        ...chat('c', [node('n', null, [], 'hi')], 'n'),
        update_time: Date.parse(time) / 1000,
        of: time,
      }),
      CLAUDE_AI: (time) => ({
        uuid: 'c',
        name: 'c',
        updated_at: time,
        of: time,
        chat_messages: [{ uuid: 'm', sender: 'human', text: 'hi', created_at: at(0) }],
      }),
    }
    for (const [format, file] of Object.entries(files))
      for (const times of [
        [older, newer],
        [newer, older],
      ]) {
        const scope = alone(on)
        for (const time of times) assert.equal((await imports(scope, JSON.stringify(file(time)))).report.format, format)
        const conversation = await scope.reads.conversation('c')
        assert.deepEqual(
          [conversation?.activityAt, (conversation?.metadata['imported'] as JsonObject)['of']],
          [newer, newer],
        )
        await sound(scope, 'c')
      }
  })

  it('keep a number that is too large as its text, in fields and in arguments of calls, and say so', async () => {
    const text =
      '{"messages":[{"role":"user","content":"hi","score":1e400},{"role":"assistant","content":null,"tool_calls":[{"id":"k","type":"function","function":{"name":"f","arguments":"{\\"x\\":-1e400}"}}]}]}'
    for (const file of [text, `${text}\n`, `[${text}]`]) {
      const scope = alone(on)
      const { report, conversations } = await imports(scope, file)
      const [asked, called] = await pathOf(scope, conversations[0]?.id ?? '')
      const call = called?.blocks[0]
      assert.deepEqual([asked?.fields['score'], call?.type === 'toolCall' && call.input], ['1e400', { x: '-1e400' }])
      assert.deepEqual(
        report.findings.map(({ code }) => code),
        ['NUMBER_TOO_LARGE', 'UNANSWERED_CALL'],
      )
    }
  })

  describe('a file whose messages begin behind more than is looked at', () => {
    const long = { patch: 'x'.repeat(300 * 1024) }
    const openAi = Array.from({ length: 3 }, (_, k): JsonObject[] => [
      { role: 'user', content: `ask ${k}` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `k${k}`, type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: `k${k}`, content: 'out' },
    ]).flat()
    const anthropic: JsonObject[] = [
      { role: 'user', content: 'ask' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'k', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'k', content: 'out' }] },
    ]
    const read = async (file: JsonObject) => {
      const scope = alone(on)
      const { report, conversations } = await imports(scope, JSON.stringify(file))
      const path = await pathOf(scope, conversations[0]?.id ?? '')
      const types = path.flatMap(({ kind, blocks }) => (kind === 'TURN' ? blocks.map(({ type }) => type) : [kind]))
      return [report.format, types.join(' '), report.findings.map(({ code }) => code).join(' ')]
    }

    it('is read by the reader that knows all of them, whichever is tried first', async () => {
      const told = Array.from({ length: 3 }, () => 'text toolCall toolResult').join(' ')
      assert.deepEqual(await read({ info: long, messages: openAi }), ['OPENAI', told, ''])
      assert.deepEqual(await read({ trajectory: [long], history: openAi }), ['OPENAI', told, ''])
      assert.deepEqual(await read({ info: long, messages: anthropic }), ['ANTHROPIC', 'text toolCall toolResult', ''])
    })

    it('is read by the reader that knows what comes late, though it begins with the marks of another one', async () => {
      const plain = Array.from({ length: 3 }, (_, k): JsonObject => ({
        role: 'user',
        content: `${k}${'x'.repeat(100 * 1024)}`,
      }))
      const goose: JsonObject = {
        role: 'assistant',
        content: [
          { type: 'toolRequest', id: 'k', toolCall: { status: 'success', value: { name: 'f', arguments: {} } } },
        ],
      }
      const cases: readonly (readonly [JsonObject, string])[] = [
        [{ messages: [...anthropic, ...plain, ...openAi] }, 'OPENAI'],
        [{ messages: [...openAi.slice(0, 1), ...plain, ...anthropic] }, 'ANTHROPIC'],
        [{ messages: [...plain, goose] }, 'GOOSE'],
      ]
      for (const [file, format] of cases) assert.equal((await read(file))[0], format)
    })

    it('is read by the one that leaves least where none knows all of them', async () => {
      const odd: JsonObject = { role: 'narrator', content: 'meanwhile' }
      const [format, types, codes] = await read({ info: long, messages: [...openAi.slice(0, 3), odd] })
      assert.deepEqual([format, types, codes], ['OPENAI', 'text toolCall toolResult NOTE', 'UNKNOWN_ROLE'])
    })
  })

  describe('the same talk under another id', () => {
    it('is a fork of the first', async () => {
      const scope = alone(on)
      await imports(scope, session('s', 'u1 a1<u1 u2<a1 a2<u2'))
      const { report } = await imports(scope, session('t', 'u1 a1<u1 u3<a1 a3<u3'))
      assert.deepEqual([report.added, report.unchanged], [2, 2])
      assert.equal(await talk(scope, 't'), 'u1 a1 u3 a3')
      scope.reads.clear()
      const fork = await scope.reads.conversation('t')
      assert.deepEqual([fork?.forkedFrom?.conversationId, fork?.forkedFrom?.turn], ['s', 2])
      await sound(scope, 's', 't')
    })
    it('is a fork also in one file, standing where it says', async () => {
      const scope = alone(on)
      const tree = [
        node('a', null, ['b'], 'hi'),
        node('b', 'a', ['c'], 'hello', 'assistant'),
        node('c', 'b', [], 'thanks'),
      ]
      await imports(scope, JSON.stringify([chat('x', tree, 'c'), chat('y', tree, 'b')]))
      assert.deepEqual([await talk(scope, 'x'), await talk(scope, 'y')], ['hi hello thanks', 'hi hello'])
      await sound(scope, 'x', 'y')
    })
    it('is none where only ids are equal', async () => {
      const scope = alone(on)
      await imports(scope, JSON.stringify(chat('x', [node('1', null, ['2'], 'hi'), node('2', '1', [], 'hello')], '2')))
      const { report } = await imports(
        scope,
        JSON.stringify(chat('y', [node('1', null, ['2'], 'good day'), node('2', '1', [], 'hello')], '2')),
      )
      assert.deepEqual([report.added, report.unchanged], [2, 0])
      assert.deepEqual([await talk(scope, 'x'), await talk(scope, 'y')], ['hi hello', 'good day hello'])
      await sound(scope, 'x', 'y')
    })
  })

  it('stores what lacked its parent again where it belongs, right below that', async () => {
    const scope = alone(on)
    const { report } = await imports(scope, linesOf([header('s'), ...entries('u1 a1<u1 u2<a1').slice(2)]))
    assert.deepEqual([report.danglingParents, report.roots], [1, 1])
    await imports(scope, session('s', 'u1 a1<u1 u3<a1'))
    assert.equal(await talk(scope, 's'), 'u1 a1 u2')
    await sound(scope, 's')
  })

  it('stands where the file says, also when only that has changed', async () => {
    const scope = alone(on)
    const tree = [
      node('a', null, ['b', 'c'], 'hi'),
      node('b', 'a', [], 'one', 'assistant'),
      node('c', 'a', [], 'two', 'assistant'),
    ]
    await imports(scope, JSON.stringify(chat('x', tree, 'b')))
    assert.equal(await talk(scope, 'x'), 'hi one')
    await imports(scope, JSON.stringify(chat('x', tree, 'c')))
    assert.equal(await talk(scope, 'x'), 'hi two')
    await rewindConversation(scope, { conversationId: 'x', to: { turn: 1 } })
    const { report } = await imports(scope, JSON.stringify(chat('x', tree, 'b')))
    assert.deepEqual([await talk(scope, 'x'), report.findings.map(({ code }) => code)], ['hi', ['HEAD_KEPT']])
  })

  describe('the runs of a file', () => {
    const line = (type: string, payload: JsonObject, second: number) => ({ timestamp: at(second), type, payload })
    const said = (role: string, text: string, second: number) =>
      line('response_item', { type: 'message', role, content: [{ type: 'text', text }] }, second)
    const begin = [
      line('session_meta', { id: 's', cwd: '/w' }, 0),
      said('user', 'a', 1),
      said('assistant', 'b', 2),
      said('user', 'c', 3),
    ]
    const call = line('response_item', { type: 'function_call', name: 'ls', arguments: '{}', call_id: 'x' }, 4)
    const rest = [
      line('response_item', { type: 'function_call_output', call_id: 'x', output: 'y' }, 5),
      said('assistant', 'd', 6),
    ]
    const runs = async (scope: Scope) => {
      const found = await scope.reads.list({ list: 'runsOfConversation', owner: 's', after: null, limit: 9 })
      return found.reverse().map(({ state, completionSeq, end }) => [state, completionSeq, end?.depth ?? null])
    }
    it('are claimed and completed', async () => {
      const scope = alone(on)
      const { conversations } = await imports(scope, linesOf([...begin, call, ...rest]))
      assert.deepEqual(await runs(scope), [
        ['COMPLETED', 1, 1],
        ['COMPLETED', 2, 5],
      ])
      const [first] = await pathOf(scope, 's')
      const fork = await forkConversation(scope, { source: 's', at: { runId: first?.runId ?? '' } })
      assert.equal(await talk(scope, fork.conversation?.id ?? ''), 'a b')
      assert.deepEqual(conversations[0]?.runs.open, [])
      await sound(scope, 's', fork.conversation?.id ?? '')
    })
    it('are aborted while their calls are open, and completed by a longer state', async () => {
      const scope = alone(on)
      await imports(scope, linesOf([...begin, call]))
      assert.deepEqual(await runs(scope), [
        ['COMPLETED', 1, 1],
        ['ABORTED', null, null],
      ])
      await sound(scope, 's')
      const { report } = await imports(scope, linesOf([...begin, call, ...rest]))
      assert.equal(report.added, 2)
      scope.reads.clear()
      assert.deepEqual(await runs(scope), [
        ['COMPLETED', 1, 1],
        ['COMPLETED', 2, 5],
      ])
      await sound(scope, 's')
    })
    it('end later in a longer state', async () => {
      const scope = alone(on)
      await imports(scope, linesOf(begin.slice(0, 3)))
      await imports(scope, linesOf([...begin.slice(0, 3), said('assistant', 'more', 3)]))
      scope.reads.clear()
      assert.deepEqual(await runs(scope), [['COMPLETED', 1, 2]])
      await sound(scope, 's')
    })
  })

  it('goes on where a host has stored since, on a branch of its own', async () => {
    const scope = alone(on)
    await imports(scope, session('s', 'u1 a1<u1'))
    await say(scope, 's', 'mine')
    const { report } = await imports(scope, session('s', 'u1 a1<u1 u2<a1'))
    assert.deepEqual([report.added, await talk(scope, 's')], [1, 'u1 a1 mine'])
    await sound(scope, 's')
  })

  it('refuses what it cannot read, and says what can be', async () => {
    const scope = alone(on)
    const refused = (file: string) =>
      imports(scope, file).then(
        () => '',
        (thrown: unknown) => (thrown as Error).message,
      )
    assert.match(await refused('hello'), /text that is not JSON/)
    for (const text of ['null', ' \n"a"', '1\n2\n'])
      assert.match(await refused(text), /it looks like JSON without objects/)
    assert.match(await refused('[1,2]'), /a JSON array without objects/)
    assert.match(await refused('{"a":1}\n{"b":2}\n'), /lines of JSON objects with the members "a"\./)
    assert.match(
      await refused('[{"a":[{"x":1}]}]'),
      /an array of JSON objects with the members "a"; in "a" are objects with "x"\./,
    )
    const chats = {
      version: 4,
      history: [{ id: '1', name: 'x', messages: [{ role: 'user', content: 'hi' }] }],
      folders: [],
    }
    for (const file of [chats, { ...chats, history: [{ id: '1', name: 'x', messages: [] }] }])
      await assert.rejects(
        imports(scope, JSON.stringify(file, null, 2)),
        (thrown) =>
          thrown instanceof Refusal &&
          thrown.code === 'BAD_INPUT' &&
          /looks like an export of Chatbot UI\. Made into .* Accepted formats: .*CHATGPT/.test(thrown.message),
      )
  })
})

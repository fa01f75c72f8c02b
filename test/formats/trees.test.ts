import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { drawn, linesOf, planOf } from '../support/plans.ts'

const node = (
  id: string,
  parent: string | null,
  children: string[],
  role: string | null,
  text = id,
  more: JsonObject = {},
) => ({
  // prettier-ignore
  id,
  parent,
  children,
  message: role && {
    id,
    author: { role, name: null },
    create_time: 1714585031.150442,
    content: { content_type: 'text', parts: [text] },
    status: 'finished_successfully',
    metadata: {},
    ...more,
  },
})
const mapped = (nodes: readonly ReturnType<typeof node>[]) => Object.fromEntries(nodes.map((one) => [one.id, one]))
const conversation = (
  id: string,
  nodes: readonly ReturnType<typeof node>[],
  current: string,
  more: JsonObject = {},
) => ({
  // prettier-ignore
  title: `About ${id}`,
  create_time: 1714585000.5,
  mapping: mapped(nodes),
  current_node: current,
  conversation_id: id,
  ...more,
})

describe('ChatGPT exports', () => {
  const nodes = [
    node('d', 'c', [], 'assistant', 'second'),
    node('r', null, ['b'], null),
    node('c', 'b', ['d', 'e'], 'user'),
    node('b', 'r', ['c'], 'system', ''),
    node('e', 'c', [], 'assistant', 'third'),
  ]

  it('are trees whose nodes stand in any order, siblings as their parent lists them', async () => {
    const plan = await planOf('CHATGPT', JSON.stringify([conversation('x', nodes, 'd')]))
    assert.equal(drawn(plan), 'r:b b<r:b c<b d<c e<c')
    assert.deepEqual(plan.said, ['NOTE', 'SYSTEM', 'USER c', 'ASSISTANT second', 'ASSISTANT third'])
    assert.deepEqual(
      plan.heads.map(({ externalId }) => externalId),
      ['CHATGPT:d'],
    )
    assert.equal(plan.nodes[2]?.draft.observedAt, '2024-05-01T17:37:11.150442000Z')
    assert.equal(plan.codes, '')
  })
  it('hold several conversations, each with the bytes of its own', async () => {
    const [x, y] = [conversation('x', nodes, 'd'), conversation('y', nodes, 'e')]
    const text = `[\n${JSON.stringify(x, null, 1)} ,\n${JSON.stringify(y)}]\n`
    const plan = await planOf('CHATGPT', text)
    assert.deepEqual([plan.conversations, plan.counts.roots], [['x', 'y'], 2])
    assert.equal(plan.raw('x').toString(), JSON.stringify(x, null, 1))
    assert.equal(plan.raw('y').toString(), JSON.stringify(y))
  })
  it('hold one, with all bytes of the file', async () => {
    const text = ` [\n${JSON.stringify(conversation('x', nodes, 'd'))} ]\n\n`
    const plan = await planOf('CHATGPT', text)
    assert.equal(plan.raw('x').toString(), text)
  })
  it('tell roots apart that all have one name', async () => {
    const root = 'client-created-root'
    const of = (child: string) => [node(root, null, [child], null), node(child, root, [], 'user')]
    const plan = await planOf(
      'CHATGPT',
      JSON.stringify([conversation('x', of('a'), 'a'), conversation('y', of('b'), 'b')]),
    )
    assert.equal(new Set(plan.nodes.map(({ externalId }) => externalId)).size, 4)
  })
  it('keep what is no text, and name what is not known', async () => {
    const odd = { content_type: 'hologram', beams: 3 }
    const kinds = [
      node('a', null, ['b'], 'user', '', {
        content: { content_type: 'multimodal_text', parts: ['see', { asset_pointer: 'file://x' }] },
      }),
      node('b', 'a', [], 'assistant', '', { content: odd }),
    ]
    const plan = await planOf('CHATGPT', JSON.stringify([conversation('x', kinds, 'b')]))
    assert.deepEqual(
      plan.nodes.map(({ draft }) => draft.blocks),
      [
        [
          { type: 'text', text: 'see' },
          { type: 'other', value: { asset_pointer: 'file://x' } },
        ],
        [{ type: 'other', value: odd }],
      ],
    )
    assert.equal(plan.codes, '1:UNKNOWN_TYPE')
  })
  it('make what is hidden under the name of the person a system turn', async () => {
    const hidden = { metadata: { is_visually_hidden_from_conversation: true } }
    const plan = await planOf(
      'CHATGPT',
      JSON.stringify([
        conversation('x', [node('a', null, ['b'], 'user', 'set', hidden), node('b', 'a', [], 'user', 'hi')], 'b'),
      ]),
    )
    assert.deepEqual(plan.said, ['SYSTEM set', 'USER hi'])
    const settings = { content: { content_type: 'user_editable_context', user_profile: 'p' } }
    const set = await planOf(
      'CHATGPT',
      JSON.stringify([
        conversation('x', [node('a', null, ['b'], 'user', '', settings), node('b', 'a', [], 'user', 'hi')], 'b'),
      ]),
    )
    assert.deepEqual(
      set.nodes.map(({ draft }) => draft.role),
      ['SYSTEM', 'USER'],
    )
  })
  it('keep whole conversations of a file that is cut off', async () => {
    const whole = JSON.stringify([conversation('x', nodes, 'd'), conversation('y', nodes, 'e')])
    const plan = await planOf('CHATGPT', whole.slice(0, -40))
    assert.deepEqual([plan.conversations, plan.counts.skipped, plan.codes], [['x'], 1, '1:TORN_VALUE'])
  })
  it('say that the node at which they stand is not there', async () => {
    const { codes } = await planOf('CHATGPT', JSON.stringify([conversation('x', nodes, 'gone')]))
    assert.equal(codes, ':HEAD_MISSING')
  })
})

describe('OpenAssistant lines', () => {
  const one = (message_id: string, role: string, replies: JsonObject[] = [], more: JsonObject = {}) => ({
    message_id,
    text: message_id,
    role,
    lang: 'en',
    replies,
    ...more,
  })
  it('hold a tree each', async () => {
    const lines = linesOf([
      {
        message_tree_id: 'a',
        tree_state: 'ready',
        prompt: one('a', 'prompter', [
          one('b', 'assistant', [one('c', 'prompter')]),
          one('d', 'assistant', [], { model_name: 'm' }),
        ]),
      },
      { message_tree_id: 'x', tree_state: 'ready', prompt: one('x', 'prompter') },
    ])
    const plan = await planOf('OASST', lines)
    assert.equal(drawn(plan), 'a b<a c<b d<a x')
    assert.deepEqual(
      [plan.conversations, plan.counts.entries, plan.counts.nodes, plan.counts.leaves],
      [['a', 'x'], 2, 5, 3],
    )
    assert.equal(plan.raw('a').toString(), lines.split('\n')[0]?.concat('\n'))
    assert.equal(plan.nodes[3]?.draft.model, 'm')
  })
  it('hold a message each, in whatever order', async () => {
    const flat = (id: string, parent: string | null, role: string, tree: string) => ({
      message_id: id,
      parent_id: parent,
      text: id,
      role,
      message_tree_id: tree,
    })
    const plan = await planOf(
      'OASST',
      linesOf([flat('b', 'a', 'assistant', 'a'), flat('x', null, 'prompter', 'x'), flat('a', null, 'prompter', 'a')]),
    )
    assert.equal(drawn(plan), 'x a b<a')
    assert.deepEqual(plan.conversations, ['a', 'x'])
    assert.equal(plan.codes, '1:LATE_PARENT')
  })
  it('hold a message each that names no tree', async () => {
    const plan = await planOf(
      'OASST',
      linesOf([
        { message_id: 'a', text: 'a', role: 'prompter' },
        { message_id: 'b', parent_id: 'a', text: 'b', role: 'assistant' },
      ]),
    )
    assert.deepEqual([plan.conversations, drawn(plan)], [['a'], 'a b<a'])
  })
})

describe('LibreChat exports', () => {
  const none = '00000000-0000-0000-0000-000000000000'
  const one = (messageId: string, parentMessageId: string, isCreatedByUser: boolean, more: JsonObject = {}) => ({
    messageId,
    parentMessageId,
    text: messageId,
    isCreatedByUser,
    sender: 'x',
    ...more,
  })
  const exported = (messages: readonly JsonObject[], more: JsonObject = {}) =>
    JSON.stringify({ conversationId: 'l1', title: 'T', exportAt: '20:33', branches: true, messages, ...more }, null, 2)
  it('are lists with parents, perhaps with two roots', async () => {
    const plan = await planOf(
      'LIBRECHAT',
      exported([one('a', none, true), one('b', 'a', false), one('c', none, true), one('d', 'c', false)]),
    )
    assert.equal(drawn(plan), 'a b<a c d<c')
    assert.deepEqual([plan.counts.roots, plan.counts.reachable], [2, 0.5])
  })
  it('are messages inside those that they answer', async () => {
    const plan = await planOf(
      'LIBRECHAT',
      exported(
        [
          one('a', none, true, {
            children: [one('b', 'a', false, { children: [one('c', 'b', true)] }), one('d', 'a', false)],
          }),
        ],
        { recursive: true },
      ),
    )
    assert.equal(drawn(plan), 'a b<a c<b d<a')
    assert.deepEqual(plan.said, ['USER a', 'ASSISTANT b', 'USER c', 'ASSISTANT d'])
  })
  it('have content of parts, calls with their results among them', async () => {
    const content = [
      { type: 'think', think: 'hm' },
      { type: 'text', text: { value: 'look' } },
      { type: 'tool_call', tool_call: { id: 'c', name: 'f', args: '{"x":1}', output: 'y' } },
    ]
    const plan = await planOf('LIBRECHAT', exported([one('a', none, false, { content, text: '' })]))
    assert.deepEqual(plan.said, ['ASSISTANT (hm) look f({"x":1})#c', 'TOOL #c=y'])
  })
})

describe('Open WebUI chats', () => {
  const one = (id: string, parentId: string | null, childrenIds: string[], role: string, more: JsonObject = {}) => ({
    id,
    parentId,
    childrenIds,
    role,
    content: id,
    timestamp: 1744577557,
    ...more,
  })
  const history = (nodes: readonly ReturnType<typeof one>[], currentId: string) => ({
    currentId,
    messages: Object.fromEntries(nodes.map((each) => [each.id, each])),
  })
  const nodes = [
    one('b', 'a', [], 'assistant', { model: 'm', usage: { prompt_tokens: 2, completion_tokens: 3 } }),
    one('c', 'a', [], 'assistant'),
    one('a', null, ['b', 'c'], 'user'),
  ]
  it('are trees by id, their copy as a list left aside', async () => {
    const chat = { id: 'w1', title: 'T', chat: { history: history(nodes, 'b'), messages: nodes, models: ['m'] } }
    const plan = await planOf('OPEN_WEBUI', JSON.stringify([chat]))
    assert.equal(drawn(plan), 'a b<a c<a')
    assert.deepEqual([plan.conversations, plan.heads.map(({ externalId }) => externalId)], [['w1'], ['OPEN_WEBUI:b']])
    assert.deepEqual(plan.nodes[1]?.draft.usage, { inputTokens: 2, outputTokens: 3, cacheReadTokens: null })
  })
  it('are named after file and first message where they have no id', async () => {
    const plan = await planOf('OPEN_WEBUI', JSON.stringify({ id: '', history: history(nodes, 'b') }), {
      fileName: 'my chat.json',
    })
    assert.match(plan.conversations[0] ?? '', /^my chat-[0-9a-f]{12}$/)
  })
})

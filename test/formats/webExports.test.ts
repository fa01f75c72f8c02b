import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { drawn, planOf } from '../support/plans.ts'

const heads = (plan: Awaited<ReturnType<typeof planOf>>) => plan.heads.map(({ externalId }) => externalId)

describe('a conversation of claude.ai', () => {
  const said = (
    uuid: string,
    sender: string,
    parent: string | null | undefined,
    more: JsonObject = {},
  ): JsonObject => ({
    ...{
      uuid,
      sender,
      text: '',
      created_at: `2026-01-01T00:00:0${uuid.length}Z`,
      content: [{ type: 'text', text: uuid }],
    },
    ...(parent !== undefined && { parent_message_uuid: parent }),
    ...more,
  })
  const talk = (messages: readonly JsonObject[], more: JsonObject = {}) =>
    JSON.stringify([{ uuid: 'c', name: 'Named', account: { uuid: 'me' }, chat_messages: messages, ...more }])
  const noParent = '00000000-0000-4000-8000-000000000000'

  it('is a tree where messages name parents, which stands at its newest leaf or where it says', async () => {
    const messages = [
      said('u', 'human', noParent),
      said('aa', 'assistant', 'u'),
      said('bbb', 'assistant', 'u'),
      said('vv', 'human', null),
    ]
    const plan = await planOf('CLAUDE_AI', talk(messages))
    assert.equal(drawn(plan), 'u aa<u bbb<u vv')
    assert.deepEqual(plan.said, ['USER u', 'ASSISTANT aa', 'ASSISTANT bbb', 'USER vv'])
    assert.deepEqual(heads(plan), ['CLAUDE_AI:bbb'])
    const web = await planOf('CLAUDE_AI', talk(messages, { current_leaf_message_uuid: 'aa', model: 'm' }))
    assert.deepEqual(heads(web), ['CLAUDE_AI:aa'])
    assert.deepEqual(
      web.nodes.map(({ draft }) => draft.model),
      [null, 'm', 'm', null],
    )
  })
  it('takes names of files that hold half of a surrogate pair', async () => {
    const file = { file_name: 'half \ud800.png', file_uuid: null }
    const plan = await planOf(
      'CLAUDE_AI',
      talk([said('u', 'human', noParent, { files: [file], attachments: [{ file_name: '\udc00' }] })]),
    )
    assert.equal(plan.nodes[0]?.draft.files?.length, 2)
    assert.ok(plan.nodes[0].draft.files.every(({ holds }) => 'uri' in holds && holds.uri.includes('%EF%BF%BD')))
  })
  it('is one path where none does', async () => {
    const plan = await planOf(
      'CLAUDE_AI',
      talk([said('u', 'human', undefined), said('v', 'human', undefined), said('a', 'assistant', undefined)]),
    )
    assert.equal(drawn(plan), 'u v<u a<v')
    assert.deepEqual(plan.conversations, ['c'])
  })
  it('pairs calls and results without an id by their names, and says the text only where the content says none', async () => {
    const content = [
      ...[
        { type: 'thinking', thinking: 'hm', summaries: [{ summary: 's' }], signature: 'sig' },
        { type: 'tool_use', name: 'look', input: { a: 1 } },
      ],
      ...[
        { type: 'tool_use', name: 'find', input: {} },
        { type: 'tool_use', id: 'own', name: 'look', input: {} },
      ],
      ...[
        { type: 'tool_result', name: 'find', content: [], is_error: true },
        { type: 'tool_result', tool_use_id: 'own', name: 'look', content: [] },
      ],
      ...[{ type: 'tool_result', name: 'look', content: [{ type: 'text', text: 'seen' }] }, { type: 'token_budget' }],
    ]
    const plan = await planOf(
      'CLAUDE_AI',
      talk([
        said('u', 'human', null, { content: [{ type: 'text', text: ' ' }], text: 'asked' }),
        said('a', 'assistant', 'u', { content }),
      ]),
    )
    assert.deepEqual(plan.nodes[0]?.draft.blocks, [{ type: 'text', text: 'asked' }])
    const steps = plan.nodes.slice(1)
    assert.deepEqual(
      steps.map(({ draft }) => draft.role),
      ['ASSISTANT', 'TOOL', 'ASSISTANT'],
    )
    const blocks = steps.flatMap(({ draft }) => draft.blocks)
    const ids = blocks.flatMap((block) =>
      block.type === 'toolCall' || block.type === 'toolResult' ? [`${block.type} ${block.callId}`] : [],
    )
    assert.deepEqual(ids, [
      'toolCall a.1',
      'toolCall a.2',
      'toolCall own',
      'toolResult a.2',
      'toolResult own',
      'toolResult a.1',
    ])
    assert.deepEqual(blocks[0], {
      type: 'thinking',
      thinking: 'hm',
      signature: 'sig',
      extra: { summaries: [{ summary: 's' }] },
    })
    assert.deepEqual([plan.counts.unansweredToolCalls, plan.counts.orphanToolResults], [0, 0])
  })
  it('has the text of attachments as their bytes, and files by their names', async () => {
    const attachments = [{ file_name: 'a/notes.csv', file_size: 3, file_type: 'text/csv', extracted_content: 'x,y' }]
    const files = [{ file_name: 'p.png', file_uuid: 'f1' }]
    const plan = await planOf('CLAUDE_AI', talk([said('u', 'human', null, { attachments, files })]))
    const [text, named] = plan.nodes[0]?.draft.files ?? []
    assert.deepEqual(
      [text?.fileName, text?.mediaType, text?.byteSize, text?.holds],
      ['notes.csv', 'text/csv', 3, { text: 'x,y' }],
    )
    assert.deepEqual([named?.fileName, named?.byteSize, named?.holds], ['p.png', null, { uri: 'urn:uuid:f1' }])
  })
  it('has a marker over all before a summary, and keeps a sender that is not known', async () => {
    const messages = [
      said('u', 'human', null),
      said('a', 'assistant', 'u', { compaction_summary: [{ text: 'so far' }] }),
      said('x', 'robot', 'a'),
    ]
    const plan = await planOf('CLAUDE_AI', talk(messages))
    assert.equal(drawn(plan), 'u a.compaction<u a<a.compaction x<a')
    assert.deepEqual(
      [plan.nodes[1]?.draft.kind, plan.nodes[1]?.summary, plan.codes],
      ['COMPACTION', 'so far', '1:UNKNOWN_TYPE'],
    )
  })
})

describe('a conversation of DeepSeek', () => {
  const message = (type: string, content: string, more: JsonObject = {}): JsonObject => ({
    model: 'm',
    fragments: [{ type, content }],
    ...more,
  })
  const nodes = {
    root: { id: 'root', parent: null, children: ['1', '3'], message: null },
    1: {
      id: '1',
      parent: 'root',
      children: ['2'],
      message: message('REQUEST', 'one', { inserted_at: '2026-01-01T00:00:01+08:00' }),
    },
    2: {
      id: '2',
      parent: '1',
      children: [],
      message: {
        fragments: [
          { type: 'THINK', content: 'hm' },
          { type: 'RESPONSE', content: 'two' },
          { type: 'SEARCH', results: [] },
        ],
        model: 'm',
        inserted_at: '2026-01-01T00:00:09+08:00',
      },
    },
    3: {
      id: '3',
      parent: 'root',
      children: [],
      message: message('REQUEST', 'three', { inserted_at: '2026-01-01T00:00:05+08:00' }),
    },
  }
  const exported = (id: string) => ({ id, title: 't', inserted_at: '2026-01-01T00:00:00+08:00', mapping: nodes })

  it('is a tree by parents, whose ids are of their conversation alone', async () => {
    const plan = await planOf('DEEPSEEK', JSON.stringify([exported('x'), exported('y')]))
    assert.equal(drawn(plan), '1 2<1 3 1 2<1 3')
    assert.deepEqual(
      plan.nodes.slice(0, 3).map(({ turnId }) => turnId),
      ['1', '2', '3'],
    )
    assert.deepEqual(
      plan.nodes[1]?.draft.blocks.map(({ type }) => type),
      ['thinking', 'text', 'other'],
    )
    assert.deepEqual(heads(plan), ['DEEPSEEK:x:2', 'DEEPSEEK:y:2'])
    assert.equal(plan.nodes[0]?.draft.observedAt, '2025-12-31T16:00:01.000000000Z')
    assert.deepEqual([plan.nodes[0].draft.model, plan.nodes[1].draft.model], [null, 'm'])
  })
  it('is read as its interface for programs answers it, and in the words of older exports', async () => {
    const messages = [
      { message_id: 1, parent_id: null, role: 'USER', content: 'q', inserted_at: 1 },
      { message_id: 2, parent_id: 1, role: 'ASSISTANT', content: 'a', reasoning_content: 'hm', inserted_at: 2 },
      { message_id: 3, parent_id: 1, role: 'ASSISTANT', content: 'b', inserted_at: 3 },
    ]
    const answer = { chat_session: { id: 's', title: 't', current_message_id: 2 }, chat_messages: messages }
    for (const value of [answer, { code: 0, data: { biz_data: answer } }]) {
      const plan = await planOf('DEEPSEEK', JSON.stringify(value, null, 1))
      assert.equal(drawn(plan), '1 2<1 3<1')
      assert.deepEqual([plan.said, heads(plan)], [['USER q', 'ASSISTANT (hm) a', 'ASSISTANT b'], ['DEEPSEEK:s:2']])
    }
  })
})

describe('a conversation of Grok', () => {
  const response = (id: string, parent: string | null, sender: string, more: JsonObject = {}) => ({
    response: {
      response_id: id,
      parent_response_id: parent,
      sender,
      message: `says ${id}`,
      create_time: `2026-01-01T00:00:0${id.slice(1)}Z`,
      ...more,
    },
    share_link: null,
  })
  const one = (id: string, leaf: string | null) => ({
    conversation: { conversation_id: id, title: `of ${id}`, leaf_response_id: leaf },
    responses: [
      response('a1', null, 'human'),
      response('b3', 'a1', 'ASSISTANT', { thinking_trace: 'hm' }),
      response('c2', 'a1', 'assistant', { create_time: { $date: { $numberLong: '1767225602000' } } }),
    ],
  })

  it('is a list in one object, of which each conversation has its own bytes', async () => {
    const [x, y] = [JSON.stringify(one('x', 'c2'), null, 1), JSON.stringify(one('y', null))]
    const text = `{"projects": [{"conversations": [1]}], "conversations": [${x},\n${y}], "tasks": ["]"]}`
    const plan = await planOf('GROK', text)
    assert.deepEqual([plan.conversations, plan.counts.roots, plan.counts.leaves], [['x', 'y'], 2, 4])
    assert.deepEqual(plan.said.slice(0, 3), ['USER says a1', 'ASSISTANT (hm) says b3', 'ASSISTANT says c2'])
    assert.deepEqual(
      heads(plan).map((head) => head?.split(':').at(-1)),
      ['c2', 'b3'],
    )
    assert.deepEqual([plan.raw('x').toString(), plan.raw('y').toString()], [x, y])
    assert.equal(plan.nodes[2]?.draft.observedAt, '2026-01-01T00:00:02.000000000Z')
  })
  it('of one conversation has all bytes of the file', async () => {
    const text = `{ "conversations": [${JSON.stringify(one('x', null))}] }\n`
    assert.equal((await planOf('GROK', text)).raw('x').toString(), text)
  })
})

describe('Google AI Studio', () => {
  const prompt = (chunks: readonly JsonObject[], more: JsonObject = {}) =>
    JSON.stringify({ runSettings: { model: 'models/g' }, systemInstruction: {}, chunkedPrompt: { chunks }, ...more })
  const chunks = [
    { role: 'user', text: 'q', tokenCount: 7 },
    { role: 'model', text: 'answer', tokenCount: 3 },
    { role: 'model', text: 'hm', isThought: true, tokenCount: 4 },
    { role: 'user', driveImage: { id: 'd1' } },
    { role: 'user', inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
    { role: 'model', functionCall: { name: 'look', args: { a: 1 } } },
    { role: 'user', functionResponse: { name: 'look', response: { output: 'seen' } } },
  ]

  it('is one path, in which the chunks of an answer are one turn, thoughts first', async () => {
    const plan = await planOf('AI_STUDIO', prompt(chunks, { systemInstruction: { parts: [{ text: 'be brief' }] } }))
    const kinds = plan.nodes.map(({ draft }) => `${draft.role ?? ''} ${draft.blocks.map(({ type }) => type).join('+')}`)
    assert.deepEqual(kinds, [
      'SYSTEM text',
      'USER text',
      'ASSISTANT thinking+text',
      'USER attachment',
      'USER attachment',
      'ASSISTANT toolCall',
      'TOOL toolResult',
    ])
    assert.deepEqual([plan.counts.roots, plan.counts.leaves, plan.counts.unansweredToolCalls], [1, 1, 0])
    const [answer, image, bytes] = [plan.nodes[2], plan.nodes[3], plan.nodes[4]]
    assert.deepEqual([answer?.draft.usage?.outputTokens, answer?.draft.model], [7, 'models/g'])
    assert.deepEqual(
      [image?.draft.files?.[0]?.holds, bytes?.draft.files?.[0]?.byteSize],
      [{ uri: 'urn:google-drive:d1' }, 8],
    )
  })
  it('is known by how it begins, whatever its file is called', async () => {
    const [first, longer, other] = [prompt(chunks.slice(0, 2)), prompt(chunks), prompt([{ role: 'user', text: 'r' }])]
    const ids = await Promise.all(
      [first, longer, other].map(async (text) => (await planOf('AI_STUDIO', text)).conversations[0]),
    )
    assert.equal(ids[0], ids[1])
    assert.notEqual(ids[0], ids[2])
  })
})

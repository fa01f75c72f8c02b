import { madeCallId } from '../../../src/formats/writing/callIds.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Json, Role } from '../../../src/domain/model.ts'
import { AnthropicWriting } from '../../../src/formats/anthropic/write.ts'
import { ChatWriting } from '../../../src/formats/openai/chat.ts'
import { written, type WrittenFile, type MessageWriting } from '../../../src/formats/writing/omissions.ts'
import { allMessages, modelMessages, saidBy, writtenFaults } from '../../support/accepted.ts'

const text = (said: string): Block => ({ type: 'text', text: said })
const call = (callId: string, input: Json = { a: 1 }, name = 'Read'): Block => ({
  type: 'toolCall',
  callId,
  name,
  input,
})
const result = (callId: string, content: Json = 'done', isError = false): Block => ({
  type: 'toolResult',
  callId,
  content,
  isError,
})
const thought = (signature: string | null): Block => ({ type: 'thinking', thinking: 'hm', signature })
const talk = (...list: [Role, ...Block[]][]) => saidBy(list.map(([role, ...blocks]) => ({ role, blocks })))
const omissions = (writing: MessageWriting<object>, ...list: [Role, ...Block[]][]) => {
  written(writing, talk(...list))
  return writing.omissions.counts()
}

describe('messages of providers', () => {
  it("end with no white space behind an answer's text where Anthropic refuses that, and nowhere else", () => {
    const { anthropic, chat } = allMessages(
      talk(
        ['USER', text('u')],
        ['ASSISTANT', text('a \n')],
        ['USER', text('v ')],
        ['ASSISTANT', text('b'), text('c \n')],
      ),
    )
    assert.deepEqual(
      anthropic.map(({ content }) => content),
      [[text('u')], [text('a \n')], [text('v ')], [text('b'), text('c')]],
    )
    assert.deepEqual(chat.at(-1), { role: 'assistant', content: 'bc \n' })
  })
  it('hold parallel calls in one message, their results behind it, and what stood beside those behind them', () => {
    const all = allMessages(
      talk(
        ['SYSTEM', text('s')],
        ['USER', text('u')],
        ['ASSISTANT', text('x'), call('k'), call('l')],
        ['TOOL', result('k')],
        ['USER', result('l', 'no', true), text('beside')],
      ),
    )
    const args = '{"a":1}'
    assert.deepEqual(all.chat, [
      { role: 'system', content: 's' },
      { role: 'user', content: 'u' },
      {
        role: 'assistant',
        content: 'x',
        tool_calls: ['k', 'l'].map((id) => ({ id, type: 'function', function: { name: 'Read', arguments: args } })),
      },
      { role: 'tool', tool_call_id: 'k', content: 'done' },
      { role: 'tool', tool_call_id: 'l', content: 'no' },
      { role: 'user', content: 'beside' },
    ])
    assert.deepEqual(all.responses, [
      { type: 'message', role: 'system', content: 's' },
      { type: 'message', role: 'user', content: 'u' },
      { type: 'message', role: 'assistant', content: 'x' },
      { type: 'function_call', call_id: 'k', name: 'Read', arguments: args },
      { type: 'function_call', call_id: 'l', name: 'Read', arguments: args },
      { type: 'function_call_output', call_id: 'k', output: 'done' },
      { type: 'function_call_output', call_id: 'l', output: 'no' },
      { type: 'message', role: 'user', content: 'beside' },
    ])
    const use = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: { a: 1 } })
    assert.deepEqual(all.anthropic, [
      { role: 'user', content: [{ type: 'text', text: 'u' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'x' }, use('k'), use('l')] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'k', content: 'done' },
          { type: 'tool_result', tool_use_id: 'l', content: 'no', is_error: true },
          { type: 'text', text: 'beside' },
        ],
      },
    ])
    const ui = { type: 'dynamic-tool', toolName: 'Read', input: { a: 1 } }
    assert.deepEqual(all.ui, [
      { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'u' }] },
      {
        id: 'm2',
        role: 'assistant',
        parts: [
          { type: 'text', text: 'x' },
          { ...ui, toolCallId: 'k', state: 'output-available', output: 'done' },
          { ...ui, toolCallId: 'l', state: 'output-error', errorText: 'no' },
        ],
      },
      { id: 'm4', role: 'user', parts: [{ type: 'text', text: 'beside' }] },
    ])
  })
  it('hold the parts of one answer together, and different answers apart', () => {
    const parts = (answers: readonly [string, string]) =>
      saidBy([
        { role: 'USER', blocks: [text('u')] },
        ...answers.map((answerId, i) => ({ role: 'ASSISTANT' as const, blocks: [text(`t${i}`)], answerId })),
      ])
    const of = (answers: readonly [string, string]) => allMessages(parts(answers))
    assert.deepEqual([of(['x', 'x']).chat.length, of(['x', 'x']).ui.length], [2, 2])
    assert.deepEqual([of(['x', 'y']).chat.length, of(['x', 'y']).ui.length], [3, 3])
    assert.equal(of(['x', 'y']).anthropic.length, 2)
  })
  it('rename calls with the same id in pairs, and ids that a provider refuses', async () => {
    const twice = talk(
      ['USER', text('u')],
      ['ASSISTANT', call('k')],
      ['TOOL', result('k', 1)],
      ['ASSISTANT', call('k')],
      ['TOOL', result('k', 2)],
    )
    const { chat, ui } = allMessages(twice)
    assert.deepEqual(
      chat.flatMap((message) => ('tool_call_id' in message ? [[message.tool_call_id, message.content]] : [])),
      [
        ['k', '1'],
        [madeCallId('k 2'), '2'],
      ],
    )
    assert.deepEqual(writtenFaults(twice), [])
    assert.equal((await modelMessages(ui)).length, 5)
    const odd = talk(
      ['USER', text('u')],
      ['ASSISTANT', call(`call:ä/${'x'.repeat(90)}`, {}, 'a tool.x')],
      ['TOOL', result(`call:ä/${'x'.repeat(90)}`)],
    )
    assert.deepEqual(writtenFaults(odd), [])
    assert.match(JSON.stringify(allMessages(odd).anthropic), /"id":"call[\da-f]{32}".*"name":"a_tool_x"/)
  })
  it('keep signed thoughts for Anthropic, and say what they leave out', () => {
    const answer = talk(['USER', text('u')], ['ASSISTANT', thought('sig'), thought(null), text('a')])
    assert.deepEqual(allMessages(answer).anthropic[1]?.content, [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'text', text: 'a' },
    ])
    const redacted: Block = { type: 'other', value: { type: 'redacted_thinking', data: 'xx' } }
    assert.deepEqual(omissions(new AnthropicWriting(), ['ASSISTANT', thought(null), redacted, text('a')]), {
      thinking: 1,
    })
    assert.deepEqual(omissions(new AnthropicWriting(), ['ASSISTANT', text('a'), thought('sig')]), { thinking: 1 })
    assert.deepEqual(
      omissions(new ChatWriting(), ['ASSISTANT', thought('s'), text('a'), { type: 'other', value: { x: 1 } }]),
      { other: 1, thinking: 1 },
    )
  })
  it('leave out what Anthropic refuses: blank texts, empty messages, a beginning with an answer', () => {
    const blank = talk(['USER', text(' \n')], ['ASSISTANT', text('a')], ['USER', text('')], ['ASSISTANT', text('b')])
    assert.deepEqual(allMessages(blank).anthropic, [
      { role: 'user', content: [{ type: 'text', text: '(earlier turns are not shown)' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ])
    assert.deepEqual(allMessages(blank).chat.length, 4)
  })
  it('make an object of an input that is none, and keep a text that was no JSON', () => {
    const odd = talk(['USER', text('u')], ['ASSISTANT', call('k', '{broken'), call('l', null), call('m', [1])])
    assert.deepEqual(writtenFaults(odd), [])
    assert.deepEqual(
      (allMessages(odd).chat[1] as { tool_calls: { function: { arguments: string } }[] }).tool_calls.map(
        (one) => one.function.arguments,
      ),
      ['{broken', '{}', '[1]'],
    )
    assert.deepEqual(
      (allMessages(odd).anthropic[1]?.content as { input: Json }[]).map(({ input }) => input),
      [{ arguments: '{broken' }, {}, { arguments: [1] }],
    )
  })
})

describe('files in messages of providers', () => {
  const file = (mediaType: string, more: Partial<WrittenFile> = {}): WrittenFile => ({
    mediaType,
    fileName: 'f',
    byteSize: 3,
    uri: null,
    base64: 'AQID',
    ...more,
  })
  const shows = (role: Role, of: WrittenFile) =>
    saidBy([
      {
        role,
        blocks: [text('see'), { type: 'attachment', attachmentId: 'x' }],
        files: new Map([['x', of]]),
      } as Parameters<typeof saidBy>[0][number],
    ])
  it('are pictures and documents where a user shows them, by bytes or by address', () => {
    const png = allMessages(shows('USER', file('image/png')))
    assert.deepEqual(png.chat[0]?.content, [
      { type: 'text', text: 'see' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
    ])
    assert.match(JSON.stringify(png.responses), /"input_image","image_url":"data:image\/png;base64,AQID"/)
    assert.match(JSON.stringify(png.anthropic), /"base64","media_type":"image\/png","data":"AQID"/)
    assert.match(JSON.stringify(png.ui), /"mediaType":"image\/png","filename":"f","url":"data:image\/png;base64,AQID"/)
    const far = shows('USER', file('image/jpeg', { uri: 'https://host/x.jpg', base64: null }))
    for (const messages of Object.values(allMessages(far)))
      assert.match(JSON.stringify(messages), /https:\/\/host\/x\.jpg/)
    assert.match(
      JSON.stringify(allMessages(shows('USER', file('text/plain', { base64: 'aGk=' }))).anthropic),
      /"text\/plain","data":"hi"/,
    )
  })
  it('are named and counted where they cannot go', () => {
    for (const [role, of] of [
      ['ASSISTANT', file('image/png')],
      ['USER', file('video/mp4')],
      ['USER', file('image/png', { base64: null })],
      ['USER', file('image/png', { uri: 'ftp://x/y' })],
    ] as const) {
      const writing = new ChatWriting()
      const said = JSON.stringify(written(writing, shows(role, of)))
      assert.match(said, /\[attachment \\+"f\\+" \(/)
      assert.deepEqual(writing.omissions.counts(), { attachments: 1 })
    }
  })
  it('are found in blocks and results of other systems', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'AQID' }
    const images: Json[] = [
      { type: 'image', source },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
      { type: 'input_image', image_url: 'data:image/png;base64,AQID' },
      { type: 'image', mimeType: 'image/png', data: 'AQID' },
    ]
    for (const value of images) {
      const all = allMessages(
        talk(
          ['USER', { type: 'other', value }],
          ['ASSISTANT', call('k')],
          ['TOOL', result('k', [{ type: 'text', text: 'it' }, value])],
        ),
      )
      assert.deepEqual((all.anthropic[0]?.content as object[])[0], { type: 'image', source })
      assert.deepEqual((all.anthropic[2]?.content as { content: Json }[])[0]?.content, [
        { type: 'text', text: 'it' },
        { type: 'image', source },
      ])
      assert.deepEqual(all.chat.slice(2), [
        { role: 'tool', tool_call_id: 'k', content: 'it\n[an image (image/png)]' },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } }] },
      ])
    }
  })
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { putAttachment } from '../../../src/app/attachments/attachments.ts'
import { updateConversation } from '../../../src/app/conversations/updateConversation.ts'
import { openExport, valuesIn, type ExportConversation } from '../../../src/app/exports/exportConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import { anthropicFaults, type AnthropicMessage } from '../../support/anthropicRules.ts'
import type { Block, Role } from '../../../src/domain/model.ts'
import { openAiFaults, type OpenAiMessage } from '../../support/openAiRules.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { noSharedFiles, realFiles } from '../../support/sharedFiles.ts'
import { say } from '../../support/talk.ts'
import { imports, linesOf, pathOf } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `writers-${++count}` })
async function exported(scope: Scope, format: string | null, more: Partial<ExportConversation> = {}) {
  scope.reads.clear()
  const { format: of, omissions, pieces } = await openExport(scope, { conversationId: 'c', format, ...more })
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return { format: of.name, omissions, text: Buffer.concat(found).toString() }
}
const store = (scope: Scope, turnId: string, role: Role, ...blocks: Block[]) =>
  storeTurn(scope, { conversationId: 'c', turnId, role, blocks, observedAt: '2026-06-12T10:00:00.100000000Z' })
const text = (said: string): Block => ({ type: 'text', text: said })
const isBadInput = (field: string) => (thrown: unknown) =>
  thrown instanceof Refusal && thrown.code === 'BAD_INPUT' && thrown.field?.[0] === field

/** A talk with all that formats differ in. */
async function everything(scope: Scope): Promise<void> {
  const bytes = (async function* () {
    yield await Promise.resolve(Buffer.from('abc'))
  })()
  const { id } = await putAttachment(scope, { bytes, mediaType: 'video/mp4', fileName: 'v.mp4', expected: null })
  await store(scope, 's', 'SYSTEM', text('sys'))
  await store(scope, 'u1', 'USER', text('a < b & c'), { type: 'attachment', attachmentId: id })
  await store(scope, 'a1', 'ASSISTANT', { type: 'thinking', thinking: 'hm', signature: null }, text('it'), {
    type: 'toolCall',
    callId: 'k',
    name: 'Read',
    input: { p: '```' },
  })
  await store(scope, 't1', 'TOOL', { type: 'toolResult', callId: 'k', content: 'done', isError: false })
  await store(scope, 'a2', 'ASSISTANT', text('first'))
  await store(scope, 'a2', 'ASSISTANT', text('second'))
}

await onEveryStore('writing a conversation', (on) => {
  it('as messages of OpenAI and Anthropic, telling what is left out', async () => {
    const scope = alone(on)
    await everything(scope)
    const openAi = await exported(scope, 'OPENAI')
    assert.deepEqual(openAi.omissions, { attachments: 1, branches: 1, thinking: 1 })
    const { messages } = JSON.parse(openAi.text) as { messages: OpenAiMessage[] }
    assert.deepEqual(openAiFaults(messages), [])
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'tool', 'assistant'],
    )
    const anthropic = await exported(scope, 'anthropic')
    assert.deepEqual(anthropic.omissions, { attachments: 1, branches: 1, thinking: 1 })
    const body = JSON.parse(anthropic.text) as { system: string; messages: AnthropicMessage[] }
    assert.deepEqual([body.system, anthropicFaults(body.messages)], ['sys', []])
    for (const [format, messageCount] of [
      ['OPENAI', 5],
      ['ANTHROPIC', 5],
    ] as const) {
      // What was written can be read again.
      const again = await imports(alone(on), (await exported(scope, format)).text)
      assert.deepEqual(
        [again.report.format, again.report.nodes, again.report.orphanToolResults],
        [format, messageCount, 0],
      )
    }
  })
  describe('of a real file', { skip: noSharedFiles }, () => {
    for (const file of realFiles())
      it(`as messages and Markdown: ${file.name}`, async () => {
        const scope = alone(on)
        const { conversations } = await imports(scope, file.bytes, { fileName: file.name })
        for (const { id: conversationId } of conversations.slice(0, 3)) {
          const of = async (format: string) => (await exported(scope, format, { conversationId })).text
          const { messages } = JSON.parse(await of('OPENAI')) as { messages: OpenAiMessage[] }
          assert.deepEqual(openAiFaults(messages), [])
          const anthropic = JSON.parse(await of('ANTHROPIC')) as { messages: AnthropicMessage[] }
          assert.deepEqual(anthropicFaults(anthropic.messages), [])
          assert.match(await of('MARKDOWN'), /^# /)
        }
      })
  })
  it('as Markdown for people: roles, times, tools folded', async () => {
    const scope = alone(on)
    await everything(scope)
    const { text: written, omissions } = await exported(scope, 'MARKDOWN')
    assert.deepEqual(omissions, { attachments: 1, branches: 1 })
    assert.ok(written.startsWith('# a < b'.replace('<', '\\<')), written.slice(0, 40))
    assert.match(written, /\nLeft out: 1 other branch, 1 attachment\.\n/)
    assert.match(written, /\n## User · 2026-06-12T10:00:00\.1Z\n\n> a < b & c\n/)
    assert.match(
      written,
      /<details>\n<summary>Calls Read<\/summary>\n\n````json\n\{\n {2}"p": "```"\n\}\n````\n\n<\/details>/,
    )
    assert.match(written, /> second\n$/)
  })
  it('as a page that is text alone, whatever it holds, and fetches nothing', async () => {
    const scope = alone(on)
    const hostile = '</pre><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u0000 & "\''
    await store(scope, 'u1', 'USER', text(hostile))
    await store(scope, 'a1', 'ASSISTANT', { type: 'toolCall', callId: 'k', name: '<b>"', input: { p: '</details>' } })
    await store(scope, 't1', 'TOOL', {
      type: 'toolResult',
      callId: 'k',
      content: '<iframe src="http://x">',
      isError: false,
    })
    await updateConversation(scope, { id: 'c', title: '</title><script>' })
    const { text: page } = await exported(scope, 'HTML')
    const tags = new Set([...page.matchAll(/<\/?([a-z]+\d?)/g)].map(([, name]) => name))
    for (const tag of ['script', 'img', 'iframe', 'b']) assert.ok(!tags.has(tag), tag)
    assert.match(page, /^<!doctype html>\n/)
    assert.ok(
      page.includes(
        '&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;\uFFFD\uFFFD &amp; &quot;&#39;</pre>',
      ),
    )
    assert.ok(page.includes('<title>&lt;/title&gt;&lt;script&gt;</title>'))
    assert.ok(page.includes('<summary>Calls &lt;b&gt;&quot;</summary>'))
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    assert.equal(policy, `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`)
    assert.match(style, /color-scheme: light dark/)
    assert.doesNotMatch(page, /(?:src|href)=["'](?!x)/)
  })
  it('telling of pictures in results of tools that a format has no place for', async () => {
    const scope = alone(on)
    const picture = (type: string) => ({
      type: 'image',
      source: { type: 'base64', media_type: type, data: 'iVBORw0KGgo=' },
    })
    const content = [{ type: 'text', text: 'seen' }, picture('image/png'), picture('image/svg+xml')]
    await store(scope, 'u1', 'USER', text('look'))
    await store(scope, 'a1', 'ASSISTANT', { type: 'toolCall', callId: 'k', name: 'Look', input: {} })
    await store(scope, 't1', 'TOOL', { type: 'toolResult', callId: 'k', content, isError: false })
    assert.deepEqual((await exported(scope, 'MARKDOWN')).omissions, { attachments: 2 })
    for (const format of ['OPENAI', 'ANTHROPIC'])
      assert.deepEqual((await exported(scope, format)).omissions, { attachments: 1 }, format)
  })
  it('as a Neo store’s JSON and lines, in Go’s spelling', async () => {
    const scope = alone(on)
    await everything(scope)
    const ts = '2026-06-12T10:00:00.1Z'
    const turns = [
      `{"role":"system","text":"sys","ts":"${ts}"}`,
      `{"role":"user","text":"a \\u003c b \\u0026 c","ts":"${ts}"}`,
      `{"role":"assistant","text":"it","ts":"${ts}"}`,
      `{"role":"assistant","text":"second","ts":"${ts}"}`,
    ]
    const lost = { attachments: 1, branches: 1, thinking: 1, toolCalls: 1, toolResults: 1 }
    const json = await exported(scope, 'NEO_JSON')
    assert.deepEqual(json.omissions, lost)
    assert.equal(
      json.text,
      `{"conversation_id":"c","turns":[${turns.join()}],"updated":"${(await scope.reads.conversation('c'))?.activityAt.replace(/\.?0*Z/, 'Z')}"}`,
    )
    const lines = await exported(scope, 'NEO_JSONL')
    assert.deepEqual([lines.omissions, lines.text], [lost, turns.map((turn) => `${turn}\n`).join('')])
    assert.equal((await exported(scope, 'NEO_JSONL', { part: 'archive' })).text, '')
    assert.equal((await exported(scope, 'NEO_JSONL', { part: 'META' })).text, '{}')
    await updateConversation(scope, { id: 'c', title: 'T<' })
    assert.match((await exported(scope, 'NEO_JSON')).text, /^\{"conversation_id":"c","title":"T\\u003c","turns"/)
    assert.equal((await exported(scope, 'NEO_JSONL', { part: 'META' })).text, '{"title":"T\\u003c"}')
    await forkConversation(scope, { source: 'c', at: { turn: 3 }, newConversationId: 'f' })
    assert.equal(
      (await exported(scope, 'NEO_JSONL', { part: 'META', conversationId: 'f' })).text,
      '{"forked_from":"c","forked_at_turn":3}',
    )
  })
  it('refuses what a format has not: whole trees of paths, unknown parts, ids with slashes', async () => {
    const scope = alone(on)
    await say(scope, 'c', 'u1')
    await say(scope, 'a/b', 'u1')
    for (const format of ['OPENAI', 'ANTHROPIC', 'MARKDOWN', 'HTML', 'NEO_JSON', 'NEO_JSONL'])
      await assert.rejects(exported(scope, format, { wholeTree: true }), isBadInput('wholeTree'))
    await assert.rejects(exported(scope, 'NEO_JSONL', { part: 'COLD' }), isBadInput('part'))
    await assert.rejects(exported(scope, 'CLAUDE_CODE', { part: 'HOT' }), isBadInput('part'))
    for (const format of ['NEO_JSON', 'NEO_JSONL'])
      await assert.rejects(exported(scope, format, { conversationId: 'a/b' }), /slash or "\.\."/)
  })
  it('for Claude Code says what its lines have no place for', async () => {
    const scope = alone(on)
    await everything(scope)
    assert.deepEqual((await exported(scope, 'CLAUDE_CODE')).omissions, { attachments: 1, branches: 1 })
    assert.deepEqual((await exported(scope, 'CLAUDE_CODE', { wholeTree: true })).omissions, { attachments: 1 })
    await rewindConversation(scope, { conversationId: 'c', to: { turn: 1 } })
    assert.deepEqual((await exported(scope, 'CLAUDE_CODE')).omissions, { attachments: 1, branches: 2 })
  })
})

const turn = (n: number, more: object = {}) => ({
  role: n % 2 === 1 ? 'user' : 'assistant',
  text: `t${n} <é>`,
  ...(n % 2 === 1 ? { intent_id: `i${n}` } : {}),
  ts: `2026-06-12T10:00:${String(n % 60).padStart(2, '0')}.123456789Z`,
  ...more,
})
/** As Go writes it. */
const go = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
const goLines = (...turns: object[]) => turns.map((each) => `${go(each)}\n`).join('')
const neo: Readonly<Record<string, string>> = {
  'c.json': go({ conversation_id: 'c', title: 'Old', turns: [turn(1), turn(2)], updated: '2026-06-12T10:00:02Z' }),
  'c.archive.jsonl': goLines(turn(2), turn(3), turn(4)),
  'c.jsonl': goLines(turn(5), turn(6, { mood: 1.5 })),
  'c.meta.json': go({ project: 'P', title: 'New', archived: true, x: 1 }),
}
const parts = { 'c.archive.jsonl': 'ARCHIVE', 'c.jsonl': 'HOT', 'c.meta.json': 'META' } as const

await onEveryStore('writing back what a Neo store had', (on) => {
  it('gives each file as it came, whichever came first', async () => {
    for (const names of [
      Object.keys(neo),
      Object.keys(neo).reverse().slice(1),
      ['c.json'],
      ['c.jsonl', 'c.meta.json'],
    ]) {
      const scope = alone(on)
      for (const name of names) await imports(scope, neo[name] ?? '', { fileName: name })
      if (names.includes('c.json')) assert.equal((await exported(scope, 'NEO_JSON')).text, neo['c.json'])
      for (const [name, part] of Object.entries(parts))
        if (names.includes(name)) assert.equal((await exported(scope, 'NEO_JSONL', { part })).text, neo[name])
    }
  })
  it('puts what one file has not into another, or says that it is left out', async () => {
    const scope = alone(on)
    for (const name of ['c.json', 'c.jsonl']) await imports(scope, neo[name] ?? '', { fileName: name })
    assert.equal((await exported(scope, 'NEO_JSONL', { part: 'ARCHIVE' })).text, goLines(turn(1), turn(2)))
    assert.deepEqual((await exported(scope, 'NEO_JSONL')).omissions, {})
    assert.deepEqual((await exported(scope, 'NEO_JSON')).omissions, { turns: 2 })
  })
  it('writes a corrected turn anew, all others as they were', async () => {
    const scope = alone(on)
    const lines = [1, 2, 3].map((n) => `{"ts":"2026-05-01T00:00:0${n}Z","role":"user",  "text":"t${n}"}\n`)
    await imports(scope, lines.join(''), { format: 'NEO_JSONL', conversationId: 'c' })
    const { messageId } = (await pathOf(scope, 'c'))[1] ?? {}
    await amendMessage(scope, { messageId: messageId ?? '', fields: { text: 'other' } })
    const found = (await exported(scope, 'NEO_JSONL')).text.split(/(?<=\n)/)
    assert.deepEqual([found[0], found[2]], [lines[0], lines[2]])
    assert.deepEqual(JSON.parse(found[1] ?? ''), { role: 'user', text: 'other', ts: '2026-05-01T00:00:02Z' })
    assert.equal((await exported(scope, 'NEO_JSONL', { values: 'AS_STORED' })).text, lines.join(''))
    const isNamed = { name: 'Refusal', code: 'BAD_INPUT' }
    assert.throws(() => valuesIn('newest'), isNamed)
  })
  it('goes on with new turns, old lines as they were, and a new time', async () => {
    const scope = alone(on)
    const odd = `{"ts":"2026-06-12T10:00:05.1Z", "role":"user","text":"t5","n":1.0}\n`
    await imports(scope, odd, { fileName: 'c.jsonl' })
    await imports(scope, neo['c.archive.jsonl'] ?? '', { fileName: 'c.archive.jsonl' })
    await say(scope, 'c', 'a9', 'mine', { observedAt: '2026-06-12T11:00:00.000000000Z' })
    const mine = '{"role":"assistant","text":"mine","ts":"2026-06-12T11:00:00Z"}\n'
    const { format, text: hot } = await exported(scope, null)
    assert.deepEqual([format, hot], ['NEO_JSONL', odd + mine])
    assert.equal((await exported(scope, 'NEO_JSONL', { part: 'ARCHIVE' })).text, neo['c.archive.jsonl'])
    const json = JSON.parse((await exported(scope, 'NEO_JSON')).text) as { turns: { text: string }[]; updated: string }
    assert.deepEqual([json.turns.length, json.turns.at(-1)?.text, json.updated], [5, 'mine', '2026-06-12T11:00:00Z'])
  })
  it('writes a new title, and keeps what it does not know', async () => {
    const scope = alone(on)
    for (const name of ['c.json', 'c.meta.json']) await imports(scope, neo[name] ?? '', { fileName: name })
    await updateConversation(scope, { id: 'c', title: 'Mine' })
    assert.equal(
      (await exported(scope, 'NEO_JSONL', { part: 'META' })).text,
      go({ project: 'P', title: 'Mine', archived: true, x: 1 }),
    )
    const { text: json } = await exported(scope, null)
    assert.match(json, /^\{"conversation_id":"c","title":"Mine","turns":\[.*\],"updated":"2026-06-12T10:00:02Z"/)
  })
  it('rolls what is more than a thousand lines into the archive', async () => {
    const scope = alone(on)
    const record = {
      conversation_id: 'c',
      turns: Array.from({ length: 1003 }, (_, i) => ({ role: 'user', text: `n${i}`, ts: '2026-06-12T10:00:00Z' })),
      updated: '2026-06-12T10:00:00Z',
    }
    await imports(scope, go(record), { fileName: 'c.json' })
    const [hot, archive] = [await exported(scope, 'NEO_JSONL'), await exported(scope, 'NEO_JSONL', { part: 'ARCHIVE' })]
    assert.equal(archive.text + hot.text, linesOf(record.turns))
    assert.equal(archive.text.split('\n').length, 4)
  })
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from '../../../scripts/root.ts'
import type { Json } from '../../../src/domain/model.ts'
import { foreignOf, programs } from '../../../src/formats/foreign/foreign.ts'
import { unrecognised } from '../../../src/app/imports/job/unrecognised.ts'
import { bytesSource } from '../../../src/formats/importSource.ts'
import { sampleOf } from '../../../src/formats/reading/sample.ts'
import { noSharedFiles, realFiles } from '../../support/sharedFiles.ts'
import { describeOnce } from '../../support/stores.ts'

const lines = (...values: readonly Json[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const named = async (text: string) => foreignOf(await sampleOf(bytesSource(null, Buffer.from(text))))?.name ?? null

const database = (...tables: readonly string[]) =>
  `SQLite format 3\0${'\0'.repeat(90)}${tables.map((table) => `CREATE TABLE ${table}`).join('\0')}`

/** A drawing of each program's file, and words of its name. */
const drawn: readonly (readonly [text: string, name: RegExp])[] = [
  [JSON.stringify([{ id: '1', chatId: 'c', role: 'user', content: 'x', parentId: null, version: 0 }]), /Le Chat/],
  [lines({ object: 'thread.message', role: 'user', content: [] }), /Jan/],
  [lines({ internal: [], visible: [] }), /oobabooga/],
  [lines({ type: 'session', harness: 'llama.app', id: 'x' }), /llama\.cpp/],
  [lines({ id: '1', role: 'user', parts: [{ type: 'text', text: 'x' }] }), /AI SDK/],
  [lines({ role: '_checkpoint', id: 0 }, { role: 'user', content: 'x' }), /Kimi/],
  [lines({ v: 1, id: 'T-1', messages: [] }), /Amp/],
  [lines({ type: 'session_start', id: 'x', cwd: '/' }), /Droid/],
  [lines({ sessionId: 'x', workspaceDirectory: '/', history: [{ message: {} }] }), /Continue/],
  [lines({ id: 'msg_1', sessionID: 'ses_1', role: 'user' }), /OpenCode/],
  [lines({ role: 'user', message: { content: [] } }), /Cursor/],
  [JSON.stringify([{ ts: 1, type: 'say', say: 'text', text: 'x' }]), /ui_messages/],
  ['# aider chat started at 2026-01-01\n\n#### hello\n', /Aider/],
  [lines({ display: '/clear', pastedContents: {}, project: '/w' }), /history\.jsonl/],
  [JSON.stringify([{ sessionId: 's', messageId: 0, type: 'user', message: 'x' }]), /logs\.json/],
  [JSON.stringify([{ role: 'user', parts: [{ text: 'x' }] }]), /checkpoint of Gemini/],
  [lines({ entries: [{ sessionId: 's', fullPath: '/x' }], version: 1 }), /sessions-index/],
  [JSON.stringify([{ content: 'x', status: 'pending', activeForm: 'y' }]), /things to do/],
  [JSON.stringify([{ from: 'a', text: 'x', timestamp: 'y' }]), /inbox of a team/],
  [lines({ agentType: 'Explore' }), /meta\.json/],
  [JSON.stringify([{ uuid: 'x', name: 'P', docs: [], prompt_template: '' }]), /claude\.ai's list of projects/],
  [JSON.stringify([{ conversations_memory: 'x', account_uuid: 'y' }]), /claude\.ai's memories/],
  ['user:\nDo it\n\nassistant:\nDone\n', /Cursor's agent as text/],
  ['# A talk\n_Exported on 1/2/2026 from Cursor (2.1)_\n', /Markdown exported from Cursor/],
  [JSON.stringify([{ header: 'Gemini Apps', title: 'x', titleUrl: 'https://example.org' }]), /Takeout/],
  [lines({ version: 4, history: [], folders: [] }), /Chatbot UI/],
  [lines({ histories: { histories: [] } }), /Character\.AI/],
  [lines({ messages: [{ swipes: [{ message: 'x' }] }] }), /Chub/],
  [lines({ kind: 'chat', messages: [{ msg: 'x' }] }), /Agnai/],
  [database('cursorDiskKV (key TEXT)'), /database of Cursor/],
  [database('blobs (id TEXT, data BLOB)', 'meta (key TEXT, value TEXT)'), /store of Cursor's agent/],
  [database('sessions (id TEXT)', 'messages (content_json TEXT)'), /database of Goose/],
  [database('session (id TEXT)', 'message (data TEXT)', 'part (data TEXT)'), /OpenCode or Kilo/],
  [database('sessions (id TEXT)', 'messages (parts TEXT)', 'files (path TEXT)'), /Crush/],
  [database('threads (id TEXT, data_type TEXT, data BLOB)'), /Zed/],
  [database('agent_sessions (session_id TEXT)', 'agent_messages (id INTEGER)'), /Agents SDK/],
  [database('checkpoints (thread_id TEXT)', 'writes (thread_id TEXT)'), /LangGraph/],
  [database(), /a SQLite database/],
]

describeOnce('programs whose files are not read', () => {
  it('are told by their marks, with what to do in their place', async () => {
    for (const [text, name] of drawn) assert.match((await named(text)) ?? 'nothing', name, text.slice(0, 80))
    const database = foreignOf(
      await sampleOf(
        bytesSource(
          null,
          Buffer.from('SQLite format 3\0CREATE TABLE `session` (CREATE TABLE `message` (CREATE TABLE `part` ('),
        ),
      ),
    )
    assert.match(database?.instead ?? '', /opencode export ID/)
  })

  it('are all drawn here, and each says what to do', async () => {
    const found = new Set(await Promise.all(drawn.map(([text]) => named(text))))
    assert.deepEqual(
      programs.filter(({ name }) => !found.has(name)).map(({ name }) => name),
      [],
    )
    for (const [text, name] of drawn) {
      const { instead = '' } = foreignOf(await sampleOf(bytesSource(null, Buffer.from(text)))) ?? {}
      assert.match(instead, /[Ii]mport|export|stor/, String(name))
    }
  })

  it('are refused by name and with that, in whatever format they are named', async () => {
    const refusal = await unrecognised(
      bytesSource('state.vscdb', Buffer.from(database('cursorDiskKV (key TEXT)'))),
      null,
    )
    assert.match(refusal.message, /it looks like a SQLite database of Cursor\. What was said there can be made into/)
  })

  it('have marks that no real file of a format has that is read', { skip: noSharedFiles }, async () => {
    for (const { name, bytes } of realFiles()) {
      if (!/\.jsonl?$/.test(name) || name.includes('chatbotui')) continue
      assert.equal(foreignOf(await sampleOf(bytesSource(name, bytes))), null, name)
    }
  })

  it('have marks that none of our examples has', async () => {
    const folder = join(root, 'examples')
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
      /\.jsonl?$/.test(one),
    ))
      assert.equal(foreignOf(await sampleOf(bytesSource(name, readFileSync(join(folder, name))))), null, name)
  })
})

/** The views for people who ask the file with SQL, and the queries of docs/analytics.md over them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { root } from '../../../scripts/root.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { updateConversation } from '../../../src/app/conversations/updateConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import type { Block } from '../../../src/domain/model.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { actsOn } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { newPath } from './folder.ts'

const names = ['conversations', 'forks', 'turns', 'messages', 'events', 'usage', 'tools'].map(
  (name) => `readable_${name}`,
)
const page = readFileSync(join(root, 'docs/analytics.md'), 'utf8')

describe('the readable views of a SQLite file', () => {
  const path = newPath()
  let database: InstanceType<typeof DatabaseSync>
  const at = '2026-03-01T08:00:00.123456789Z'
  before(async () => {
    const store = await openSqliteStore({ path })
    const { scope } = actsOn(
      't',
      () => store,
      () => ({}) as never,
    )
    await say(scope(), 'c', 'u1', 'Hello', { observedAt: at })
    const call: Block = { type: 'toolCall', callId: 'k', name: 'read', input: {} }
    // A Sunday: its week began on Monday, the 23rd of February.
    const usage = { inputTokens: 10, outputTokens: 5, costUsd: 0.5, answerId: 'a' }
    const observedAt = at
    const answer = { conversationId: 'c', turnId: 'a1', role: 'ASSISTANT' as const, model: 'm', usage, observedAt }
    await storeTurn(scope(), {
      ...answer,
      blocks: [{ type: 'text', text: 'I ' }, call, { type: 'text', text: 'look' }],
    })
    const result: Block = { type: 'toolResult', callId: 'k', content: 'no', isError: true }
    await storeTurn(scope(), { conversationId: 'c', turnId: 't1', role: 'TOOL', blocks: [result] })
    const cheap = { ...usage, costUsd: null, answerId: 'b' }
    await storeTurn(scope(), {
      ...answer,
      turnId: 'a2',
      usage: cheap,
      model: 'n',
      blocks: [{ type: 'text', text: 'cheap' }],
    })
    await forkConversation(scope(), { source: 'c', newConversationId: 'f', at: { turn: 1 } })
    for (const turn of ['u2', 'u3']) await say(scope(), 'c', turn, turn)
    await amendMessage(scope(), { messageId: 'c:u2', fields: { text: 'right' } })
    await deleteMessage(scope(), { id: 'c:u3' })
    await updateConversation(scope(), { id: 'f', archived: true })
    await createConversation(scope(), { id: 'gone', title: 'Secret', cwd: '/work' })
    await deleteConversation(scope(), { id: 'gone' })
    await store.close()
    database = new DatabaseSync(path, { readOnly: true })
  })
  after(() => database.close())
  const all = (sql: string) => database.prepare(sql).all() as Record<string, unknown>[]

  it('show ids, times and texts', () => {
    const [turn] = all(`SELECT * FROM readable_turns WHERE message_id = 'c:u1'`)
    assert.match(String(turn?.['observation_id']), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.deepEqual([turn?.['observed_at'], turn?.['text'], turn?.['turn']], [at, 'Hello', 1])
    const [answer] = all(`SELECT * FROM readable_turns WHERE message_id = 'c:a1'`)
    const shown = ['text', 'tools', 'errors', 'model', 'answer_id', 'input_tokens', 'cost_usd', 'parent_id']
    assert.deepEqual(
      shown.map((name) => answer?.[name]),
      ['I look', 'read', 0, 'm', 'a', 10, 0.5, turn?.['observation_id']],
    )
    assert.equal(all(`SELECT errors FROM readable_turns WHERE message_id = 'c:t1'`)[0]?.['errors'], 1)
  })

  it('show what messages say now', () => {
    const texts = all('SELECT id, text, deleted FROM readable_messages ORDER BY id').map((row) => Object.values(row))
    assert.deepEqual(texts, [
      ['c:a1', 'I look', 0],
      ['c:a2', 'cheap', 0],
      ['c:t1', null, 0],
      ['c:u1', 'Hello', 0],
      ['c:u2', 'right', 0],
      ['c:u3', null, 1],
    ])
  })

  it('show what rows leave out since it follows from others: the turn of a message, and what the line of a fork says', () => {
    const [message] = all(`SELECT turn_id, observations FROM readable_messages WHERE id = 'c:u1'`)
    assert.deepEqual(Object.values(message ?? {}), ['u1', 1])
    const [fork] = all(`SELECT path_hash FROM readable_forks WHERE id = 'f'`)
    const lines = all(`SELECT path_hash, head_to FROM readable_events WHERE kind = 'FORK'`)
    assert.equal(lines.length, 2)
    for (const line of lines) assert.deepEqual(Object.values(line), [fork?.['path_hash'], null])
  })

  it('show conversations, events and sums', () => {
    const [fork] = all(`SELECT title, forked_from, fork_point FROM readable_conversations WHERE id = 'f'`)
    const [first] = all(`SELECT observation_id FROM readable_turns WHERE message_id = 'c:u1'`)
    assert.deepEqual({ ...fork }, { title: 'Fork of Hello', forked_from: 'c', fork_point: first?.['observation_id'] })
    const [event] = all(`SELECT * FROM readable_events WHERE conversation_id = 'f' AND kind = 'FORK'`)
    assert.match(String(event?.['at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
    assert.deepEqual(
      all(`SELECT tenant, sum(input_tokens) AS input FROM readable_usage GROUP BY 1`).map((row) => row['input']),
      [20],
    )
    assert.equal(all(`SELECT calls FROM readable_tools WHERE tool = 'read' AND calls > 0`).length, 1)
  })

  it('have week, project and title; a deleted one has no title', () => {
    const rows = all('SELECT id, title, project, archived, turns, nodes FROM readable_conversations ORDER BY id')
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['c', 'Right', null, 0, 6, 6],
        ['f', 'Fork of Hello', null, 1, 1, 1],
        ['gone', null, '/work', 0, 0, 0],
      ],
    )
    const [usage] = all(`SELECT title, day, week FROM readable_usage WHERE model = 'm'`)
    assert.deepEqual({ ...usage }, { title: 'Right', day: '2026-03-01', week: '2026-02-23' })
  })

  it('say of a cost whether an answer states it: unknown is null, not 0', () => {
    const costs = (view: string) =>
      all(`SELECT model, cost_usd, cost_source FROM ${view} WHERE model IN ('m', 'n') ORDER BY model`)
    for (const view of ['readable_usage', 'readable_turns'])
      assert.deepEqual(
        costs(view).map((row) => Object.values(row)),
        [
          ['m', 0.5, 'STATED'],
          ['n', null, 'UNKNOWN'],
        ],
      )
  })

  it('list forks with what they share and have of their own', () => {
    const [fork] = all('SELECT id, source_id, source_title, shared_turns, own_nodes, fork_level FROM readable_forks')
    assert.deepEqual(Object.values(fork ?? {}), ['f', 'c', 'Right', 1, 0, 1])
  })

  const queries = [...page.matchAll(/^```sql sqlite\n([^]*?)^```$/gm)].map(([, text = '']) => text)
  it('are in the docs, each with its columns', () => {
    assert.ok(queries.length >= 3)
    for (const name of names) {
      const row = new RegExp(`^\\| \`${name}\` *\\|([^|]*)\\|`, 'm').exec(page)?.[1] ?? ''
      const columns = all(`SELECT name FROM pragma_table_info('${name}')`).map((column) => column['name'])
      assert.deepEqual(
        [...row.matchAll(/`(\w+)`/g)].map(([, column]) => column),
        columns,
        name,
      )
    }
  })
  for (const sql of queries) it(`answer: ${(sql.split('\n')[0] ?? '').slice(3)}`, () => assert.ok(all(sql).length > 0))
})

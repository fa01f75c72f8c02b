/** The views for people who ask the file with SQL, and the queries of docs/analytics.md over them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { root } from '../../../scripts/root.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { storeTurn } from '../../../src/app/turns/storeTurn.ts'
import type { Block } from '../../../src/domain/model.ts'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { readableViews } from '../../../src/storage/sqlite/steps/views.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { actsOn } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { newPath } from './folder.ts'
import { migrateAnew } from '../../support/migrateAnew.ts'

const names = ['conversations', 'turns', 'messages', 'events', 'usage', 'tools'].map((name) => `readable_${name}`)
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
    const usage = { inputTokens: 10, outputTokens: 5, costUsd: 0.5, answerId: 'a' }
    const answer = { conversationId: 'c', turnId: 'a1', role: 'ASSISTANT' as const, model: 'm', usage }
    await storeTurn(scope(), {
      ...answer,
      blocks: [{ type: 'text', text: 'I ' }, call, { type: 'text', text: 'look' }],
    })
    const result: Block = { type: 'toolResult', callId: 'k', content: 'no', isError: true }
    await storeTurn(scope(), { conversationId: 'c', turnId: 't1', role: 'TOOL', blocks: [result] })
    await forkConversation(scope(), { source: 'c', newConversationId: 'f', at: { turn: 1 } })
    for (const turn of ['u2', 'u3']) await say(scope(), 'c', turn, turn)
    await amendMessage(scope(), { messageId: 'c:u2', fields: { text: 'right' } })
    await deleteMessage(scope(), { id: 'c:u3' })
    await store.close()
    // As the file was made before there were views.
    const connection = connect(path, 'writer')
    connection.exec(names.map((name) => `DROP VIEW ${name};`).join(''))
    migrateAnew(connection, path, readableViews)
    connection.close()
    await (await openSqliteStore({ path })).close()
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
      ['c:t1', null, 0],
      ['c:u1', 'Hello', 0],
      ['c:u2', 'right', 0],
      ['c:u3', null, 1],
    ])
  })

  it('show conversations, events and sums', () => {
    const [fork] = all(`SELECT title, forked_from, fork_point FROM readable_conversations WHERE id = 'f'`)
    const [first] = all(`SELECT observation_id FROM readable_turns WHERE message_id = 'c:u1'`)
    assert.deepEqual({ ...fork }, { title: 'Hello', forked_from: 'c', fork_point: first?.['observation_id'] })
    const [event] = all(`SELECT * FROM readable_events WHERE conversation_id = 'f' AND kind = 'FORK'`)
    assert.match(String(event?.['at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
    assert.deepEqual(
      all(`SELECT tenant, sum(input_tokens) AS input FROM readable_usage GROUP BY 1`).map((row) => row['input']),
      [10],
    )
    assert.equal(all(`SELECT calls FROM readable_tools WHERE tool = 'read' AND calls > 0`).length, 1)
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

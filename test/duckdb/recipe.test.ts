/** The recipe of docs/analytics.md: its SQL is run by DuckDB over exports of a store. */
import assert from 'node:assert/strict'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { analytics } from '../../src/app/analytics/analytics.ts'
import { openExtract } from '../../src/app/extracts/extract.ts'
import type { Scope } from '../../src/app/scope.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { actsOn } from '../support/scopes.ts'

/** What is used of DuckDB, whose types are there only when it is. */
interface DuckDB {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> }
}
interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Readonly<Record<string, unknown>>[] }>
  closeSync(): void
}

const name = '@duckdb/node-api'
const skip = existsSync(join(root, 'test/duckdb/node_modules', name))
  ? false
  : 'npm ci --prefix test/duckdb installs the package that this needs'

const page = readFileSync(join(root, 'docs/analytics.md'), 'utf8')
const queries = [...page.matchAll(/^```sql duckdb\n([^]*?)^```$/gm)].map(([, text = '']) => text)

describe('the page about analytics, by DuckDB,', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-duckdb-'))
  let store: GraphStore
  let connection: Connection
  const scope = (): Scope =>
    actsOn(
      't',
      () => store,
      () => ({}) as never,
    ).scope()
  before(async () => {
    store = await openSqliteStore({ path: join(folder, 'turngraph.db') })
    await talk(scope)
    await forkConversation(scope(), { source: 'a', newConversationId: 'f', at: { turn: 1 } })
    for (const of of ['usage', 'turns', 'events', 'conversations', 'forks'])
      for (const format of ['parquet', 'csv', 'ndjson']) {
        const asked = { of, format, names: null, from: null, to: null, includeExperiments: false, includeDeleted: true }
        await pipeline(openExtract(scope(), asked).pieces, createWriteStream(join(folder, `${of}.${format}`)))
      }
    const { DuckDBInstance } = (await import(name)) as DuckDB
    connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.runAndReadAll(`SET file_search_path = '${folder}'`)
  })
  after(async () => {
    connection.closeSync()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson()

  it('has five queries at least', () => assert.ok(queries.length >= 5, String(queries.length)))
  for (const sql of queries)
    it(`answers: ${(sql.split('\n')[0] ?? '').replace(/^-- /, '')}`, async () => {
      assert.ok((await rowsOf(sql)).length > 0)
    })

  it('adds up to what analytics say, of every kind of file', async () => {
    const { inputTokens, outputTokens, answers } = await (await analytics(scope(), {})).usage()
    const sums = 'sum(input_tokens)::INT AS input, sum(output_tokens)::INT AS output, sum(answers)::INT AS answers'
    for (const file of ['usage.parquet', 'turns.parquet', 'usage.csv', 'turns.csv', 'usage.ndjson', 'turns.ndjson'])
      assert.deepEqual(
        await rowsOf(`SELECT ${sums} FROM '${file}'`),
        [{ input: inputTokens, output: outputTokens, answers }],
        file,
      )
  })

  it('keeps times and days as such', async () => {
    const found = await rowsOf(`SELECT typeof(observed_at) AS time, typeof(day) AS day FROM 'turns.parquet' LIMIT 1`)
    assert.match(String(found[0]?.['time']), /^TIMESTAMP/)
    assert.equal(found[0]?.['day'], 'DATE')
  })
})

async function talk(scope: () => Scope): Promise<void> {
  const at = (minute: number) => `2026-03-01T08:${String(minute).padStart(2, '0')}:00.000000000Z`
  for (const [k, conversationId] of ['a', 'b'].entries()) {
    const say = (turnId: string, text: string, minute: number, more: object = {}) =>
      storeTurn(scope(), {
        ...{ conversationId, turnId, role: turnId.startsWith('u') ? 'USER' : 'ASSISTANT' },
        ...{ blocks: [{ type: 'text', text }], observedAt: at(minute), ...more },
      })
    const usage = { inputTokens: 10 + k, outputTokens: 5, costUsd: 0.01, answerId: `${conversationId}1` }
    await say('u1', 'Hello', 1)
    const blocks = [{ type: 'toolCall', callId: 'k', name: 'read', input: {} }]
    await say('a1', '', 2, { model: 'm', usage, blocks })
    const result = [{ type: 'toolResult', callId: 'k', content: 'no', isError: true }]
    await say('t1', '', 3, { role: 'TOOL', blocks: result })
    await say('a2', 'Done', 4, { model: 'm', usage: { ...usage, answerId: `${conversationId}2` } })
    // A prompt that is edited: what was below it leaves the transcript.
    await say('u1', 'Hello again', 5)
  }
}

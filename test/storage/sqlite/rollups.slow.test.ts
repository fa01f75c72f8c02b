// Takes long: a store of hundreds of turns is filled, several times.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import type { Block } from '../../../src/domain/model.ts'
import type { GraphStore, RollupKind } from '../../../src/storage/graphStore.ts'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { summedDays } from '../../../src/storage/sqlite/rollups/daySql.ts'
import { buildRollups } from '../../../src/storage/sqlite/rollups/build.ts'
import { unfoldAll } from '../../../src/storage/sqlite/rollups/days.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { worthFolding } from '../../../src/storage/usageRollups.ts'
import { actsOn } from '../../support/scopes.ts'
import { describeOnce } from '../../support/stores.ts'
import { tenantFor } from '../../support/tenants.ts'

const scopes = (store: GraphStore) =>
  actsOn(
    't',
    () => store,
    () => ({}) as never,
  ).scope

/** A conversation of more than one page with shared answers, tools that fail, corrections and moves, and its fork. */
async function fill(store: GraphStore): Promise<void> {
  const scope = scopes(store)
  const blocks = (i: number): Block[] =>
    i % 4 === 1
      ? [{ type: 'toolCall', callId: `k${i}`, name: `tool ${i % 3}`, input: {} }]
      : i % 4 === 2
        ? [{ type: 'toolResult', callId: `k${i - 1}`, content: '', isError: i % 8 === 2 }]
        : [{ type: 'text', text: `${i}` }]
  const role = (i: number) => (['USER', 'ASSISTANT', 'TOOL', 'ASSISTANT'] as const)[i % 4] ?? 'USER'
  const turn = (conversationId: string, i: number) => ({
    conversationId,
    turnId: `t${i}`,
    role: role(i),
    blocks: blocks(i),
    observedAt: `2026-03-0${1 + (i % 3)}T12:00:00.000000000Z`,
    ...(role(i) === 'ASSISTANT' && {
      model: `m${i % 2}`,
      usage: { inputTokens: i, costUsd: 1, answerId: `a${i >> 2}` },
    }),
  })
  const turns = (id: string, count: number) => Array.from({ length: count }, (_, i) => turn(id, i))
  await storeTurns(scope(), { turns: turns('source', 612) })
  await forkConversation(scope(), { source: 'source', at: { turn: 100 }, newConversationId: 'fork' })
  await storeTurns(scope(), { turns: turns('fork', 8) })
  await amendMessage(scope(), { messageId: 'source:t3', fields: { usage: { outputTokens: 9 }, model: 'right' } })
  await storeTurns(scope(), { turns: [turn('source', 3), turn('source', 4)] })
  await rewindConversation(scope(), { conversationId: 'fork', to: { turn: 3 } })
}

async function sums(store: GraphStore): Promise<unknown> {
  const all = {
    from: '',
    to: '~',
    conversationIds: null,
    models: null,
    roles: null,
    includeExperiments: true,
    limit: null,
  }
  const kinds: readonly RollupKind[] = ['usage', 'tools', 'moves']
  const found = await Promise.all(kinds.map((kind) => store.rollups(tenantFor('t'), { ...all, kind, by: 'row' })))
  return found.map((rows) =>
    rows
      .filter(({ sums }) => sums.some((sum) => sum !== 0))
      .sort((a, b) => (a.keys.join('\n') < b.keys.join('\n') ? -1 : 1)),
  )
}

/** By model, which days over all conversations answer. */
async function models(store: GraphStore): Promise<unknown> {
  const filter = { conversationIds: null, models: null, roles: null, includeExperiments: true, limit: null }
  return (await store.rollups(tenantFor('t'), { kind: 'usage', by: 'model', from: '', to: '~', ...filter })).sort(
    (a, b) => (a.keys.join('') < b.keys.join('') ? -1 : 1),
  )
}

/** The number of the only tenant of a file. */
const tenantNumber = 1

/** A file that holds it all. */
async function filled(): Promise<{ readonly path: string; readonly before: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-sums-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'store.db')
  const store = await openSqliteStore({ path })
  await fill(store)
  const before = await models(store)
  await store.close()
  return { path, before }
}

/** Of each day, in order, whether it is folded. */
function foldedDays(path: string): number[] {
  const connection = connect(path, 'reader')
  const found = connection.all('SELECT folded FROM sum_days ORDER BY day')
  connection.close()
  return found.map(([folded]) => Number(folded))
}

async function damage(store: GraphStore): Promise<unknown[]> {
  const scope = scopes(store)
  const reports = await Promise.all(['source', 'fork'].map((id) => integrity(scope(), id)))
  return reports.flatMap(({ findings }) => findings.filter(({ code }) => code === 'SUMS_DIFFER'))
}

describeOnce('the sums of analytics', () => {
  it('are the same when they are made anew of what is stored', async () => {
    const { path } = await filled()
    const store = await openSqliteStore({ path })
    const before = await sums(store)
    await store.close()
    const connection = connect(path, 'writer')
    connection.exec('UPDATE usage_sums SET output_tokens = 1; DELETE FROM tool_sums; DELETE FROM answers')
    buildRollups(connection, tenantNumber)
    unfoldAll(connection, tenantNumber)
    connection.close()
    const again = await openSqliteStore({ path })
    assert.deepEqual(await sums(again), before)
    assert.deepEqual(await damage(again), [])
    assert.deepEqual(await again.faults(), [])
    await again.close()
  })

  it('by day over all conversations are the same when the days are folded anew', async () => {
    const { path, before } = await filled()
    const connection = connect(path, 'writer')
    unfoldAll(connection, tenantNumber)
    connection.close()
    const again = await openSqliteStore({ path })
    assert.deepEqual(await models(again), before)
    await again.foldRollups(tenantFor('t'))
    assert.deepEqual(await models(again), before)
    assert.deepEqual(await again.faults(), [])
    await again.close()
    assert.deepEqual(foldedDays(path), [1, 1, 1, 1])
  })

  it('by day over all conversations are found to differ when they do', async () => {
    const { path } = await filled()
    const store = await openSqliteStore({ path })
    await store.foldRollups(tenantFor('t'))
    await store.close()
    const connection = connect(path, 'writer')
    const sum = summedDays['usage_days'] ?? ''
    connection.exec(`UPDATE usage_days SET output_tokens = output_tokens + 1 WHERE day = '2026-03-02';
      UPDATE usage_days SET sum = row_sum(${sum})`)
    connection.close()
    const again = await openSqliteStore({ path })
    const faults = await again.faults()
    assert.deepEqual(
      faults.map(({ code, details }) => [code, details]),
      [['SUMS_DIFFER', { day: '2026-03-02' }]],
    )
    await again.close()
  })

  it('are folded when many of them are read, and no longer where a turn comes', async () => {
    const { path, before } = await filled()
    const store = await openSqliteStore({ path })
    const scope = scopes(store)
    const turn = (k: number) => ({
      conversationId: `many ${k >> 3}`,
      role: 'ASSISTANT' as const,
      blocks: [{ type: 'text' as const, text: 'x' }],
      model: `n${k % 8}`,
      observedAt: '2026-02-01T12:00:00.000000000Z',
    })
    for (let k = 0; k < worthFolding; k += 200)
      await storeTurns(scope(), { turns: Array.from({ length: 200 }, (_, at) => turn(k + at)) })
    const many = await models(store)
    await store.close()
    // The last one is today's, of the rewind.
    assert.deepEqual(foldedDays(path), [1, 1, 1, 1, 1])
    const again = await openSqliteStore({ path })
    assert.deepEqual(await models(again), many)
    await storeTurns(scopes(again)(), { turns: [turn(0)] })
    assert.deepEqual(foldedDays(path), [0, 1, 1, 1, 1])
    const later = await models(again)
    assert.notDeepEqual(later, many)
    assert.notDeepEqual(later, before)
    assert.deepEqual(await again.faults(), [])
    await again.close()
  })

  it('are found to differ when they do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-sums-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'store.db')
    const store = await openSqliteStore({ path })
    await fill(store)
    await store.close()
    const connection = connect(path, 'writer')
    connection.exec(`UPDATE usage_sums SET output_tokens = output_tokens + 1 WHERE conversation_id = 'fork'`)
    connection.close()
    const again = await openSqliteStore({ path })
    assert.ok((await damage(again)).length > 0)
    await again.close()
  })
})

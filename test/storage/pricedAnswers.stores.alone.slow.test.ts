// Takes long: stores are made by the schema of before and brought to this one.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import neo4j from 'neo4j-driver'
import { analytics } from '../../src/app/analytics/analytics.ts'
import { integrity } from '../../src/app/integrity/integrity.ts'
import { setPrices } from '../../src/app/prices/setPrices.ts'
import { estimateOf } from '../../src/app/prices/spending.ts'
import type { Scope } from '../../src/app/scope.ts'
import { usageOf } from '../../src/app/transcripts/usage.ts'
import type { Conversation } from '../../src/domain/model.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { migrations } from '../../src/storage/neo4j/schema.ts'
import { pricedAnswers } from '../../src/storage/neo4j/steps/pricedAnswers.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { clear } from '../support/clearNeo4j.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'
import { say } from '../support/talk.ts'
import { fillAnswers } from './before/answers.ts'

async function scopeOn(store: GraphStore): Promise<() => Scope> {
  const bytes = await openDirectory(newFolder())
  return () =>
    actsOn(
      'the store',
      () => store,
      () => bytes,
    ).scope({ tenant: 'one' })
}

/** The sums tell answers apart that state a cost, a cost of 0 among them, and estimate the others; nothing is damaged. */
async function knows(scope: () => Scope): Promise<void> {
  await setPrices(scope(), { prices: [{ model: 'large', from: '2026-01-01', input: 1, output: 10, per: 1 }] })
  const usage = await (await analytics(scope(), {})).usage()
  assert.deepEqual([usage.answers, usage.pricedAnswers, usage.costUsd], [4, 2, 0.5])
  assert.deepEqual(await estimateOf(scope(), usage), { costUsd: 200 + 300 + 1000, answers: 2 })
}

/** Nothing is damaged; of a title that was derived by the rule of then, and begins with a capital, it is said. */
async function verify(scope: () => Scope, id: string, title: { kept: string; found: string } | null) {
  const { findings } = await integrity(scope(), id)
  const expected = title === null ? [] : [['SUMMARY_DIFFERS', { name: 'derivedTitle', ...title }]]
  assert.deepEqual(
    findings.map(({ code, details }) => [code, details]),
    expected,
    id,
  )
}

const titleOfThen = { kept: 'Count', found: 'count' }

/** What an answer's path says of its cost, without reading the others. */
async function onPath(scope: () => Scope, id: string): Promise<unknown[]> {
  const usage = await usageOf(scope(), (await scope().reads.conversation(id)) as Conversation, 'PATH')
  return [usage.answers, usage.pricedAnswers, await estimateOf(scope(), usage)]
}

describeOnce('sums of before they told stated costs from unknown ones', () => {
  it('are made anew in a SQLite file; paths say what is known of them, and that of new ones', async (t) => {
    const path = join(newFolder(), 'store.db')
    writeFileSync(path, brotliDecompressSync(readFileSync(new URL('before/answers.db.br', import.meta.url))))
    for (let starts = 0; starts < 2; starts++) {
      const store = await openSqliteStore({ path })
      t.after(() => store.close())
      const scope = await scopeOn(store)
      await knows(scope)
      await verify(scope, 'answered', titleOfThen)
      await verify(scope, 'unknown', null)
      const nothing = { costUsd: 0, answers: 0 }
      assert.deepEqual(await onPath(scope, 'answered'), [3, 3, nothing])
      assert.deepEqual(await onPath(scope, 'unknown'), [1, 0, nothing])
      assert.deepEqual(await store.faults(), [])
      await store.close()
    }
    const store = await openSqliteStore({ path })
    t.after(() => store.close())
    const scope = await scopeOn(store)
    const usage = { inputTokens: 5 }
    await say(scope(), 'answered', 'a6', 'more', { model: 'large', usage })
    await say(scope(), 'new', 'a1', 'new', { model: 'large', usage })
    assert.deepEqual(await onPath(scope, 'answered'), [4, 4, { costUsd: 0, answers: 0 }])
    assert.deepEqual(await onPath(scope, 'new'), [1, 0, { costUsd: 5, answers: 1 }])
    await verify(scope, 'answered', titleOfThen)
    await verify(scope, 'new', null)
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`sums of before they told stated costs from unknown ones on Neo4j ${version}`, { skip }, () => {
    it('are made anew, also when that is begun anew', async (t) => {
      const address = await withNeo4j(line)
      await clear(address)
      const store = await openNeo4jStore(address)
      await fillAnswers((await scopeOn(store))())
      await store.close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      t.after(() => driver.close())
      await driver.executeQuery(`MATCH (u:Usage|ToolUsage)
        REMOVE u.pricedAnswers, u.unpricedInputTokens, u.unpricedOutputTokens, u.unpricedCacheReadTokens, u.unpricedCacheWriteTokens`)
      const before = neo4j.int(20 + migrations.indexOf(pricedAnswers) - 1)
      for (let starts = 0; starts < 2; starts++) {
        await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = $before', { before })
        const again = await openNeo4jStore(address)
        t.after(() => again.close())
        const scope = await scopeOn(again)
        await knows(scope)
        for (const id of ['answered', 'unknown']) await verify(scope, id, null)
        assert.deepEqual(await onPath(scope, 'answered'), [3, 2, { costUsd: 500, answers: 1 }])
        await again.close()
      }
    })
  })
}

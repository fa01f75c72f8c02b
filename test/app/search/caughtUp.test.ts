/** Who searches on a store waits for its index, and is told where it stands still. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { caughtUp } from '../../../src/app/search/caughtUp.ts'
import { reindexed } from '../../../src/cli/store/reindexed.ts'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import { wordsOfQuery } from '../../../src/domain/search/wordExpression.ts'
import { openSqliteSearch } from '../../../src/search/sqlite/sqliteSearch.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { fill } from '../../support/changes.ts'
import { tenantFor } from '../../support/tenants.ts'
import { converse, store as storeIn, textBlock } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'

/** An index that says one thing after the other, the last one from then on. */
const saying = (...answers: readonly (number | null)[]) => {
  const rest = [...answers]
  const behind = () => Promise.resolve((rest.length > 1 ? rest.shift() : rest[0]) as number | null)
  return { follow: () => undefined, reindex: () => Promise.resolve(), behind }
}
/** A clock on which every look takes a long time. */
const hurrying = () => {
  let at = 0
  return () => (at += 25_000)
}

describe('an index that is waited for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-caught-up-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('holds all 1,200 turns then, which it takes in by several steps', async () => {
    const [tenant, path] = [tenantFor('default'), join(folder, 'turngraph.db')]
    const store = await openSqliteStore({ path })
    const world = createWorld({ seed: 1 })
    converse(world, 'c')
    for (let k = 0; k < 1_200; k++) storeIn(world, 'c', { turnId: `t${k}`, blocks: [textBlock(`fox ${k}`)] })
    await fill(store, tenant, world)
    const index = openSqliteSearch({ path, index: join(folder, 'search.db'), onDeath: assert.ifError })
    try {
      const { behind } = await caughtUp(index, () => undefined)
      assert.deepEqual([behind, await index.behind()], [0, 0])
      const query = parseQuery('fox')
      const request = { expression: wordsOfQuery(query), query, from: null, after: null, limit: 2_000 }
      assert.equal((await index.find(tenant, request)).candidates.length, 1_200)
      assert.equal(await reindexed(index, () => undefined), 1_200)
    } finally {
      await index.close()
      await store.close()
    }
  })

  it('is waited for where it does not know, and only so long where that or what it lacks stays', async () => {
    const seen: unknown[] = []
    assert.deepEqual(await caughtUp(saying(null, 3, 1, null, 0), (...progress) => seen.push(progress)), {
      taken: 3,
      behind: 0,
    })
    assert.deepEqual(seen, [
      [0, 3],
      [2, 3],
    ])
    assert.deepEqual(await caughtUp(saying(null), () => undefined, hurrying()), { taken: 0, behind: null })
    assert.deepEqual(await caughtUp(saying(5, 2), () => undefined, hurrying()), { taken: 3, behind: 2 })
  })

  it('fails a rebuild where it stands still', async () => {
    const fails = (index: ReturnType<typeof saying>, message: RegExp) =>
      assert.rejects(
        reindexed(index, () => undefined, hurrying()),
        { code: 'STORE_UNAVAILABLE', message },
      )
    await fails(saying(5, 2), /lacks 2 observations/)
    await fails(saying(null), /not known/)
    assert.equal(await reindexed(saying(5, 2, 0), () => undefined), 5)
  })
})

// Takes long: stores are made by the schema of before and brought to this one.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import neo4j from 'neo4j-driver'
import { labelsOf } from '../../src/app/conversations/labels.ts'
import { integrity } from '../../src/app/integrity/integrity.ts'
import { conversationsPage } from '../../src/app/read/lists.ts'
import type { Scope } from '../../src/app/scope.ts'
import type { Conversation } from '../../src/domain/model.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { migrations } from '../../src/storage/neo4j/schema.ts'
import { forkTitles } from '../../src/storage/neo4j/steps/forkTitles.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { clear } from '../support/clearNeo4j.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'
import { fillForks, forkTitlesNow } from './before/forks.ts'

const tenants = ['one', 'other']

async function scopesOn(store: GraphStore): Promise<Scope[]> {
  const bytes = await openDirectory(newFolder())
  return tenants.map((tenant) =>
    actsOn(
      'the store',
      () => store,
      () => bytes,
    ).scope({ tenant }),
  )
}

/**
 * What was stored is what is shown, and is found by it. `stored`: what a store of before keeps a title as that it gave by its own rule,
 * which no migration changes; `differing`: of which that is not what follows from the path now.
 */
async function knows(
  store: GraphStore,
  stored: (title: string) => string = (title) => title,
  differing: readonly string[] = [],
): Promise<void> {
  for (const scope of await scopesOn(store)) {
    for (const [id, now] of Object.entries(forkTitlesNow)) {
      const conversation = (await scope.reads.conversation(id)) as Conversation
      const derived = stored(now)
      assert.equal(conversation.derivedTitle, derived, id)
      if (differing.includes(id)) continue
      assert.equal((await labelsOf(scope, conversation)).title, conversation.title ?? derived, id)
      assert.deepEqual((await integrity(scope, id)).findings, [], id)
    }
    const found = await conversationsPage(scope, { title: 'FORK OF PORT' }, { first: 10 })
    assert.deepEqual(
      found.items.map(({ item }) => item.id),
      ['fork of asked'],
    )
  }
}

describeOnce('titles of forks of before', () => {
  it('are put right in a SQLite file that the commit before them made', async () => {
    const path = join(newFolder(), 'store.db')
    const before = new URL('before/forkTitles.db.br', import.meta.url)
    writeFileSync(path, brotliDecompressSync(readFileSync(before)))
    for (let starts = 0; starts < 2; starts++) {
      const store = await openSqliteStore({ path })
      // By that version every title began with a capital.
      await knows(store, (title) => title.replace('mend the heron', 'Mend the heron'), ['plain', 'of gone'])
      assert.deepEqual(await store.faults(), [])
      await store.close()
    }
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`titles of forks of before on Neo4j ${version}`, { skip }, () => {
    it('are put right, also when that is begun anew', async () => {
      const address = await withNeo4j(line)
      await clear(address)
      const store = await openNeo4jStore(address)
      for (const scope of await scopesOn(store)) await fillForks(scope)
      await knows(store)
      await store.close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      // As the commit before called them: by the first prompt of the whole path.
      const forget = `MATCH (c:Conversation) WHERE c.body CONTAINS $now
        SET c.body = replace(c.body, $now, 'mend the heron'), c.titleKey = null RETURN count(*) AS forgotten`
      for (const now of ['Fork of mend the heron', 'Fork of Birds', 'rather the crane', 'port the docs'])
        await driver.executeQuery(forget, { now })
      const version = neo4j.int(20 + migrations.indexOf(forkTitles) - 1)
      for (let starts = 0; starts < 2; starts++) {
        await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = $version', { version })
        const again = await openNeo4jStore(address)
        await knows(again)
        await again.close()
      }
      await driver.close()
    })
  })
}

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { integrity } from '../../src/app/integrity/integrity.ts'
import type { Scope } from '../../src/app/scope.ts'
import { context } from '../../src/app/transcripts/context.ts'
import { amendMessage } from '../../src/app/turns/amendMessage.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { hasCorrections as neo4jHasCorrections } from '../../src/storage/neo4j/copies/hasCorrections.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { hasCorrections } from '../../src/storage/sqlite/steps/hasCorrections.ts'
import { summedColumns } from '../../src/storage/sqlite/steps/rowSums.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { setSummed } from '../../src/storage/sqlite/writing/rowChecksum.ts'
import { newFolder } from '../faults/support/folder.ts'
import { clear } from '../support/clearNeo4j.ts'
import { migrateAnew, takeAnewFrom } from '../support/migrateAnew.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'
import { say } from '../support/talk.ts'

const tenants = ['one', 'other']
const corrected = ['text', 'cleared "\ud83d\ude00"']

async function scopesOn(store: GraphStore): Promise<Scope[]> {
  const bytes = await openDirectory(newFolder())
  return tenants.map((tenant) => actsOn('the store', () => store, () => bytes).scope({ tenant })) // prettier-ignore
}

/** Conversations of which a message's content was corrected, of which other fields were, and of which nothing was. */
async function fill(store: GraphStore): Promise<void> {
  for (const scope of await scopesOn(store)) {
    for (const id of [...corrected, 'model', 'plain']) await say(scope, id, 'u1', 'lone \ud800 half')
    await amendMessage(scope, { messageId: 'text:u1', fields: { text: 'now \ud800' } })
    await amendMessage(scope, { messageId: `${corrected[1] ?? ''}:u1`, fields: { content: null, model: 'm' } })
    await amendMessage(scope, { messageId: 'model:u1', fields: { model: 'm' } })
  }
}

async function known(store: GraphStore): Promise<void> {
  for (const scope of await scopesOn(store)) {
    for (const id of [...corrected, 'model', 'plain']) {
      assert.equal((await scope.reads.conversation(id))?.hasCorrections, corrected.includes(id), id)
      assert.deepEqual((await integrity(scope, id)).findings, [], id)
    }
    assert.equal((await context(scope, 'text', null))[0]?.text, 'now \ud800')
  }
}

describeOnce('which conversations have corrected messages', () => {
  it('is found in a SQLite file of before', async () => {
    const path = join(newFolder(), 'store.db')
    const store = await openSqliteStore({ path })
    await fill(store)
    await store.close()
    const connection = connect(path, 'writer')
    const columns = (summedColumns['conversations'] ?? '').split(', ')
    connection.exec(`UPDATE conversations SET ${setSummed(columns, { body: `json_remove(body, '$.hasCorrections')` })}`)
    assert.equal(connection.get(`SELECT count(*) FROM conversations WHERE body ->> 'hasCorrections'`)?.[0], 0)
    migrateAnew(connection, path, hasCorrections)
    connection.close()
    const again = await openSqliteStore({ path })
    await known(again)
    assert.deepEqual(await again.faults(), [])
    await again.close()
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`which conversations have corrected messages on Neo4j ${version}`, { skip }, () => {
    it('is found in a database of before, also when that is begun anew', async () => {
      const address = await withNeo4j(line)
      await clear(address)
      const store = await openNeo4jStore(address)
      await fill(store)
      await store.close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const forget = `MATCH (c:Conversation) WHERE c.body CONTAINS '"hasCorrections":true,'
        SET c.body = replace(c.body, '"hasCorrections":true,', '') RETURN count(*) AS forgotten`
      const { records } = await driver.executeQuery(forget)
      const forgotten = (records[0]?.get('forgotten') as { toNumber(): number }).toNumber()
      assert.equal(forgotten, tenants.length * corrected.length)
      for (let k = 0; k < 2; k++) {
        await takeAnewFrom(driver, neo4jHasCorrections)
        const again = await openNeo4jStore(address)
        await known(again)
        await again.close()
      }
      await driver.close()
    })
  })
}

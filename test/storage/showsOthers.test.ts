import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { integrity } from '../../src/app/integrity/integrity.ts'
import { mergeConversations } from '../../src/app/merges/mergeConversations.ts'
import type { Scope } from '../../src/app/scope.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { showsOthers as neo4jShowsOthers } from '../../src/storage/neo4j/copies/showsOthers.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { setSummed } from '../../src/storage/sqlite/writing/rowChecksum.ts'
import { summedColumns } from '../../src/storage/sqlite/steps/rowSums.ts'
import { showsOthers } from '../../src/storage/sqlite/steps/showsOthers.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { clear } from '../support/clearNeo4j.ts'
import { wordGates } from '../support/merges.ts'
import { migrateAnew, takeAnewFrom } from '../support/migrateAnew.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'
import { say } from '../support/talk.ts'

const tenants = ['one', 'other']
const holders = [...Array.from({ length: 7 }, (_, k) => `holder ${k}`), 'of "strange \ud83d\ude00" \\u0041 text']

async function scopesOn(store: GraphStore): Promise<Scope[]> {
  const bytes = await openDirectory(newFolder())
  return tenants.map((tenant) => actsOn('the store', () => store, () => bytes).scope({ tenant })) // prettier-ignore
}

/** Conversations that hold copies of others' turns, and some that hold none or their own. */
async function fill(store: GraphStore): Promise<void> {
  for (const scope of await scopesOn(store)) {
    await say(scope, 'from', 'u1', 'lone \ud800 half, "quoted" and \\ more')
    for (const into of holders) {
      await say(scope, into, 'u0', into)
      const picked = { into, from: ['from'], strategy: 'CHERRY_PICK', turns: ['from:u1'] } as const
      await mergeConversations(scope, wordGates(), picked)
    }
  }
}

/** Those that hold copies are known, and nothing else about them is other than it was. */
async function known(store: GraphStore): Promise<void> {
  for (const scope of await scopesOn(store))
    for (const id of ['from', ...holders]) {
      const conversation = await scope.reads.conversation(id)
      assert.equal(conversation?.showsOthers, id !== 'from', id)
      assert.deepEqual((await integrity(scope, id)).findings, [], id)
      assert.equal(conversation.preview, 'lone \ud800 half, "quoted" and \\ more')
    }
}

describeOnce('which conversations hold copies of others', () => {
  it('is found in a SQLite file of before', async () => {
    const path = join(newFolder(), 'store.db')
    const store = await openSqliteStore({ path })
    await fill(store)
    await store.close()
    const connection = connect(path, 'writer')
    const columns = (summedColumns['conversations'] ?? '').split(', ')
    connection.exec(`UPDATE conversations SET ${setSummed(columns, { body: `json_remove(body, '$.showsOthers')` })}`)
    assert.equal(connection.get(`SELECT count(*) FROM conversations WHERE body ->> 'showsOthers'`)?.[0], 0)
    migrateAnew(connection, path, showsOthers)
    connection.close()
    const again = await openSqliteStore({ path })
    await known(again)
    assert.deepEqual(await again.faults(), [])
    await again.close()
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`which conversations hold copies of others on Neo4j ${version}`, { skip }, () => {
    it('is found in a database of before, also when that is begun anew', async () => {
      const address = await withNeo4j(line)
      await clear(address)
      const store = await openNeo4jStore(address)
      await fill(store)
      await store.close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const forget = `MATCH (c:Conversation) WHERE c.body CONTAINS '"showsOthers":true,'
        SET c.body = replace(c.body, '"showsOthers":true,', '') RETURN count(*) AS forgotten`
      const { records } = await driver.executeQuery(forget)
      assert.equal((records[0]?.get('forgotten') as { toNumber(): number }).toNumber(), tenants.length * holders.length)
      for (let k = 0; k < 2; k++) {
        await takeAnewFrom(driver, neo4jShowsOthers)
        const again = await openNeo4jStore(address)
        await known(again)
        await again.close()
      }
      await driver.close()
    })
  })
}

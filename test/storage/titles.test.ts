import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { updateConversation } from '../../src/app/conversations/updateConversation.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { integrity } from '../../src/app/integrity/integrity.ts'
import type { Scope } from '../../src/app/scope.ts'
import { amendMessage } from '../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../src/app/turns/deleteMessage.ts'
import { importStates, type ImportState } from '../../src/domain/records/importMarks.ts'
import type { Conversation } from '../../src/domain/model.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { titles as neo4jTitles } from '../../src/storage/neo4j/titles/titles.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { titles } from '../../src/storage/sqlite/steps/titles.ts'
import { newFolder } from '../faults/support/folder.ts'
import { clear } from '../support/clearNeo4j.ts'
import { migrateAnew, takeAnewFrom } from '../support/migrateAnew.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'
import { say } from '../support/talk.ts'
import { imports, linesOf } from '../support/transcripts.ts'

const tenants = ['one', 'other']
const caveat = '<local-command-caveat>Caveat: \ud800</local-command-caveat>'
const named = (customTitle: string) => ({ type: 'custom-title', customTitle, sessionId: 'tool' })
const asked = (uuid: string, text: string, more = {}) => ({ type: 'user', uuid, parentUuid: null, sessionId: 'tool', timestamp: '2026-01-01T00:00:00Z', message: { role: 'user', content: text }, ...more }) // prettier-ignore
const called = { type: 'assistant', uuid: 'c', parentUuid: 'u', sessionId: 'tool', timestamp: '2026-01-01T00:00:01Z', message: { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Task', input: { prompt: 'Look around', description: 'Scout the marsh' } }] } } // prettier-ignore
const file = linesOf([asked('u', 'mend the heron'), called, asked('s', 'Look around', { isSidechain: true, agentId: 'x' }), named('The heron')]) // prettier-ignore

async function scopesOn(store: GraphStore): Promise<Scope[]> {
  const bytes = await openDirectory(newFolder())
  return tenants.map((tenant) => actsOn('the store', () => store, () => bytes).scope({ tenant })) // prettier-ignore
}

async function fill(store: GraphStore): Promise<void> {
  for (const scope of await scopesOn(store)) {
    await say(scope, 'late', 'u1', caveat)
    await say(scope, 'late', 'a1')
    await say(scope, 'late', 'u2', 'please mend the "stork" \ud83d\ude00')
    await say(scope, 'greeting', 'u1', 'hello')
    await say(scope, 'empty', 's1', 'be brief')
    await say(scope, 'corrected', 'u1', caveat)
    await amendMessage(scope, { messageId: 'corrected:u1', fields: { text: 'mend the crane' } })
    await say(scope, 'deleted', 'u1', 'mend the gull')
    await say(scope, 'deleted', 'u2', 'then the tern')
    await deleteMessage(scope, { id: 'deleted:u1' })
    await forkConversation(scope, { source: 'late', newConversationId: 'fork' })
    await say(scope, 'mine', 'u1', 'mend the owl')
    await updateConversation(scope, { id: 'mine', title: '<Mine>' })
    await imports(scope, file)
  }
}

/** What each is called. */
const right: Readonly<Record<string, readonly [title: string | null, derived: string]>> = {
  late: [null, 'Mend the "stork" \ud83d\ude00'],
  greeting: [null, 'hello'],
  empty: [null, 'Untitled'],
  corrected: [null, 'Mend the crane'],
  deleted: [null, 'Then the tern'],
  fork: [null, 'Mend the "stork" \ud83d\ude00'],
  mine: ['<Mine>', 'Mend the owl'],
  tool: ['The heron', 'Mend the heron'],
  'tool.agent-x': ['Scout the marsh', 'Look around'],
}

async function known(store: GraphStore): Promise<void> {
  for (const scope of await scopesOn(store)) {
    for (const [id, titles] of Object.entries(right)) {
      const { title, derivedTitle } = (await scope.reads.conversation(id)) as Conversation
      assert.deepEqual([title, derivedTitle], titles, id)
      assert.deepEqual((await integrity(scope, id)).findings, [], id)
    }
    const [, agent] = await scope.store.importMarks(['tool', 'tool.agent-x'].map((id) => importStates.nameOf(id)))
    assert.equal((importStates.read(agent) as ImportState).title, 'Scout the marsh')
  }
}

describeOnce('titles of conversations of before', () => {
  it('are mended in a SQLite file', async () => {
    const path = join(newFolder(), 'store.db')
    const store = await openSqliteStore({ path })
    await fill(store)
    await known(store)
    await store.close()
    const connection = connect(path, 'writer')
    const marked = `json_set(value, '$.title', null, '$.rank', 0)`
    // As they were called before: by the first turn with text, whatever it was, and sub-agents by nothing.
    connection.exec(`UPDATE conversations SET body = json_set(body, '$.derived[0]', 'New chat');
      UPDATE conversations SET body = json_remove(body, '$.title') WHERE id = 'tool.agent-x';
      UPDATE import_marks SET value = ${marked} WHERE name LIKE 'left:tool.agent%'`)
    migrateAnew(connection, path, titles)
    connection.close()
    const again = await openSqliteStore({ path })
    await known(again)
    assert.deepEqual(await again.faults(), [])
    await again.close()
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`titles of conversations of before on Neo4j ${version}`, { skip }, () => {
    it('are mended, also when that is begun anew', async () => {
      const address = await withNeo4j(line)
      await clear(address)
      const store = await openNeo4jStore(address)
      await fill(store)
      await known(store)
      await store.close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const forget = `MATCH (c:Conversation) WHERE c.body CONTAINS 'Mend the'
        SET c.body = replace(c.body, 'Mend the', 'mend a') RETURN count(*) AS forgotten`
      await driver.executeQuery(forget)
      for (let k = 0; k < 2; k++) {
        await takeAnewFrom(driver, neo4jTitles)
        const again = await openNeo4jStore(address)
        await known(again)
        await again.close()
      }
      await driver.close()
    })
  })
}

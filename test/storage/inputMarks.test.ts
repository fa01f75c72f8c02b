import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { isMarkOf } from '../../src/domain/access/keyedDigest.ts'
import { sha256 } from '../../src/domain/tree/pathHash.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { inputMarks as neo4jInputMarks } from '../../src/storage/neo4j/registry/inputMarks.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { inputMarks } from '../../src/storage/sqlite/steps/inputMarks.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { changes, event } from '../support/changes.ts'
import { clear } from '../support/clearNeo4j.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'
import { creation } from './contract/writing.ts'
import { migrateAnew, takeAnewFrom } from '../support/migrateAnew.ts'

const tenants = ['one', 'other'].map(tenantFor)
const names = Array.from({ length: 1100 }, (_, k) => `key ${k}`)
const digestOf = (name: string) => sha256(`what ${name} came with`)

/** Keeps keys as the version before did. */
async function fill(store: GraphStore): Promise<void> {
  for (const tenant of tenants)
    await Promise.all(
      names.map((key, k) => {
        const record = { key, operation: 'createConversation', inputHash: digestOf(key), result: null }
        return store.write(tenant, {
          ...changes(event(`e${k}`, `c${k}`), { conversations: [creation(`c${k}`)] }),
          key: record,
        })
      }),
    )
}

/** Every retry over the update is a replay, and no mark is a plain digest. */
async function marked(store: GraphStore): Promise<void> {
  const marks = new Set<string>()
  for (const tenant of tenants) {
    const { nameKey = '' } = (await store.registry.tenant(tenant)) ?? {}
    for (const [k, record] of (await store.keys(tenant, names)).entries()) {
      const name = names[k] ?? ''
      assert.ok(isMarkOf(record?.inputHash ?? '', nameKey, digestOf(name)))
      assert.notEqual(record?.inputHash, digestOf(name))
      marks.add(record?.inputHash ?? '')
    }
  }
  assert.equal(marks.size, names.length * tenants.length)
}

describeOnce('the marks of inputs', () => {
  it('are made of the digests in a SQLite file of before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-marks-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'store.db')
    const store = await openSqliteStore({ path })
    await fill(store)
    await store.close()
    const connection = connect(path, 'writer')
    migrateAnew(connection, path, inputMarks)
    connection.close()
    const again = await openSqliteStore({ path })
    await marked(again)
    assert.deepEqual(await again.faults(), [])
    await again.close()
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`the marks of inputs on Neo4j ${version}`, { skip }, () => {
    it('are made of the digests of before, also when that is begun anew', async () => {
      const address = await withNeo4j(line)
      await clear(address)
      const store = await openNeo4jStore(address)
      await fill(store)
      await store.close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      for (let k = 0; k < 2; k++) {
        await takeAnewFrom(driver, neo4jInputMarks)
        const again = await openNeo4jStore(address)
        await marked(again)
        await again.close()
      }
      await driver.close()
    })
  })
}

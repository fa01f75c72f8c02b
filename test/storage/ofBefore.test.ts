/** Stores that the version before tenants, keys and salts made are opened, and are whole, with what is new. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { integrity } from '../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../src/app/integrity/verifyPath.ts'
import { conversationsPage } from '../../src/app/read/lists.ts'
import type { Scope } from '../../src/app/scope.ts'
import { isMarkOf } from '../../src/domain/access/keyedDigest.ts'
import type { Event, KeyRecord, Observation } from '../../src/domain/model.ts'
import { contentHash, sha256 } from '../../src/domain/tree/pathHash.ts'
import { Refusal } from '../../src/domain/refusals.ts'
import { defaultTenant } from '../../src/domain/access/tenant.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { backedUp, contentOf, restored } from '../support/backups.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'
import { say } from '../support/talk.ts'
import { newFolder } from '../faults/support/folder.ts'
import { neo4jOfBefore, noted, sqliteOfBefore } from './before/load.ts'

interface Given {
  readonly tenant?: string
  readonly salted?: boolean
  readonly nameKey?: string
}
interface Line {
  readonly line: string
  readonly value: object
}

/** Returns acts on the tenant of before, known as the registry knows it now, or on another one. */
async function actsOnTenant(store: GraphStore): Promise<(given?: Given) => Scope> {
  const bytes = await openDirectory(newFolder())
  const on = actsOn('the store', () => store, () => bytes) // prettier-ignore
  const { nameKey = '' } = (await store.registry.tenant(defaultTenant)) ?? {}
  return (given) => on.scope({ tenant: defaultTenant, nameKey, ...given })
}

async function valuesOf<T>(scope: Scope, kind: string): Promise<T[]> {
  const lines = contentOf(await backedUp(scope)).map((line) => JSON.parse(line) as Line)
  return lines.filter(({ line }) => line === kind).map(({ value }) => value as T)
}

/** All that was said is there with its hashes, its paths are valid, and nobody is said to have done it. */
async function isWhole(store: GraphStore): Promise<void> {
  const scopeOf = await actsOnTenant(store)
  const observations = await valuesOf<Observation>(scopeOf(), 'observation')
  const hashes = observations.map(({ id, contentHash, place }) => `${id} ${contentHash} ${place?.pathHash ?? ''}`)
  assert.deepEqual([hashes.length, sha256(hashes.sort().join('\n'))], [noted.observations, noted.digest])
  for (const each of observations) assert.equal(contentHash({ ...each, salt: null }), each.contentHash, each.id)
  const { items } = await conversationsPage(scopeOf(), { includeDeleted: true }, { first: 100 })
  assert.ok(items.length > 5)
  for (const { item } of items) {
    const { findings } = await integrity(scopeOf(), item.id)
    // The bytes of attachments lie beside a store.
    const found = findings.filter(({ code }) => code !== 'ATTACHMENT_BYTES_MISSING')
    assert.deepEqual(found, [], item.id)
    if (item.headId !== null) assert.equal((await verifyPath(scopeOf(), item.headId)).status, 'VALID', item.id)
  }
  const events = await valuesOf<Event>(scopeOf(), 'event')
  assert.ok(events.length > 20)
  for (const event of events) assert.equal(event.principal, null)
}

/** The one tenant is there, plain and active; what is kept of inputs is keyed, and a retry is a replay as before. */
async function isRegistered(store: GraphStore): Promise<string> {
  const scopeOf = await actsOnTenant(store)
  const [tenant, ...others] = await store.registry.tenants()
  assert.deepEqual(others, [])
  const { nameKey = '', ...known } = tenant ?? {}
  assert.deepEqual(known, { name: defaultTenant, state: 'ACTIVE', salted: false, createdAt: null })
  assert.match(nameKey, /^[0-9a-f]{64}$/)
  assert.deepEqual(await store.registry.apiKeys(), [])
  const records = await valuesOf<KeyRecord>(scopeOf(), 'idempotencyKey')
  assert.ok(records.length > 1)
  for (const { inputHash } of records) assert.match(inputHash, /^k:[0-9a-f]{64}$/)
  assert.ok(records.every(({ inputHash }) => !isMarkOf(inputHash, '0'.repeat(64), sha256('my number is 17'))))
  const number = { idempotencyKey: 'number' }
  assert.equal((await say(scopeOf(), 'plain', 'u1', 'my number is 17', number)).replayed, true)
  await assert.rejects(
    say(scopeOf(), 'plain', 'u1', 'my number is 18', number),
    (thrown: unknown) => thrown instanceof Refusal && thrown.code === 'IDEMPOTENCY_MISMATCH',
  )
  return nameKey
}

/** What comes after it is salted has salts beside the plain hashes of before, also where a backup is restored. */
async function goesOnSealed(store: GraphStore, nameKey: string): Promise<void> {
  const scopeOf = await actsOnTenant(store)
  await store.registry.saltTenant(defaultTenant)
  const { observation } = await say(scopeOf({ salted: true }), 'plain', 'u2', 'my number is 17')
  assert.match(observation.salt ?? '', /^[0-9a-f]{32}$/)
  const bytes = await backedUp(scopeOf(), { attachments: null })
  assert.ok(bytes.includes(nameKey) && bytes.includes(observation.salt ?? ''))
  const own = '5'.repeat(64)
  const other = () => scopeOf({ tenant: 'restored', nameKey: own })
  await store.registry.addTenant({
    ...{ name: other().tenant, state: 'ACTIVE', salted: false },
    ...{ nameKey: own, createdAt: null },
  })
  await restored(other(), bytes)
  assert.equal((await store.registry.tenant(other().tenant))?.nameKey, nameKey)
  const known = () => scopeOf({ tenant: 'restored' })
  assert.deepEqual(contentOf(await backedUp(known(), { attachments: null })), contentOf(bytes))
  const head = (await other().reads.conversation('plain'))?.headId ?? ''
  assert.equal((await verifyPath(other(), head)).status, 'VALID')
}

describeOnce('a SQLite file of the version before tenants', () => {
  it('is whole, registered, salted from then on, and has nothing left of what was deleted', async () => {
    const path = join(newFolder(), 'store.db')
    writeFileSync(path, sqliteOfBefore())
    const holds = () => readFileSync(path).includes(noted.deleted)
    assert.ok(holds())
    const store = await openSqliteStore({ path })
    assert.ok(!holds())
    await isWhole(store)
    const nameKey = await isRegistered(store)
    assert.deepEqual(await store.faults(), [])
    await store.close()
    const again = await openSqliteStore({ path })
    assert.equal(await isRegistered(again), nameKey)
    await goesOnSealed(again, nameKey)
    assert.deepEqual(await again.faults(), [])
    await again.close()
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`a Neo4j ${version} of the version before tenants`, { skip }, () => {
    it('is whole, registered by one of two who open it, or by who begins anew, and salted from then on', async () => {
      const address = await withNeo4j(line)
      await neo4jOfBefore(address)
      const opened = await Promise.all([openNeo4jStore(address), openNeo4jStore(address)])
      const nameKeys: string[] = []
      for (const store of opened) {
        nameKeys.push(await isRegistered(store))
        await store.close()
      }
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const before = { version: neo4j.int(noted.version) }
      await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = $version', before)
      await driver.close()
      const again = await openNeo4jStore(address)
      await isWhole(again)
      assert.deepEqual([...nameKeys, await isRegistered(again)], Array(3).fill(nameKeys[0]))
      await goesOnSealed(again, nameKeys[0] ?? '')
      await again.close()
    })
  })
}

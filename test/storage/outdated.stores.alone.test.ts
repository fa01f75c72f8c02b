/** A store that a newer version has migrated while an older one has it open. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { newConversation } from '../../src/domain/messages/newConversation.ts'
import { StoreOutdated, type GraphStore } from '../../src/storage/graphStore.ts'
import { connect as connectNeo4j, usualTimeouts } from '../../src/storage/neo4j/connection/connection.ts'
import { oldestWriterOf } from '../../src/storage/neo4j/migrations.ts'
import { migrations, newestVersion, type Migration } from '../../src/storage/neo4j/schema.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { APPEND } from '../../src/storage/neo4j/writing/cypherAppend.ts'
import { CONVERSATION_WRITE } from '../../src/storage/neo4j/writing/cypherConversationWrite.ts'
import { FORK } from '../../src/storage/neo4j/writing/cypherFork.ts'
import { CHECK_RECORDS, WRITE_EDGES, WRITE_NODES } from '../../src/storage/neo4j/writing/cypherRecordWrite.ts'
import { WRITE } from '../../src/storage/neo4j/writing/cypherWrite.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { appendTurn, turnAfter } from '../support/appends.ts'
import { changes, event } from '../support/changes.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'
import { pause, waitFor } from '../support/waitFor.ts'

const tenant = tenantFor('outdated')
const at = '2026-01-01T00:00:00.000000000Z'

async function begin(store: GraphStore, id: string): Promise<void> {
  const value = { ...newConversation(id, at, {}), version: 1 }
  await store.write(tenant, changes(event(`start ${id}`, id), { conversations: [{ expected: null, value }] }))
}

/** It writes nothing more, says so at once to whoever asks whether it can work, and once to whoever runs it. */
async function isOutdated(store: GraphStore, id: string): Promise<void> {
  const before = await store.rowCounts()
  const isSure = (thrown: unknown) => thrown instanceof StoreOutdated && thrown.isLasting && !thrown.uncertain
  const [frontier] = await store.frontiers(tenant, [id])
  assert.ok(frontier)
  await assert.rejects(store.ready(), isSure)
  await assert.rejects(store.write(tenant, turnAfter(frontier, 'late', at)), isSure)
  const key = { ...{ id: 'k', secretHash: 'h', scopes: [], label: null }, ...{ createdAt: at, expiresAt: null } }
  await assert.rejects(
    store.registry.addApiKey({ ...key, tenant: tenantFor('default'), revokedAt: null, lastUsedAt: null }),
    isSure,
  )
  await store.outdated
  assert.deepEqual(await store.rowCounts(), before)
}

describeOnce('a SQLite file that a newer version has migrated', () => {
  it('takes no more writes of the process that has it open', async () => {
    const path = join(newFolder(), 'store.db')
    const store = await openSqliteStore({ path })
    await begin(store, 'c')
    const newer = connect(path, 'writer')
    newer.exec(`PRAGMA user_version = ${Number(newer.get('PRAGMA user_version')?.[0]) + 1}`)
    newer.close()
    await isOutdated(store, 'c')
    await store.close()
  })
})

const readsAnew: Migration = () => Promise.resolve()

describeOnce('the oldest writer that a schema of Neo4j takes', () => {
  it('is the version of the last step that older writers would break', () => {
    assert.equal(oldestWriterOf(migrations), newestVersion)
    assert.equal(oldestWriterOf([...migrations, readsAnew]), newestVersion + 1)
    assert.equal(oldestWriterOf([...migrations, { gentle: readsAnew }, { gentle: [] }]), newestVersion)
    assert.equal(oldestWriterOf([...migrations, { gentle: [] }, readsAnew]), newestVersion + 2)
  })
})

for (const { line, version, skip } of await neo4jLines()) {
  describe(`a Neo4j ${version} that a newer version has migrated`, { skip }, () => {
    const patient = { timeouts: { read: 60_000, write: 240_000 } }
    const open = async (...added: readonly Migration[]) =>
      openNeo4jStore({ ...(await withNeo4j(line)), ...patient, migrations: [...migrations, ...added] })
    const inDatabase = async <T>(work: (driver: ReturnType<typeof neo4j.driver>) => Promise<T>): Promise<T> => {
      const { uri, user, password } = await withNeo4j(line)
      const driver = neo4j.driver(uri, neo4j.auth.basic(user, password))
      try {
        return await work(driver)
      } finally {
        await driver.close()
      }
    }
    const versions = () =>
      inDatabase(async (driver) => {
        const { records } = await driver.executeQuery('MATCH (v:SchemaVersion) RETURN v.version AS v, v.minWriter AS m')
        return records.map((record) => [Number(record.get('v')), Number(record.get('m'))])
      })
    const setBack = () =>
      inDatabase((driver) =>
        driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = $version, v.minWriter = $version', {
          version: neo4j.int(newestVersion),
        }),
      )

    it('knows its oldest writer, however often it is opened', async () => {
      for (let starts = 0; starts < 2; starts++) {
        const store = await open()
        await begin(store, `again ${starts}`)
        await store.close()
        assert.deepEqual(await versions(), [[newestVersion, newestVersion]])
      }
    })

    it('has each step once, in order, and again one that failed', async () => {
      const done: string[] = []
      let isFailing = true
      const note = (name: string) => () => Promise.resolve(void done.push(name))
      const failing = () => {
        if (isFailing) return Promise.reject(new Error('It fails.'))
        return note('second')()
      }
      const steps: Migration[] = [note('first'), failing, ['CREATE (:HealthCheck {name: "a step"})']]
      await assert.rejects(open(...steps), /It fails\./)
      assert.deepEqual([done, await versions()], [['first'], [[newestVersion, newestVersion + 3]]])
      isFailing = false
      for (let starts = 0; starts < 2; starts++) {
        await (await open(...steps)).close()
        assert.deepEqual(await versions(), [[newestVersion + 3, newestVersion + 3]])
      }
      assert.deepEqual(done, ['first', 'first', 'second'])
      await inDatabase(async (driver) => {
        const { records } = await driver.executeQuery('MATCH (n:HealthCheck) RETURN n.name AS name')
        await driver.executeQuery('MATCH (n:HealthCheck) DELETE n')
        assert.deepEqual(
          records.map((record): unknown => record.get('name')),
          ['a step'],
        )
      })
      await setBack()
    })

    it('takes no more writes of older servers, and none of their statements', async () => {
      const older = await open()
      await begin(older, 'c')
      const newer = await open(readsAnew)
      await isOutdated(older, 'c')
      assert.equal(await appendTurn(newer, tenant, 'c', 'by the newer one'), 0)
      const connection = connectNeo4j(await withNeo4j(line), usualTimeouts, { writer: newestVersion })
      for (const statement of [WRITE, APPEND, CONVERSATION_WRITE, FORK, CHECK_RECORDS, WRITE_NODES, WRITE_EDGES])
        await assert.rejects(connection.write(statement, { rows: [] }, 60_000), StoreOutdated)
      await Promise.all([older.close(), newer.close(), connection.close()])
      await setBack()
    })

    it('takes those of older servers after a gentle step', async () => {
      const older = await open()
      await begin(older, 'gentle')
      const newer = await open({ gentle: readsAnew })
      await older.ready()
      assert.equal(await appendTurn(older, tenant, 'gentle', 'by the older one'), 0)
      await Promise.all([older.close(), newer.close()])
      await setBack()
    })

    it('begins no step before the writes of older servers that are under way have ended', async () => {
      await (await open()).close()
      await inDatabase(async (driver) => {
        const session = driver.session()
        const underWay = session.beginTransaction()
        await underWay.run("CREATE (:HealthCheck {name: 'under way'})")
        let isBegun = false
        const opening = open(async () => {
          isBegun = true
          await Promise.resolve()
        })
        await waitFor(async () => (await versions())[0]?.[1] === newestVersion + 1)
        await pause(200, 'long enough for a step that would not wait')
        assert.equal(isBegun, false)
        await underWay.commit()
        await (await opening).close()
        assert.equal(isBegun, true)
        await session.run('MATCH (n:HealthCheck) DELETE n')
        await session.close()
      })
      await setBack()
    })
  })
}

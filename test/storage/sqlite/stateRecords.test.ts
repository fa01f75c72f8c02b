import assert from 'node:assert/strict'
import { it } from 'node:test'
import { noRecords } from '../../../src/domain/changes.ts'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { schemaVersion } from '../../../src/storage/sqlite/migrations.ts'
import { migrations } from '../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { stateRecords } from '../../../src/storage/sqlite/records/stateRecord.ts'
import { changes, event, fill, seqsOf } from '../../support/changes.ts'
import { tenantFor } from '../../support/tenants.ts'
import { converse, createWorld, store as put } from '../../support/world.ts'
import { newPath } from './folder.ts'

const tenant = tenantFor('t')

it('a store of before keeps what it holds, and takes records', async () => {
  const path = newPath()
  const world = createWorld()
  converse(world, 'c')
  const node = put(world, 'c')
  const before = await openSqliteStore({ path })
  await fill(before, tenant, world)
  await before.close()
  const connection = connect(path, 'writer')
  connection.exec(`DROP TABLE state_records; PRAGMA user_version = ${migrations.indexOf(stateRecords.create)}`)
  connection.close()

  const store = await openSqliteStore({ path })
  const place = { conversationId: 'c', kind: 'k', key: 'a' }
  assert.deepEqual(await store.stateRecords(tenant, [place]), [null])
  assert.deepEqual(await store.observations(tenant, [node.id]), [node])
  const value = {
    ...{ ...place, parentKey: null, value: { x: 1 }, base64: null, version: 1, observationId: node.id },
    storedAt: '2026-01-01T00:00:00.000000000Z',
  }
  const written = changes(event('e', null, { kind: 'RECORD' }), {
    ...noRecords,
    stateRecords: [{ expected: null, value }],
  })
  seqsOf(await store.write(tenant, written))
  assert.deepEqual(await store.stateRecords(tenant, [place]), [value])
  assert.deepEqual(await store.faults(), [])
  await store.close()
  const now = connect(path, 'reader')
  assert.equal(schemaVersion(now), migrations.length)
  now.close()
})

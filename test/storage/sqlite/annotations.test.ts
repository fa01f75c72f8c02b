import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate } from '../../../src/storage/sqlite/migrations.ts'
import { migrations } from '../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { annotations } from '../../../src/storage/sqlite/records/annotations.ts'
import { noRecords } from '../../../src/domain/changes.ts'
import { changes, event } from '../../support/changes.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'

it('a store of before has no annotations, and keeps those that come', async () => {
  const path = newPath()
  const connection = connect(path, 'writer')
  migrate(connection, path, migrations.slice(0, migrations.indexOf(annotations.create)))
  connection.close()

  const store = await openSqliteStore({ path })
  assert.deepEqual(await store.annotations(tenantFor('t'), ['o']), [null])
  const value = { id: 'o', version: 1, values: { rating: 5 } }
  await store.write(
    tenantFor('t'),
    changes(event('e', null), { ...noRecords, annotations: [{ expected: null, value }] }),
  )
  assert.deepEqual(await store.annotations(tenantFor('t'), ['o']), [value])
  await store.close()
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate } from '../../../src/storage/sqlite/migrations.ts'
import { migrations } from '../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { noRecords } from '../../../src/domain/changes.ts'
import { changes, event } from '../../support/changes.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'

it('attachments that an earlier turngraph kept have no file name, until they are sent with one', async () => {
  const path = newPath()
  const connection = connect(path, 'writer')
  migrate(connection, path, migrations.slice(0, 2))
  const id = 'a'.repeat(64)
  const kept = { mediaType: 'text/plain', byteSize: 1, uri: null }
  const createdAt = '2026-01-01T00:00:00.000000000Z'
  connection.exec(`
    INSERT INTO tenants (tenant, name) VALUES (1, 't');
    INSERT INTO attachments (tenant, id, created_at, body) VALUES (1, '${id}', '${createdAt}', '${JSON.stringify(kept)}');`)
  connection.close()

  const store = await openSqliteStore({ path })
  assert.deepEqual(await store.attachments(tenantFor('t'), [id]), [{ id, ...kept, fileName: null, createdAt }])
  const sent = { id, ...kept, mediaType: 'image/png', fileName: 'a.txt', createdAt }
  await store.write(tenantFor('t'), changes(event('e', null), { ...noRecords, attachments: [sent] }))
  assert.deepEqual(await store.attachments(tenantFor('t'), [id]), [{ id, ...kept, fileName: 'a.txt', createdAt }])
  await store.close()
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate } from '../../../src/storage/sqlite/migrations.ts'
import { migrations } from '../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { changes, event } from '../../support/changes.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'

it('checkpoints are listed in a file that was made before they had an index', async () => {
  const path = newPath()
  const connection = connect(path, 'writer')
  const version = migrations.findIndex((step) => typeof step === 'string' && step.includes('events_checkpoints'))
  migrate(connection, path, migrations.slice(0, version))
  connection.exec(`
    INSERT INTO tenants (tenant, name) VALUES (1, 't');
    INSERT INTO conversations (tenant, id, version, last_seq, created_at, activity_at, deleted, origin, metadata_key, body)
    VALUES (1, 'c', 1, 1, x'00', x'00', 0, 'HOST', '', '{"derived":["",""]}');
    INSERT INTO events (tenant, conversation_id, seq, id, kind, at, moves_head, body)
    VALUES (1, 'c', 1, 'e1', 'CREATE', x'202601010000000000000000', 0, '{}');`)
  connection.close()

  const store = await openSqliteStore({ path })
  const named = { ...event('e2', 'c'), kind: 'CHECKPOINT' as const, details: { name: 'here', observationId: null } }
  assert.equal((await store.write(tenantFor('t'), changes(named))).kind, 'written')
  const [listed] = await store.lists(tenantFor('t'), [{ list: 'checkpoints', owner: 'c', after: null, limit: 5 }])
  assert.deepEqual(listed, [{ ...named, seq: 2 }])
  await store.close()
})

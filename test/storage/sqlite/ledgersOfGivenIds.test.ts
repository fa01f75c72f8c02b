import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate } from '../../../src/storage/sqlite/migrations.ts'
import { migrations } from '../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { idValue } from '../../../src/storage/sqlite/connection/values.ts'
import { changes, event } from '../../support/changes.ts'
import { creation } from '../contract/writing.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'

const small = '6da7d497-00e2-460d-a6b4-d280e0314cfd'
const large = small.toUpperCase()
const ledger = { list: 'ledger', after: null, limit: 10 } as const

describe('ledgers of ids that look like UUIDs', () => {
  it('that an earlier turngraph kept under the UUID are found under the id again', async () => {
    const path = newPath()
    const connection = connect(path, 'writer')
    migrate(connection, path, migrations.slice(0, 1))
    connection.exec(`
      INSERT INTO tenants (tenant, name) VALUES (1, 't');
      INSERT INTO conversations (tenant, id, version, last_seq, created_at, activity_at, deleted, origin, metadata_key, body)
      VALUES (1, '${large}', 1, 1, x'00', x'00', 0, 'HOST', '', '{"derived":["",""]}');
      INSERT INTO events (tenant, conversation_id, seq, id, kind, at, moves_head, body)
      VALUES (1, ${idValue(`'${large}'`)}, 1, 'e1', 'CREATE', x'202601010000000000000000', 0, '{}');`)
    connection.close()

    const store = await openSqliteStore({ path })
    const written = await store.write(tenantFor('t'), changes(event('e2', small), { conversations: [creation(small)] }))
    assert.equal(written.kind, 'written')
    const [ofLarge, ofSmall] = await store.lists(tenantFor('t'), [
      { ...ledger, owner: large },
      { ...ledger, owner: small },
    ])
    assert.deepEqual(
      ofLarge?.map(({ id, conversationId }) => [id, conversationId]),
      [['e1', large]],
    )
    assert.deepEqual(
      ofSmall?.map(({ id, conversationId }) => [id, conversationId]),
      [['e2', small]],
    )
    await store.close()
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { addBends } from '../../../src/storage/sqlite/steps/bends.ts'
import { migrations } from '../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { bendedWorld, withoutBends } from '../../support/bends.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'

describe('the bends of paths', () => {
  it('are found in a file that was written before they were kept', async () => {
    const path = newPath()
    const worlds = [bendedWorld(7), bendedWorld(8, 20)]
    const before = await openSqliteStore({ path })
    for (const [i, { changes }] of worlds.entries())
      for (const change of changes) await before.write(tenantFor(`tenant ${i}`), change)
    await before.close()
    const connection = connect(path, 'writer')
    for (const [rowid = null, body] of connection.all('SELECT rowid, body FROM observations'))
      connection.run('UPDATE observations SET body = ?2 WHERE rowid = ?1', rowid, withoutBends(String(body)))
    assert.ok(migrations.includes(addBends))
    addBends(connection)
    connection.close()

    const after = await openSqliteStore({ path })
    for (const [i, { observations }] of worlds.entries()) {
      const all = [...observations.values()]
      const found = await after.observations(
        tenantFor(`tenant ${i}`),
        all.map(({ id }) => id),
      )
      assert.deepEqual(found, all)
    }
    assert.ok([...(worlds[0]?.observations.values() ?? [])].some(({ place }) => (place?.bend?.number ?? 0) > 40))
    await after.close()
  })
})

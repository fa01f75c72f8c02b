import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDirectory } from '../../../../src/storage/attachments/directory.ts'
import { connect } from '../../../../src/storage/sqlite/connection/connection.ts'
import { openSqliteStore } from '../../../../src/storage/sqlite/store.ts'
import { newFolder } from '../../../faults/support/folder.ts'
import { everything } from '../../../support/backups.ts'
import { actsOn } from '../../../support/scopes.ts'
import { newPath } from '../folder.ts'

describe('the sums of conversations in a SQLite file', () => {
  it('are compared with what is stored: the faults of a file name those that differ', async () => {
    const path = newPath()
    const store = await openSqliteStore({ path })
    const bytes = await openDirectory(newFolder())
    const { scope } = actsOn(
      'the store',
      () => store,
      () => bytes,
    )
    await everything(scope())
    await store.close()
    const connection = connect(path, 'writer')
    connection.exec(
      'UPDATE conversation_sums SET nodes = nodes + 1 WHERE fork_level = 1 AND deleted = 0 AND experiment = 0',
    )
    connection.close()
    const again = await openSqliteStore({ path })
    const faults = await again.faults()
    assert.ok(faults.length > 0)
    for (const { code, details } of faults)
      assert.deepEqual([code, details['forkLevel'], details['deleted']], ['SUMS_DIFFER', 1, false])
    await again.close()
  })
})

/** Files of the version before conversations were summed up have these sums, and days by working directory. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { analytics } from '../../src/app/analytics/analytics.ts'
import type { Scope } from '../../src/app/scope.ts'
import { defaultTenant } from '../../src/domain/access/tenant.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { conversationSums, firstVersion, migrations } from '../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { everything } from '../support/backups.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'

const before = `
DROP TRIGGER conversation_added;
DROP TRIGGER conversation_grown;
DROP TRIGGER conversation_moved;
DROP TRIGGER fork_point_continued;
DROP TRIGGER conversation_directory_changed;
DROP TABLE conversation_sums;
DROP TABLE usage_cwd_days;
PRAGMA user_version = ${firstVersion + migrations.indexOf(conversationSums) - 1};
`

async function scopeOn(store: GraphStore): Promise<Scope> {
  const bytes = await openDirectory(newFolder())
  return actsOn(
    'the store',
    () => store,
    () => bytes,
  ).scope({ tenant: 'default' })
}

async function shown(scope: Scope) {
  const all = await analytics(scope, { includeExperiments: true })
  const { failedCalls: _, prompts: __, notes: ___, ...shape } = await all.treeShape()
  const spent = (await all.usageBy('CWD', 9)).map(({ key, totals }) => [key, totals.inputTokens])
  return { shape, depths: await all.forkDepths(), spent }
}

describeOnce('a SQLite file of the version before conversations were summed up', () => {
  it('has their sums, and folds its days anew', async () => {
    const path = join(newFolder(), 'store.db')
    const store = await openSqliteStore({ path })
    await everything(await scopeOn(store))
    await store.foldRollups(defaultTenant)
    const expected = await shown(await scopeOn(store))
    await store.close()
    const connection = connect(path, 'writer')
    connection.exec(before)
    connection.close()
    for (let starts = 0; starts < 2; starts++) {
      const again = await openSqliteStore({ path })
      assert.deepEqual(await shown(await scopeOn(again)), expected)
      assert.deepEqual(await again.faults(), [])
      await again.foldRollups(defaultTenant)
      await again.close()
    }
  })

  it('says which of them are not what is stored', async () => {
    const path = join(newFolder(), 'store.db')
    const store = await openSqliteStore({ path })
    await everything(await scopeOn(store))
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

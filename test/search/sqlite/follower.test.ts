import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { followerOf } from '../../../src/search/sqlite/follower.ts'
import { openIndexFile, type IndexFile } from '../../../src/search/sqlite/indexFile.ts'
import type { GraphStore } from '../../../src/storage/graphStore.ts'
import { connect, type Connection } from '../../../src/storage/sqlite/connection/connection.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { newPath } from '../../storage/sqlite/folder.ts'
import { fill } from '../../support/changes.ts'
import { tenantFor } from '../../support/tenants.ts'
import { converse, store as storeIn, textBlock } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'

const tenant = tenantFor('default')

describe('what follows a store', () => {
  const path = newPath()
  let [store, rows]: [GraphStore | null, Connection | null] = [null, null]
  const opened: IndexFile[] = []
  const index = () => {
    const made = openIndexFile(newPath('search.db'))
    opened.push(made)
    return made
  }
  const follower = (file = index()) => {
    assert.ok(rows)
    return { file, ...followerOf(rows, file) }
  }
  const found = ({ connection }: IndexFile, word: string) =>
    connection.all('SELECT rowid FROM documents WHERE documents MATCH ?', `"${word}"`).length

  before(async () => {
    store = await openSqliteStore({ path })
    rows = connect(path, 'reader')
    const world = createWorld()
    converse(world, 'trip')
    for (const [k, text] of ['red fox', 'blue fox', '', 'dog'].entries())
      storeIn(world, 'trip', { turnId: `t${k}`, role: 'USER', blocks: [textBlock(text)] })
    await fill(store, tenant, world)
  })
  after(async () => {
    for (const { connection } of opened) connection.close()
    rows?.close()
    await store?.close()
  })

  it('takes in all rows that there are, those without words too, and then there are none', () => {
    const one = follower()
    const { file } = one
    assert.deepEqual([one.behind(), one.isUpToDate()], [4, false])
    assert.equal(one.step(), 'some')
    assert.deepEqual([one.behind(), one.isUpToDate(), found(file, 'fox'), found(file, 'dog')], [0, true, 2, 1])
    assert.equal(one.step(), false)
  })

  it('takes in nothing of a tenant that is being erased', async () => {
    const { registry } = store as GraphStore
    const going = tenantFor('going')
    await registry.addTenant({ name: going, state: 'ACTIVE', salted: false, nameKey: '0'.repeat(64), createdAt: null })
    const world = createWorld()
    converse(world, 'trip')
    storeIn(world, 'trip', { turnId: 't1', role: 'USER', blocks: [textBlock('heron')] })
    await fill(store as GraphStore, going, world)
    const before = follower()
    before.step()
    assert.equal(found(before.file, 'heron'), 1)
    await registry.setTenantState(going, 'ERASING', ['ACTIVE'])
    const after = follower()
    after.step()
    assert.deepEqual([after.isUpToDate(), found(after.file, 'heron'), found(after.file, 'fox')], [true, 0, 2])
  })

  it('goes on where another one of the same file ended', () => {
    const first = follower()
    first.step()
    const second = follower(first.file)
    assert.equal(second.isUpToDate(), true)
    assert.equal(second.step(), false)
    assert.equal(found(first.file, 'fox'), 2)
  })

  it('begins anew where the file is of another store, or of another rule', () => {
    for (const mark of [
      { upto: 2, witness: 'another' },
      { upto: 999, witness: 'another' },
      { upto: -1, witness: '' },
    ]) {
      const one = follower()
      const { file } = one
      file.connection.run("INSERT INTO documents (rowid, words) VALUES (1, 'stale')")
      file.moveTo(mark)
      assert.equal(one.isUpToDate(), false)
      assert.equal(one.step(), 'some')
      assert.deepEqual([found(file, 'stale'), found(file, 'fox')], [0, 2], JSON.stringify(mark))
    }
  })

  it('takes in one row as it is now; of a row that is not there nothing', () => {
    const one = follower()
    const { file } = one
    one.add(1)
    one.add(999)
    assert.deepEqual([found(file, 'red'), found(file, 'fox')], [1, 1])
  })

  it('waits for nobody who is at the same step', () => {
    const path = newPath('search.db')
    const [mine, other] = [openIndexFile(path), openIndexFile(path)]
    opened.push(mine, other)
    other.connection.exec('BEGIN IMMEDIATE')
    const one = follower(mine)
    mine.connection.exec('PRAGMA busy_timeout = 0')
    assert.equal(one.step(), false)
    other.connection.exec('ROLLBACK')
    assert.equal(one.step(), 'some')
  })
})

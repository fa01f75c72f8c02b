import assert from 'node:assert/strict'
import { copyFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { connect, isLogEmptied } from '../../../../src/storage/sqlite/connection/connection.ts'
import { FileLost, walGuard } from '../../../../src/storage/sqlite/connection/walGuard.ts'
import { newPath } from '../folder.ts'

/** A guarded file with some rows, of which what follows is tried. */
function guarded(
  use: (files: { path: string; write: () => void; guard: ReturnType<typeof walGuard>; empty: () => boolean }) => void,
) {
  const path = newPath()
  const connection = connect(path, 'writer')
  connection.exec('CREATE TABLE t (x)')
  const write = () => connection.run('INSERT INTO t VALUES (zeroblob(3000))')
  write()
  const guard = walGuard(path, connection)
  try {
    use({ path, write, guard, empty: () => isLogEmptied(connection) })
  } finally {
    guard.close()
    connection.close()
  }
}
const lost = (message: RegExp) => ({ name: 'FileLost', message })

describe('the watch over the files of an open database', () => {
  it('sees nothing wrong with what is written, brought into the file, and written again', () => {
    guarded(({ write, guard, empty }) => {
      for (let k = 0; k < 3; k++) {
        write()
        guard.checkCommitted()
        assert.equal(empty(), true)
        guard.check()
      }
    })
  })

  it('says whether the log is empty', () => {
    guarded(({ write, guard, empty }) => {
      assert.equal(guard.isLogEmpty(), false)
      empty()
      guard.check()
      assert.equal(guard.isLogEmpty(), true)
      write()
      guard.checkCommitted()
      assert.equal(guard.isLogEmpty(), false)
    })
  })

  it('sees that the file is gone, or another one', () => {
    guarded(({ path, guard }) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(path, `${path}.away`)
      assert.throws(() => guard.check(), lost(/was removed while it was open/))
      renameSync(`${path}.copy`, path)
      assert.throws(() => guard.check(), lost(/was replaced by another file/))
      rmSync(path)
      renameSync(`${path}.away`, path)
      guard.check()
    })
  })

  it('sees that the log is gone, cut, or no log', () => {
    guarded(({ path, guard }) => {
      truncateSync(`${path}-wal`, statSync(`${path}-wal`).size - 1)
      assert.throws(() => guard.check(), lost(/-wal" was emptied or cut/))
    })
    guarded(({ path, guard }) => {
      writeFileSync(`${path}-wal`, Buffer.alloc(100))
      assert.throws(() => guard.checkCommitted(), FileLost)
    })
    guarded(({ path, guard }) => {
      rmSync(`${path}-wal`)
      assert.throws(() => guard.check(), lost(/-wal" was removed/))
    })
  })

  it('sees that the file is shorter than what it holds', () => {
    guarded(({ path, guard, empty }) => {
      empty()
      guard.check()
      truncateSync(path, 512)
      assert.throws(() => guard.check(), lost(/store\.db" was emptied or cut/))
    })
  })
})

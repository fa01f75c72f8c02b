import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { storeContract } from './storeContract.ts'

storeContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turngraph-sqlite-'))
  const options = { path: join(folder, 'deep', 'store.db') }
  let store = await openSqliteStore(options)
  const reopen = async () => {
    await store.close()
    store = await openSqliteStore(options)
    return store
  }
  const cleanup = async () => {
    await store.close()
    await rm(folder, { recursive: true })
  }
  return { store, reopen, cleanup }
})

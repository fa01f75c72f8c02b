/** A second process on a SQLite file: `child.ts appends|counts PATH NAME`. Says on stdout what was acknowledged. */
import type { GraphStore } from '../../../src/storage/graphStore.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { randomWorld } from '../../support/shapes.ts'
import { seqsOf } from '../../support/changes.ts'
import { countUp } from './countUp.ts'
import { tenantFor } from '../../support/tenants.ts'

/** Writes a random world per tenant, act by act, eight at a time, for as long as it lives. */
async function append(store: GraphStore, name: string): Promise<void> {
  const tenants = Array.from({ length: 8 }, async (_, k) => {
    for (const [scope, changes] of randomWorld(k, 400).changes.entries()) {
      seqsOf(await store.write(tenantFor(`${name} ${k}`), changes))
      process.stdout.write(`${k} ${scope + 1}\n`)
    }
  })
  await Promise.all(tenants)
}

const [, , mode, path = '', name = ''] = process.argv
const store = await openSqliteStore({ path, readers: 1 })
process.stdout.write('open\n')
await (mode === 'appends' ? append(store, name) : countUp(store, name))
await store.close()

/** A second process on a SQLite file: `readingChild.ts PATH TENANT HEAD`. For each line that it gets it reads three times, and says what it read last. */
import { createInterface } from 'node:readline'
import { openSqliteStore } from '../../../../../src/storage/sqlite/store.ts'
import type { Tenant } from '../../../../../src/domain/access/tenant.ts'

const [, , path = '', tenant = '', headId = ''] = process.argv
const store = await openSqliteStore({ path, readers: 2 })
for await (const _ of createInterface({ input: process.stdin })) {
  let read: unknown = null
  for (let k = 0; k < 3; k++) {
    const observations = await store.observations(tenant as Tenant, [headId])
    const segmentId = observations[0]?.place?.segmentId ?? ''
    const ranges = await store.ranges(tenant as Tenant, [{ axis: 'depth', segmentId, from: 0, to: 3 }])
    const tails = await store.tails(tenant as Tenant, [{ axis: 'turn', headId, last: 4 }])
    read = { observations, ranges, tails }
  }
  process.stdout.write(`${JSON.stringify(read)}\n`)
}
await store.close()

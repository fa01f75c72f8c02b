import { keyNames } from '../../../domain/erasure/names.ts'
import { instantOf } from '../../../domain/instants.ts'
import type { Json } from '../../../domain/model.ts'
import type { Connection } from '../connection/connection.ts'
import { int, timeOf } from '../properties/rows.ts'
import { index } from '../records/label.ts'

const writeTime = 60_000
const atOnce = 1_000

/** By these keys are found when their time is over, or when what their records name is erased. */
export const keyIndexes: readonly string[] = [
  index('idempotency_key_time', 'IdempotencyKey', ['tenant', 'storedAt']),
  index('key_name', 'KeyName', ['tenant', 'name']),
]

const UNDATED = `MATCH (k:IdempotencyKey) WHERE k.storedAt IS NULL
RETURN k.tenant AS tenant, k.key AS key, k.result AS result LIMIT $q.limit`
const DATE = `UNWIND $q.rows AS x
MATCH (k:IdempotencyKey {tenant: x.tenant, key: x.key})
USING INDEX SEEK k:IdempotencyKey(tenant, key)
WHERE k.storedAt IS NULL
SET k.storedAt = $q.at
FOREACH (name IN x.names | CREATE (:KeyName {tenant: x.tenant, name: name})-[:NAME_OF]->(k))`

/** Keys of before are dated now, so that they are kept as long as new ones, and found by what their records name. Done twice it changes nothing more. */
export async function keyIndex(connection: Connection): Promise<void> {
  const at = timeOf(instantOf(BigInt(Date.now()) * 1_000_000n))
  for (;;) {
    const records = await connection.read(UNDATED, { limit: int(atOnce) })
    const rows = records.map((record) => ({
      tenant: record.get('tenant') as string,
      key: record.get('key') as string,
      names: keyNames(JSON.parse(record.get('result') as string) as Json),
    }))
    if (rows.length === 0) return
    await connection.write(DATE, { rows, at }, writeTime)
  }
}

import { inputMark } from '../../../domain/access/keyedDigest.ts'
import { newNameKey } from '../../nameKey.ts'
import type { Connection } from '../connection/connection.ts'
import { registryCypher } from './registry.ts'

const TENANTS_OF_KEYS = 'MATCH (k:IdempotencyKey) RETURN DISTINCT k.tenant AS name'
const PAGE = `MATCH (k:IdempotencyKey {tenant: $q.tenant}) WHERE k.key > $q.after
RETURN k.key AS key, k.inputHash AS digest ORDER BY k.key LIMIT 1000`
const MARK = `UNWIND $q.rows AS row
MATCH (k:IdempotencyKey {tenant: $q.tenant, key: row.key}) SET k.inputHash = row.mark
RETURN count(*) AS rows`
const writeTime = 60_000

/** Marks inputs by the tenants' keys for names in place of plain digests. Begun again, it leaves those that have marks. */
export async function inputMarks(connection: Connection): Promise<void> {
  for (const record of await connection.read(TENANTS_OF_KEYS)) {
    const name = record.get('name') as string
    const asked = { name, nameKey: newNameKey(), salted: false, createdAt: null }
    await connection.write(registryCypher.addTenant, asked, writeTime)
    const [tenant] = await connection.read(registryCypher.tenant, { name })
    await markAll(connection, name, (tenant?.get('found') as { readonly nameKey: string }).nameKey)
  }
}

async function markAll(connection: Connection, tenant: string, nameKey: string): Promise<void> {
  for (let after = ''; ;) {
    const found = await connection.read(PAGE, { tenant, after })
    const last = found.at(-1)
    if (!last) return
    after = last.get('key') as string
    const rows = found.flatMap((record) => {
      const digest = record.get('digest') as string
      return digest.startsWith('k:') ? [] : [{ key: record.get('key') as string, mark: inputMark(nameKey, digest) }]
    })
    await connection.write(MARK, { tenant, rows }, writeTime)
  }
}

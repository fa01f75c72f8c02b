/** Numbers that say whether observations that were read before are still what the file holds, one for each tenant. */
import type { Connection } from '../../connection/connection.ts'
import { insertSummed, setSummed } from '../../writing/rowChecksum.ts'

export const summedEpochs = { observation_epochs: 'tenant, epoch' }

/** A tenant without a row has epoch 0. The number is raised by what changes rows of `observations`; new rows leave it as it is. */
export const createEpochs = `
CREATE TABLE observation_epochs (
  tenant INTEGER PRIMARY KEY REFERENCES tenants,
  epoch INTEGER NOT NULL,
  sum INTEGER
) STRICT;
`

const raised = setSummed(['tenant', 'epoch'], { epoch: 'epoch + 1' })
export const epochSql = {
  one: 'SELECT epoch FROM observation_epochs WHERE tenant = ?1',
  raise: `${insertSummed('observation_epochs', { tenant: '?1', epoch: '1' })} ON CONFLICT (tenant) DO UPDATE SET ${raised}`,
}
const tenants = 'SELECT tenant FROM tenants'

/** Returns the epoch of a tenant's observations, as of the transaction that reads them. */
export function epochOf(connection: Connection, tenant: number): number {
  return Number(connection.get(epochSql.one, tenant)?.[0] ?? 0)
}

/** Makes every process on the file forget what it has read of a tenant's observations, once the transaction is committed. */
export function raiseEpoch(connection: Connection, tenant: number): void {
  connection.run(epochSql.raise, tenant)
}

/** Does so for all tenants. */
export function raiseEpochs(connection: Connection): void {
  for (const [tenant] of connection.all(tenants)) raiseEpoch(connection, Number(tenant))
}

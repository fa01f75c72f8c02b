import type { RecordChanges } from '../../../domain/changes.ts'
import { insertSummed, setSummed } from '../writing/rowChecksum.ts'
import { oneKey, type Table } from './table.ts'

const create = `
CREATE TABLE guards (
  tenant INTEGER NOT NULL,
  name TEXT NOT NULL,
  value INTEGER NOT NULL,
  sum INTEGER,
  PRIMARY KEY (tenant, name)
) STRICT, WITHOUT ROWID;
`

const add = `${insertSummed('guards', { tenant: '?1', name: '?2', value: '1' })} ON CONFLICT DO NOTHING`
const raiseAny = `${insertSummed('guards', { tenant: '?1', name: '?2', value: '1' })}
  ON CONFLICT (tenant, name) DO UPDATE SET ${setSummed(['tenant', 'name', 'value'], { value: 'value + 1' })}`
const raise = `UPDATE guards SET ${setSummed(['tenant', 'name', 'value'], { value: 'value + 1' })}
  WHERE tenant = ?1 AND name = ?2 AND value = ?3`

/** Counters; one that was never raised is 0. */
export const guards: Table<number, RecordChanges['guards'][number], string, number> = {
  ...oneKey,
  create,
  byKey: 'SELECT value FROM guards WHERE tenant = ?1 AND name = ?2',
  all: 'SELECT name, value FROM guards WHERE tenant = ?1',
  count: 'SELECT count(*) FROM guards',
  read: ([value]) => Number(value),
  nothing: 0,
  rowOf: ({ name, expected }) => [name, expected],
  write: (connection, tenant, [name = null, expected = null]) => {
    const own = [tenant, name] as const
    const done =
      expected === null
        ? connection.run(raiseAny, ...own)
        : expected === 0
          ? connection.run(add, ...own)
          : connection.run(raise, ...own, expected)
    return done === 1 ? null : { kind: 'guardChanged', name: String(name) }
  },
  writes: [add, raise, raiseAny],
}

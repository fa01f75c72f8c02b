import { factOf, factRow, type FactRow } from '../../rows/fact.ts'
import type { Fact } from '../../../domain/messages/snapshot.ts'
import { setSummed } from '../writing/rowChecksum.ts'
import { columnsOf, oneKey, type Table } from './table.ts'

const create = `
CREATE TABLE facts (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  owner TEXT NOT NULL,
  observed_at TEXT NOT NULL,
  ingested_at TEXT NOT NULL,
  body TEXT NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, id)
) STRICT;
CREATE INDEX facts_by_owner ON facts (tenant, owner, observed_at, id DESC);
`

const columns = columnsOf<Fact, FactRow>({
  table: 'facts',
  key: ['id'],
  columns: ['owner', 'kind', 'observedAt', 'ingestedAt', 'body'],
  rowOf: factRow,
  valueOf: factOf,
})
const move = `UPDATE facts SET ${setSummed(columns.summed, { owner: '?3' })} WHERE tenant = ?1 AND id = ?2`

export const facts: Table<Fact, { readonly isNew: boolean; readonly value: Fact }> = {
  ...oneKey,
  create,
  ...columns,
  rowOf: ({ isNew, value }) => (isNew ? columns.values(value) : columns.values(value).slice(0, 2)),
  write: (connection, tenant, row) => {
    const isNew = row.length > 2
    if (connection.run(isNew ? columns.insert : move, tenant, ...row) === 1) return null
    throw new Error(`The fact "${String(row[0])}" is not there to be moved.`)
  },
  writes: [columns.insert, move],
}

export const factLists = {
  factsOf: columns.list({ from: 'FROM facts WHERE tenant = ?1 AND owner = ?2', sort: 'observed_at', id: 'id' }),
}

import type { Erasure } from '../../../domain/erasure/erasure.ts'
import { erasureOf, erasureRow, type ErasureRow } from '../../rows/erasure.ts'
import { columnsOf, versioned, type Shape } from './table.ts'

const create = `
CREATE TABLE erasures (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  at TEXT NOT NULL,
  state TEXT NOT NULL,
  body TEXT NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, id)
) STRICT;
CREATE INDEX erasures_by_time ON erasures (tenant, at, id DESC);
CREATE INDEX erasures_by_state ON erasures (tenant, state, at, id DESC);
`

const shape = {
  table: 'erasures',
  key: ['id'],
  columns: ['version', 'at', 'state', 'body'],
  rowOf: erasureRow,
  valueOf: erasureOf,
} satisfies Shape<Erasure, ErasureRow>

export const erasures = versioned('erasure', { create, ...shape })

const listOf = (from: string) => columnsOf<Erasure, ErasureRow>(shape).list({ from, sort: 'at', id: 'id' })
export const erasureLists = {
  erasures: listOf('FROM erasures INDEXED BY erasures_by_time WHERE tenant = ?1'),
  erasuresIn: listOf('FROM erasures INDEXED BY erasures_by_state WHERE tenant = ?1 AND state = ?2'),
}

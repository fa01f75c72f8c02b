import { annotationsOf, annotationsRow } from '../../rows/annotations.ts'
import { versioned } from './table.ts'

const create = `
CREATE TABLE annotations (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  sum INTEGER,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
`

export const annotations = versioned('annotations', {
  create,
  table: 'annotations',
  key: ['id'],
  columns: ['version', 'body'],
  rowOf: annotationsRow,
  valueOf: annotationsOf,
})

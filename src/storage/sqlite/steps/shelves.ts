import { shelfKeys } from '../../rows/rows.ts'
import { shelfBits } from '../../rows/shelves.ts'

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
const bit = (kind: keyof typeof shelfKeys): string =>
  `${shelfBits[kind]} * (instr(metadata_key, ${text(shelfKeys[kind])}) > 0)`

/** The shelf of a conversation; a query must say it as the index does. */
export const shelf = `(${bit('archived')} + ${bit('pinned')} + ${bit('undated')})`

/** Lists are read shelf by shelf: those that nobody asked for are not walked over. */
export const shelves = `
DROP INDEX IF EXISTS conversations_by_activity;
CREATE INDEX IF NOT EXISTS conversations_by_shelf ON conversations (tenant, deleted, ${shelf}, activity_at, id DESC);
`

import type { Tenant } from '../../../domain/model.ts'
import type { RecordChanges } from '../../../domain/changes.ts'
import type { GraphStore } from '../../graphStore.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import type { ReadName, ReadKinds } from '../reading/readRequest.ts'
import { tables } from '../schema.ts'
import type { Refused, Table } from './table.ts'

/** What a command may write besides the tree, kind by kind. */
export type RecordKind = keyof RecordChanges
/** Changes of records, as the tables' writes take them. */
export type RecordRows = Readonly<Partial<Record<RecordKind, readonly SqlRow[]>>>

/** Asks a reader's thread. */
export type Ask = <N extends ReadName>(
  name: N,
  tenant: Tenant | '',
  request: ReadKinds[N]['request'],
) => Promise<ReadKinds[N]['answer']>

/** A table of which it does not matter what it holds. */
type AnyTable = Table<unknown, unknown, unknown, unknown>
const kinds = Object.entries(tables) as unknown as readonly (readonly [RecordKind, AnyTable])[]

/** Returns the reads of records by their keys. */
export function recordReads(ask: Ask): Pick<GraphStore, RecordKind> {
  const readOf =
    (kind: RecordKind, { keyOf, read, nothing }: AnyTable) =>
    async (tenant: Tenant, keys: readonly unknown[]) => {
      const rows = await ask('byId', tenant, { kind, ids: keys.map(keyOf) })
      return rows.map((row) => (row === null ? nothing : read(row)))
    }
  const reads = Object.fromEntries(kinds.map(([kind, table]) => [kind, readOf(kind, table)]))
  return reads as unknown as Pick<GraphStore, RecordKind>
}

/** Returns changes of records as rows, null where there are none: an ordinary turn has none. */
export function recordRows(changes: RecordChanges): RecordRows | null {
  const changed = kinds.filter(([kind]) => changes[kind].length > 0)
  if (changed.length === 0) return null
  return Object.fromEntries(changed.map(([kind, { rowOf }]) => [kind, changes[kind].map((it) => rowOf(it))]))
}

/** Writes them behind the tree that they belong to; answers why not, or null. */
export function writeRecords(connection: Connection, tenant: number, rows: RecordRows): Refused | null {
  for (const [kind, { write }] of kinds)
    for (const row of rows[kind] ?? []) {
      const refused = write(connection, tenant, row)
      if (refused !== null) return refused
    }
  return null
}

/** Returns about how many rows they are. */
export function weightOfRecords(rows: RecordRows | null): number {
  if (rows === null) return 0
  return kinds.reduce((sum, [kind, { weight }]) => sum + weight * (rows[kind]?.length ?? 0), 0)
}

import { contentKinds, type ContentKind } from '../../../domain/contents.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import type { ThreadAnswer } from '../threads/messages.ts'
import { failureOf } from '../threads/writer.ts'
import { findTenant } from '../writing/writeSql.ts'
import { dumpSql } from './dumpSql.ts'

/** Asks for the next rows of tenants, one after the other, and of each kind after kind. */
export interface DumpRequest {
  readonly tenants: readonly string[]
}
/** The next rows, of one tenant and kind; null when there are no more. */
export type DumpAnswer = {
  readonly tenant: string
  readonly kind: ContentKind
  readonly rows: readonly SqlRow[]
} | null

/** Rows and characters of one answer, about. */
const rowsAtOnce = 1_000
const charactersAtOnce = 4 * 1024 * 1024

/** Answers requests for rows: all of them as of the moment of the first, whatever is written meanwhile. */
export function dumperOn(connection: Connection): (requests: readonly DumpRequest[]) => ThreadAnswer<DumpAnswer>[] {
  let rows: RowIterator | null = null
  return (requests) =>
    requests.map(({ tenants }) => {
      try {
        rows ??= rowsOf(connection, tenants)
        return { value: nextPortion(rows) }
      } catch (error) {
        return { failure: failureOf(error, false) }
      }
    })
}

interface DumpedRow {
  readonly tenant: string
  readonly kind: ContentKind
  readonly row: SqlRow
}
/** Rows, and null at the end of each kind. */
type RowIterator = Iterator<DumpedRow | null>

function* rowsOf(connection: Connection, tenants: readonly string[]): Generator<DumpedRow | null, null> {
  connection.run('BEGIN')
  for (const tenant of tenants) {
    const number = connection.get(findTenant, tenant)?.[0]
    for (const kind of number == null ? [] : contentKinds) {
      for (const sql of dumpSql[kind])
        for (const row of connection.each(sql, [number ?? null], kind === 'rawChunk')) yield { tenant, kind, row }
      // Of the next kind nothing comes with what is there of this one.
      yield null
    }
  }
  connection.run('COMMIT')
  return null
}

function nextPortion(rows: RowIterator): DumpAnswer {
  const taken: SqlRow[] = []
  let of: Pick<DumpedRow, 'tenant' | 'kind'> | null = null
  for (let characters = 0; taken.length < rowsAtOnce && characters < charactersAtOnce;) {
    const next = rows.next()
    if (next.done === true) break
    if (next.value === null && of === null) continue
    if (next.value === null) break
    of = next.value
    taken.push(next.value.row)
    characters += sizeOf(next.value.row)
  }
  return of === null ? null : { tenant: of.tenant, kind: of.kind, rows: taken }
}

function sizeOf(row: SqlRow): number {
  return row.reduce<number>(
    (sum, value) => sum + (typeof value === 'object' || typeof value === 'string' ? (value?.length ?? 0) : 8),
    0,
  )
}

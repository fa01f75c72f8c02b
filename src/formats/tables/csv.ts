import type { stringify } from 'csv-stringify/sync'
import { formatInstant } from '../../domain/instants.ts'
import type { Column, Row, Table, TableFormat } from './table.ts'

/**
 * As RFC 4180 says, with a line of names; what is not there is an empty cell. Text that a spreadsheet would take for a
 * formula has a `'` before it.
 */
export const csvTable: TableFormat = {
  name: 'CSV',
  mediaType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  async *write({ columns, pages }: Table) {
    // It is loaded when the first table is written.
    const { stringify } = await import('csv-stringify/sync')
    const csvOf = (rows: readonly Row[]) => bytesOf(stringify, rows)
    let names: readonly Row[] = [columns.map(({ name }) => name)]
    for await (const rows of pages) {
      if (rows.length === 0) continue
      yield csvOf([...names, ...rows.map((row) => cellsOf(columns, row))])
      names = []
    }
    // A table without rows has its names all the same.
    if (names.length > 0) yield csvOf(names)
  },
}

/** A single one of the two is an end of a line for many readers: it is quoted as both together are. */
const anyLineEnd = /[\r\n]/

function bytesOf(write: typeof stringify, rows: readonly Row[]): Uint8Array {
  return Buffer.from(
    write(rows as Row[], { record_delimiter: 'windows', escape_formulas: true, quoted_match: anyLineEnd }),
  )
}

function cellsOf(columns: readonly Column[], row: Row): Row {
  return columns.map(({ type }, k) => {
    const cell = row[k] ?? null
    return type === 'time' && typeof cell === 'string' ? formatInstant(cell) : cell
  })
}

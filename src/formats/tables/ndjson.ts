import { formatInstant } from '../../domain/instants.ts'
import type { Json } from '../../domain/model.ts'
import type { Cell, Column, Row, Table, TableFormat } from './table.ts'

/** A JSON object a line, every column a member of it. */
export const ndjsonTable: TableFormat = {
  name: 'NDJSON',
  mediaType: 'application/x-ndjson; charset=utf-8',
  extension: 'ndjson',
  async *write({ columns, pages }: Table) {
    for await (const rows of pages)
      if (rows.length > 0) yield Buffer.from(rows.map((row) => lineOf(columns, row)).join(''))
  },
}

function lineOf(columns: readonly Column[], row: Row): string {
  const members = columns.map(({ name, type }, k) => `${JSON.stringify(name)}:${valueOf(type, row[k] ?? null)}`)
  return `{${members.join(',')}}\n`
}

function valueOf(type: Column['type'], cell: Cell): string {
  if (type === 'json' && typeof cell === 'string') return JSON.stringify(JSON.parse(cell) as Json)
  return JSON.stringify(type === 'time' && typeof cell === 'string' ? formatInstant(cell) : cell)
}

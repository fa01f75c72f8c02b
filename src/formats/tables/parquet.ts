import type { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { nanosecondsOf } from '../../domain/instants.ts'
import type { Cell, Column, ColumnType, Row, Table, TableFormat } from './table.ts'

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema']

/** Rows that lie in memory at once. */
const rowsOfGroup = 50_000

/** Parquet with Snappy, in row groups; every column may be null. */
export const parquetTable: TableFormat = {
  name: 'PARQUET',
  mediaType: 'application/vnd.apache.parquet',
  extension: 'parquet',
  async *write({ columns, pages }: Table) {
    // It is loaded when the first table is written.
    const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
    const bytes = new ByteWriter()
    const file = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: 'turngraph' })
    for await (const rows of groupsOf(pages)) {
      const columnData = columns.map(({ name, type }, k) => ({ name, data: rows.map((row) => valueOf[type](row[k])) }))
      await file.write({ columnData, rowGroupSize: rowsOfGroup })
      yield taken(bytes)
    }
    await file.finish()
    yield taken(bytes)
  },
}

const optional = { repetition_type: 'OPTIONAL' } as const
const types: { readonly [T in ColumnType]: Omit<Schema[number], 'name'> } = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
  integer: { type: 'INT64', ...optional },
  number: { type: 'DOUBLE', ...optional },
  day: { type: 'INT32', converted_type: 'DATE', ...optional },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS', ...optional },
}

function schemaOf(columns: readonly Column[]): Schema {
  const root: Schema[number] = { name: 'root', num_children: columns.length }
  return [root, ...columns.map(({ name, type }) => ({ name, ...types[type] }))]
}

const present =
  <T>(make: (cell: string | number) => T) =>
  (cell: Cell | undefined): T | null =>
    cell == null ? null : make(cell)

/** Of a time Parquet's readers keep microseconds. */
const valueOf: { readonly [T in ColumnType]: (cell: Cell | undefined) => unknown } = {
  text: present(String),
  json: present(String),
  integer: present((cell) => BigInt(Math.round(Number(cell)))),
  number: present(Number),
  day: present((cell) => new Date(`${cell}T00:00:00Z`)),
  time: present((cell) => nanosecondsOf(String(cell)) / 1000n),
}

async function* groupsOf(pages: Table['pages']): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  for await (const page of pages) {
    for (const row of page) {
      rows.push(row)
      if (rows.length < rowsOfGroup) continue
      yield rows
      rows = []
    }
  }
  if (rows.length > 0) yield rows
}

/** Takes what was written; places in the file are counted on. */
function taken(bytes: ByteWriter): Uint8Array {
  const piece = bytes.getBytes().slice()
  bytes.index = 0
  return piece
}

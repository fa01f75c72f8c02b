/** What a column holds: `time` is an instant, `day` a date, `json` text that is JSON. */
export type ColumnType = 'text' | 'integer' | 'number' | 'time' | 'day' | 'json'

/** A column of a table for analysts. */
export interface Column {
  readonly name: string
  readonly type: ColumnType
}
export type Cell = string | number | null
/** A cell for each column, in their order. */
export type Row = readonly Cell[]

/** A table that may be of any length: its rows come page by page. */
export interface Table {
  readonly columns: readonly Column[]
  readonly pages: AsyncIterable<readonly Row[]>
}

/** A kind of file that a table can be written as. */
export interface TableFormat {
  readonly name: string
  readonly mediaType: string
  /** Of a file's name. */
  readonly extension: string
  /** Yields the file piece by piece; of the table it holds a bounded part. */
  readonly write: (table: Table) => AsyncIterable<Uint8Array>
}

import { csvTable } from './csv.ts'
import { ndjsonTable } from './ndjson.ts'
import { parquetTable } from './parquet.ts'
import type { TableFormat } from './table.ts'

/** What a table can be written as. */
export const tableFormats: readonly TableFormat[] = [ndjsonTable, csvTable, parquetTable]

import { crc32 } from 'node:zlib'
import { own } from '../../../runtime/own.ts'

/**
 * Returns the checksum of a row: of all its values in order, each with its kind. A database says nothing of a changed byte
 * in a value that no index holds; this does.
 */
export function rowSum(...values: readonly (null | string | number | bigint | Uint8Array)[]): number {
  let sum = 0
  let text = ''
  for (const value of values) {
    if (value instanceof Uint8Array) {
      sum = crc32(value, crc32(`${text}b${value.length}:`, sum))
      text = ''
    } else if (value === null) text += 'n:'
    else if (typeof value === 'string') text += `t${value.length}:${value}`
    else text += `i${String(value)}:`
  }
  return crc32(text, sum) | 0
}

/** Returns the SQL of that checksum. */
export const sumOf = (values: readonly string[]): string => `row_sum(${values.join(', ')})`

/** Returns an insert of a whole row with its checksum; the values are named in the order in which it is made. */
export function insertSummed(table: string, values: Readonly<Record<string, string>>): string {
  const [columns, expressions] = [Object.keys(values), Object.values(values)]
  return `INSERT INTO ${table} (${[...columns, 'sum'].join(', ')}) VALUES (${[...expressions, sumOf(expressions)].join(', ')})`
}

/** Returns what an update sets, its row's new checksum too: of `columns`, in the order of the checksum, those that are not given stay. */
export function setSummed(columns: readonly string[], input: Readonly<Record<string, string>>): string {
  const settings = Object.entries(input).map(([column, value]) => `${column} = ${value}`)
  return [...settings, `sum = ${sumOf(columns.map((column) => own(input, column) ?? column))}`].join(', ')
}

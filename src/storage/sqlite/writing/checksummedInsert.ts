import { crc32 } from 'node:zlib'
import type { Connection, SqlRow } from '../connection/connection.ts'
import { insertSummed, setSummed } from './rowChecksum.ts'
import { hashValue, idValue, instantValue, knownIdValue } from '../connection/values.ts'

/** What becomes of a value that is put into a column; a `givenId` is often of another form than ours. */
export type Form = 'asGiven' | 'id' | 'givenId' | 'hash' | 'instant'

/** An insert, or an update of a whole row, whose checksum is made beside it: made by SQL, it would be called back for with all values. */
export interface SummedInsert {
  /** Takes the checksum behind the values. */
  readonly withSum: string
  /** Makes the checksum itself. */
  readonly summing: string
  readonly forms: readonly Form[]
}

const sqlOf: Readonly<Record<Form, (parameter: string) => string>> = {
  asGiven: (parameter) => parameter,
  id: idValue,
  givenId: idValue,
  hash: hashValue,
  instant: instantValue,
}

/** Returns the insert of a whole row; its parameters are the columns in the order in which the checksum is made. */
export function checksummedInsert(
  table: string,
  columns: Readonly<Record<string, Form>>,
  onConflict: '' | 'ON CONFLICT (tenant, id) DO NOTHING' | 'ON CONFLICT DO NOTHING' = '',
): SummedInsert {
  const values = Object.entries(columns).map(([name, form], k) => [name, sqlOf[form](`?${k + 1}`)] as const)
  // An id that `sumOfRow` does not know as one of ours is left to `summing`.
  const known = Object.values(columns).map((form, k) => (form === 'id' ? knownIdValue : sqlOf[form])(`?${k + 1}`))
  const names = Object.keys(columns)
  const into = `INSERT INTO ${table} (${names.join(', ')}, sum)`
  return {
    withSum: `${into} VALUES (${known.join(', ')}, ?${names.length + 1}) ${onConflict}`,
    summing: `${insertSummed(table, Object.fromEntries(values))} ${onConflict}`,
    forms: Object.values(columns),
  }
}

/** Returns the update of a whole row that its tenant and id, the first two columns, name; with parameters as those of an insert. */
export function checksummedUpdate(table: string, columns: Readonly<Record<string, Form>>): SummedInsert {
  const valuesWith = (idSql: typeof idValue) =>
    Object.entries(columns).map(
      ([name, form], k) => [name, (form === 'id' ? idSql : sqlOf[form])(`?${k + 1}`)] as const,
    )
  const names = Object.keys(columns)
  const known = valuesWith(knownIdValue).slice(2)
  const where = 'WHERE tenant = ?1 AND id = ?2'
  return {
    withSum: `UPDATE ${table} SET ${known.map(([name, value]) => `${name} = ${value}`).join(', ')}, sum = ?${names.length + 1} ${where}`,
    summing: `UPDATE ${table} SET ${setSummed(names, Object.fromEntries(valuesWith(idValue).slice(2)))} ${where}`,
    forms: Object.values(columns),
  }
}

/** Writes a row, with its checksum beside a statement that takes it; returns how many rows that changed. */
export function writeRow(connection: Connection, statement: SummedInsert | string, ...row: SqlRow): number {
  if (typeof statement === 'string') return connection.run(statement, ...row)
  const sum = sumOfRow(statement.forms, row)
  return sum === null ? connection.run(statement.summing, ...row) : connection.run(statement.withSum, ...row, sum)
}

/** What is summed up next, from the beginning up to `end`; of a long text the bytes are not copied here. */
const room = new Uint8Array(1024)
const shortText = 128
/** The most that one value puts there. */
const mostOfValue = shortText + 32
let end = 0
let sum = 0

/**
 * Returns the checksum that `row_sum` makes of the values as they will lie in the columns; null where that is left to SQL,
 * as of an id, a hash or an instant that is written otherwise than ours are.
 */
export function sumOfRow(forms: readonly Form[], row: SqlRow): number | null {
  end = 0
  sum = 0
  for (let k = 0; k < forms.length; k++) {
    const value = row[k]
    if (end > room.length - mostOfValue) flush()
    if (value === null || value === undefined) putText('n:')
    else if (typeof value === 'number') {
      if (!Number.isSafeInteger(value)) return null
      putText(`i${value}:`)
    } else if (typeof value !== 'string' || !putValue(forms[k] ?? 'asGiven', value)) return null
  }
  flush()
  return sum | 0
}

/** Says whether it is known what the value becomes. */
function putValue(form: Form, value: string): boolean {
  const { length } = value
  if (form === 'id' && length === 36) return putId(value)
  if (form === 'hash' && length === 64) return putHash(value)
  if (form === 'instant' && length === 30) return putInstant(value)
  const before = end
  if (form === 'givenId' && length === 36 && putId(value)) return true
  end = before
  return putString(value)
}

function flush(): void {
  sum = crc32(room.subarray(0, end), sum)
  end = 0
}

function putText(text: string): void {
  for (let k = 0; k < text.length; k++) room[end++] = text.charCodeAt(k)
}

/** SQL calls back with what stands before the first U+0000. */
function putString(value: string): boolean {
  putText(`t${value.length}:`)
  if (value.length <= shortText && putAscii(value)) return true
  if (value.includes('\0')) return false
  flush()
  sum = crc32(value, sum)
  return true
}

/** Puts there nothing of a text with other signs. */
function putAscii(text: string): boolean {
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k)
    if (code > 127 || code === 0) return false
    room[end + k] = code
  }
  end += text.length
  return true
}

const noDigit = 255
/** The value of each sign that is a hexadecimal digit, a small one as ours are. */
const digits = new Uint8Array(128).fill(noDigit)
for (const [value, digit] of Array.from('0123456789abcdef').entries()) digits[digit.charCodeAt(0)] = value

/** Puts there the bytes of so many pairs of digits; says whether they are digits. */
function putDigits(text: string, from: number, pairs: number): boolean {
  for (let k = from; k < from + 2 * pairs; k += 2) {
    const high = digits[text.charCodeAt(k)] ?? noDigit
    const low = digits[text.charCodeAt(k + 1)] ?? noDigit
    if (high === noDigit || low === noDigit) return false
    room[end++] = (high << 4) | low
  }
  return true
}

const signAt = (text: string, place: number, sign: number): boolean => text.charCodeAt(place) === sign
const [dash, colon, dot, letterT] = [0x2d, 0x3a, 0x2e, 0x54]

function putHash(hash: string): boolean {
  putText('b32:')
  return putDigits(hash, 0, 32)
}

function putId(id: string): boolean {
  putText('b16:')
  return (
    putDigits(id, 0, 4) &&
    signAt(id, 8, dash) &&
    putDigits(id, 9, 2) &&
    signAt(id, 13, dash) &&
    putDigits(id, 14, 2) &&
    signAt(id, 18, dash) &&
    putDigits(id, 19, 2) &&
    signAt(id, 23, dash) &&
    putDigits(id, 24, 6)
  )
}

/** Its last sign is left out: 23 digits, and a 0. */
function putInstant(at: string): boolean {
  putText('b12:')
  const isOurs =
    putDigits(at, 0, 2) &&
    signAt(at, 4, dash) &&
    putDigits(at, 5, 1) &&
    signAt(at, 7, dash) &&
    putDigits(at, 8, 1) &&
    signAt(at, 10, letterT) &&
    putDigits(at, 11, 1) &&
    signAt(at, 13, colon) &&
    putDigits(at, 14, 1) &&
    signAt(at, 16, colon) &&
    putDigits(at, 17, 1) &&
    signAt(at, 19, dot) &&
    putDigits(at, 20, 4)
  const last = digits[at.charCodeAt(28)] ?? noDigit
  room[end++] = last << 4
  return isOurs && last !== noDigit
}

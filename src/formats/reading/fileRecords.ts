import { isUtf8 } from 'node:buffer'
import type { Json, JsonObject } from '../../domain/model.ts'
import type { Findings } from '../findings.ts'
import type { ImportSource } from '../importSource.ts'
import { hasTooMany, longestRecord, tooMany } from '../amount.ts'
import { lines } from './lines.ts'
import { deepest, isTooDeep, mayBeTooDeep, pruned } from './nesting.ts'
import { valuesOf } from './lineValues.ts'
import { recordsOf, type Layout } from './records.ts'
import type { RawRecord } from './splitter.ts'
import { asObject } from './values.ts'

/** What stands at one place of a file: a line, or a value that may stretch over lines. */
export interface FileRecord {
  /** Its first line. */
  readonly line: number
  readonly offset: number
  readonly length: number
  /** Which of the arrays at the top it is an element of, from 1; 0: of none. */
  readonly array: number
  /** A line with its terminator, or a value; null where that is too long. */
  readonly bytes: Uint8Array | null
  /** The JSON objects that it holds. */
  readonly values: readonly JsonObject[]
  readonly skipped: number
  readonly repaired: number
}

/** Yields what a file holds, some at once; what is wrong with it goes to `findings` when given. */
export async function* fileRecords(
  source: ImportSource,
  layout: Layout,
  findings: Findings | null,
): AsyncIterable<readonly FileRecord[]> {
  if (layout === 'LINES') {
    for await (const found of lines(source.open()))
      yield found.map((line) => ({
        line: line.number,
        offset: line.offset,
        length: line.bytes.length,
        array: 0,
        bytes: line.bytes,
        ...valuesOf(line, findings),
      }))
    return
  }
  for await (const record of recordsOf(source)) yield [valueRecord(record, findings)]
}

function valueRecord({ line, offset, length, bytes, array, torn }: RawRecord, findings: Findings | null): FileRecord {
  const value = bytes === null ? null : parsed(bytes, line, torn, findings)
  if (bytes === null) {
    const most = `${longestRecord / 1024 / 1024} MiB`
    findings?.add(line, 'RECORD_TOO_LONG', `The value has ${length} bytes; values up to ${most} are read.`)
  }
  const values = value === null ? [] : [value]
  return { line, offset, length, array, bytes, values, skipped: 1 - values.length, repaired: 0 }
}

function parsed(bytes: Uint8Array, line: number, torn: boolean, findings: Findings | null): JsonObject | null {
  if (torn) {
    findings?.add(line, 'TORN_VALUE', `The file ends inside the value that begins here; it is kept raw only.`)
    return null
  }
  if (hasTooMany(bytes)) {
    findings?.add(line, 'RECORD_TOO_LONG', `The value has ${bytes.length} bytes, and ${tooMany}`)
    return null
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  if (findings && !isUtf8(bytes))
    findings.add(line, 'INVALID_UTF8', 'The value is not UTF-8; the bytes in question are read as U+FFFD.')
  const value = jsonOf(text)
  if (value === undefined) {
    findings?.add(line, 'MALFORMED_VALUE', `${text.length} characters are no JSON; they are kept raw only.`)
    return null
  }
  const object = asObject(value)
  if (object === null) findings?.add(line, 'NOT_AN_OBJECT', 'The value is no object; it is kept raw only.')
  return object !== null && mayBeTooDeep(text) ? withoutDepths(object, line, findings) : object
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function withoutDepths(value: JsonObject, line: number, findings: Findings | null): JsonObject {
  if (!isTooDeep(value)) return value
  findings?.add(line, 'NESTED_TOO_DEEP', `What is nested deeper than ${deepest} levels is kept raw only.`)
  return pruned(value)
}

import { isUtf8 } from 'node:buffer'
import type { JsonObject } from '../../../domain/model.ts'
import type { Findings } from '../../findings.ts'
import type { ImportSource } from '../../importSource.ts'
import { hasTooMany, longestRecord, longFrom as pays, tooMany } from '../../amount.ts'
import { lines, type SourceLine } from '../lines/lines.ts'
import { jsonIn, tellLarge } from '../lines/jsonIn.ts'
import { deepest, isTooDeep, mayBeTooDeep, pruned } from '../lines/nesting.ts'
import { longValuesOf, valuesOf, type LineValues } from '../lines/lineValues.ts'
import { nestedIn, type RecordShape } from '../long/recordShape.ts'
import type { RecordObject } from '../long/recordValue.ts'
import { runPaused } from '../long/pausedReader.ts'
import { splitRecord } from '../long/splitRecord.ts'
import { recordsOf, type Layout } from './records.ts'
import type { RawRecord } from '../lines/splitter.ts'
import { asObject } from '../values.ts'

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
  readonly values: readonly RecordObject[]
  readonly skipped: number
  readonly repaired: number
}

/**
 * Yields what a file holds, some at once; what is wrong with it goes to `findings` when given. In records of `longFrom`
 * bytes and more what the shape calls long is read as it is taken.
 */
export async function* fileRecords(
  source: ImportSource,
  layout: Layout,
  findings: Findings | null,
  shape: RecordShape = {},
  longFrom = pays,
): AsyncIterable<readonly FileRecord[]> {
  const isLong = (bytes: Uint8Array | null) => shape.long !== undefined && bytes !== null && bytes.length >= longFrom
  if (layout === 'LINES') {
    for await (const sourceLines of lines(source.open()))
      if (!sourceLines.some(({ bytes }) => isLong(bytes)))
        yield sourceLines.map((line) => lineRecord(line, valuesOf(line, findings, shape)))
      else
        for (const line of sourceLines)
          yield [lineRecord(line, await (isLong(line.bytes) ? longValuesOf : valuesOf)(line, findings, shape))]
    return
  }
  for await (const record of recordsOf(source)) yield [await valueRecord(record, findings, shape, isLong(record.bytes))]
}

function lineRecord({ number, offset, bytes }: SourceLine, values: LineValues): FileRecord {
  return { line: number, offset, length: bytes.length, array: 0, bytes, ...values }
}

async function valueRecord(
  { line, offset, length, bytes, array, torn }: RawRecord,
  findings: Findings | null,
  shape: RecordShape,
  isLong: boolean,
): Promise<FileRecord> {
  const value = bytes === null ? null : await parsed({ bytes, line, torn }, findings, shape, isLong)
  if (bytes === null) {
    const most = `${longestRecord / 1024 / 1024} MiB`
    findings?.add(line, 'RECORD_TOO_LONG', `The value has ${length} bytes; values up to ${most} are read.`)
  }
  const values = value === null ? [] : [value]
  return { line, offset, length, array, bytes, values, skipped: 1 - values.length, repaired: 0 }
}

async function parsed(
  { bytes: input, line, torn }: Pick<RawRecord, 'line' | 'torn'> & { readonly bytes: Uint8Array },
  findings: Findings | null,
  shape: RecordShape,
  isLong: boolean,
): Promise<RecordObject | null> {
  if (torn) {
    findings?.add(line, 'TORN_VALUE', `The file ends inside the value that begins here; it is stored raw only.`)
    return null
  }
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const apart = isLong ? await runPaused(splitRecord(bytes, shape)) : 'PLAIN'
  if (apart === 'TOO_MANY' || (typeof apart === 'string' && hasTooMany(bytes))) {
    findings?.add(line, 'RECORD_TOO_LONG', `The value has ${bytes.length} bytes, and ${tooMany}`)
    return null
  }
  if (findings && !isUtf8(bytes))
    findings.add(line, 'INVALID_UTF8', 'The value is not UTF-8; the bytes in question are read as U+FFFD.')
  if (typeof apart !== 'string') {
    if (apart.isTooDeep) tellDepths(line, findings)
    if (apart.large !== null) tellLarge(line, findings)(apart.large)
    return apart.value
  }
  const text = bytes.toString('utf8')
  const value = jsonIn(text, tellLarge(line, findings))
  if (value === undefined) {
    findings?.add(line, 'MALFORMED_VALUE', `${text.length} characters are no JSON; they are kept raw only.`)
    return null
  }
  const object = asObject(value)
  if (object === null) findings?.add(line, 'NOT_AN_OBJECT', 'The value is not an object; it is stored raw only.')
  return object !== null && mayBeTooDeep(text) ? withoutDepths(object, line, findings, shape) : object
}

function withoutDepths(value: JsonObject, line: number, findings: Findings | null, shape: RecordShape): JsonObject {
  const nested = nestedIn(value, shape)
  if (!isTooDeep(value, 1, nested)) return value
  tellDepths(line, findings)
  return pruned(value, 1, nested) as JsonObject
}

function tellDepths(line: number, findings: Findings | null): void {
  findings?.add(line, 'NESTED_TOO_DEEP', `What is nested deeper than ${deepest} levels is stored raw only.`)
}

import { isUtf8 } from 'node:buffer'
import type { Json, JsonObject } from '../../../domain/model.ts'
import type { Findings } from '../../findings.ts'
import { hasTooMany, tooMany } from '../../amount.ts'
import { jsonValues } from './jsonValues.ts'
import { tellLarge } from './jsonIn.ts'
import { contentOf, hasCarriageReturn, isTerminated, type SourceLine } from './lines.ts'
import { nestedIn, type RecordShape } from '../long/recordShape.ts'
import type { RecordObject } from '../long/recordValue.ts'
import { runPaused } from '../long/pausedReader.ts'
import { splitRecord } from '../long/splitRecord.ts'
import { deepest, isTooDeep, mayBeTooDeep, pruned } from './nesting.ts'
import { asObject } from '../values.ts'

/** The objects that a line holds, what in it is no object, and newlines that are missing in it. */
export interface LineValues<V = RecordObject> {
  readonly values: readonly V[]
  readonly skipped: number
  readonly repaired: number
}

/** Returns what a line holds; what is wrong with the line goes to `findings` when given. */
export function valuesOf(line: SourceLine, findings: Findings | null, shape: RecordShape = {}): LineValues<JsonObject> {
  const bytes = contentOf(line)
  if (hasTooMany(bytes)) return tooManyIn(line, findings)
  const text = textOf(bytes, line.number)
  if (text.trim() === '') {
    findings?.add(line.number, 'BLANK_LINE', 'The line is blank.')
    return { values: [], skipped: 0, repaired: 0 }
  }
  const { values, rest } = jsonValues(text, tellLarge(line.number, findings))
  const objects = values.map((value: Json) => asObject(value))
  const skipped = objects.filter((value) => value === null).length + (rest === null ? 0 : 1)
  if (findings) describe(line, bytes, values.length, rest, objects.includes(null), findings)
  const shallow = mayBeTooDeep(text)
    ? objects.map((value) => withoutDepths(value, line.number, findings, shape))
    : objects
  const results = shallow.filter((value) => value !== null)
  return { values: results, skipped, repaired: values.length > 1 ? values.length - 1 : 0 }
}

/** Returns the same of a long line: what may be long in its object is read as it is taken. */
export async function longValuesOf(
  line: SourceLine,
  findings: Findings | null,
  shape: RecordShape,
): Promise<LineValues> {
  const content = contentOf(line)
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const apart = await runPaused(splitRecord(bytes.subarray(line.number === 1 && hasMark(bytes) ? 3 : 0), shape))
  if (apart === 'TOO_MANY') return tooManyIn(line, findings)
  if (typeof apart === 'string') return valuesOf(line, findings, shape)
  if (findings) describe(line, bytes, 1, null, false, findings)
  if (apart.isTooDeep) tellDepths(line.number, findings)
  if (apart.large !== null) tellLarge(line.number, findings)(apart.large)
  return { values: [apart.value], skipped: 0, repaired: 0 }
}

function tooManyIn(line: SourceLine, findings: Findings | null): LineValues<JsonObject> {
  const { length } = contentOf(line)
  findings?.add(line.number, 'RECORD_TOO_LONG', `The line has ${length} bytes, and ${tooMany}`)
  return { values: [], skipped: 1, repaired: 0 }
}

function withoutDepths(
  value: JsonObject | null,
  line: number,
  findings: Findings | null,
  shape: RecordShape,
): JsonObject | null {
  if (value === null) return null
  const nested = nestedIn(value, shape)
  if (!isTooDeep(value, 1, nested)) return value
  tellDepths(line, findings)
  return pruned(value, 1, nested) as JsonObject
}

function tellDepths(line: number, findings: Findings | null): void {
  findings?.add(line, 'NESTED_TOO_DEEP', `What is nested deeper than ${deepest} levels is stored raw only.`)
}

const byteOrderMark = '\uFEFF'
const hasMark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
function textOf(bytes: Uint8Array, number: number): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return number === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text
}

function describe(
  line: SourceLine,
  bytes: Uint8Array,
  count: number,
  rest: string | null,
  hasOther: boolean,
  findings: Findings,
): void {
  const at = line.number
  if (at === 1 && bytes[0] === 0xef && bytes[1] === 0xbb)
    findings.add(1, 'BYTE_ORDER_MARK', 'The file begins with a byte order mark.')
  if (hasCarriageReturn(line)) findings.once(at, 'CRLF', 'Lines end with carriage return and newline.')
  if (!isUtf8(bytes))
    findings.add(at, 'INVALID_UTF8', 'The line is not UTF-8; the bytes in question are read as U+FFFD and stored raw.')
  if (count > 1) findings.add(at, 'GLUED_LINE', `The line holds ${count} values; the newline between them is missing.`)
  if (hasOther) findings.add(at, 'NOT_AN_OBJECT', 'The line is not an object; it is stored raw only.')
  if (rest === null) return
  if (isTerminated(line))
    findings.add(
      at,
      'MALFORMED_LINE',
      `${rest.length} characters of the line are no JSON; they are kept in the raw line only.`,
    )
  else findings.add(at, 'TORN_LINE', `The last line is cut off after ${rest.length} characters; it is stored raw only.`)
}

import { isFit, checkLookupId } from '../../domain/ids.ts'
import type { Json } from '../../domain/model.ts'
import { badInput, eachItem, Refusal } from '../../domain/refusals.ts'
import type { IfExists } from '../../domain/records/stateRecord.ts'
import type { Scope } from '../scope.ts'

/** A state record as a caller gives it; null is as good as left out. */
export interface RecordInput {
  readonly kind: string
  readonly key: string
  readonly parentKey?: string | null
  readonly value?: Json
  readonly base64?: string | null
  readonly ifExists?: IfExists | null
  readonly expectedVersion?: number | null
  readonly observationId?: string | null
  /** Index of the turn, among those that are stored with it, that makes what it is about. */
  readonly turn?: number | null
}

const kindForm = /^[a-zA-Z0-9][\w./|:%~-]*$/
const longestKind = 512
const longestKey = 1024

/** Returns records as they were given; refuses what needs no store to refuse. */
export function checkRecords(scope: Scope, records: readonly RecordInput[]): readonly RecordInput[] {
  checkLength(scope, records.length, 'records')
  eachItem('records', records, (record) => {
    checkRecord(scope, record)
  })
  return records
}

/** Refuses a list that is longer than one without a cursor may be. */
export function checkLength({ limits }: Scope, amount: number, field: string): void {
  if (amount <= limits.list) return
  const message = `At most ${limits.list} "${field}" are taken at once, not ${amount}.`
  throw new Refusal('LIMIT_EXCEEDED', { limit: limits.list, given: amount }, message, [field])
}

function checkRecord(scope: Scope, record: RecordInput): void {
  checkKind(record.kind)
  checkKey(record.key, 'key')
  if (record.parentKey != null) checkKey(record.parentKey, 'parentKey')
  checkContent(record, scope.limits.turnBytes)
  const { expectedVersion, turn, observationId } = record
  if (observationId != null) checkLookupId(observationId)
  if (expectedVersion != null && expectedVersion < 0)
    throw badInput('"expectedVersion" must not be less than 0.', { expectedVersion }, ['expectedVersion'])
  if (turn != null && observationId != null)
    throw badInput('Give "turn" or "observationId", not both.', { turn, observationId }, ['turn'])
}

/** Refuses what is no kind of state records. */
export function checkKind(kind: string): void {
  if (kindForm.test(kind) && kind.length <= longestKind) return
  const message = `"kind" must have 1 to ${longestKind} of the characters a-z A-Z 0-9 _ . / | : % ~ -, a letter or a digit first.`
  throw badInput(message, { kind: kind.slice(0, 100) }, ['kind'])
}

/** Refuses what is no key of a state record. */
export function checkKey(key: string, field: string): void {
  const bytes = Buffer.byteLength(key)
  if (bytes > 0 && bytes <= longestKey && isFit(key)) return
  const message = `"${field}" must have 1 to ${longestKey} bytes, without control characters or halves of surrogate pairs.`
  throw badInput(message, { field, key: key.slice(0, 100), bytes }, [field])
}

function checkContent({ value, base64 }: RecordInput, limit: number): void {
  if ((value == null) === (base64 == null))
    throw badInput('A record has exactly one of "value" and "base64".', {}, [value == null ? 'value' : 'base64'])
  const field = base64 == null ? 'value' : 'base64'
  // In JSON a character of a text has at most six bytes.
  if (typeof value === 'string' && value.length * 6 + 2 <= limit) return
  const bytes = base64 == null ? Buffer.byteLength(JSON.stringify(value)) : bytesOf(base64)
  if (bytes <= limit) return
  const message = `The record's ${field} has ${bytes} bytes; ${limit} are the most.`
  throw new Refusal('LIMIT_EXCEEDED', { limit, bytes }, message, [field])
}

/** Refuses what is not written as every encoder writes it: it would not come back as it was given. */
function bytesOf(base64: string): number {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64)
    throw badInput('"base64" is no base64, padded to a multiple of four characters.', {}, ['base64'])
  return bytes.length
}

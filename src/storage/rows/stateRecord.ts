import type { Json } from '../../domain/model.ts'
import type { StateRecord } from '../../domain/records/stateRecord.ts'

/** A record as it lies in a store; exactly one of `text` and `bytes` holds something. */
export interface StateRecordRow extends Omit<StateRecord, 'value' | 'base64'> {
  /** JSON. */
  readonly text: string | null
  readonly bytes: Uint8Array | null
}

/** Returns a record as it lies in a store. */
export function stateRecordRow(record: StateRecord): StateRecordRow {
  const { conversationId, kind, key, parentKey, value, base64, version, observationId, storedAt } = record
  const text = base64 === null ? JSON.stringify(value) : null
  const bytes = base64 === null ? null : Buffer.from(base64, 'base64')
  return { conversationId, kind, key, parentKey, version, observationId, storedAt, text, bytes }
}

/** Returns the record that lies in a row. */
export function stateRecordOf({ text, bytes, ...rest }: StateRecordRow): StateRecord {
  if (bytes !== null) return { ...rest, value: null, base64: Buffer.from(bytes).toString('base64') }
  return { ...rest, value: JSON.parse(text ?? 'null') as Json, base64: null }
}

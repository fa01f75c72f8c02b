import type { Json } from '../../domain/model.ts'
import type { StateRecord } from '../../domain/records/stateRecord.ts'

/** A record as it lies in a store; exactly one of `text` and `bytes` holds something. */
export interface StateRecordRow extends Omit<StateRecord, 'value' | 'base64'> {
  /** JSON. */
  readonly text: string | null
  readonly bytes: Uint8Array | null
}

/** Returns a record as it lies in a store. */
export function stateRecordRow({ value, base64, ...rest }: StateRecord): StateRecordRow {
  if (base64 !== null) return { ...rest, text: null, bytes: Buffer.from(base64, 'base64') }
  return { ...rest, text: JSON.stringify(value), bytes: null }
}

/** Returns the record that lies in a row. */
export function stateRecordOf({ text, bytes, ...rest }: StateRecordRow): StateRecord {
  if (bytes !== null) return { ...rest, value: null, base64: Buffer.from(bytes).toString('base64') }
  return { ...rest, value: JSON.parse(text ?? 'null') as Json, base64: null }
}

import { keyNames } from '../../../domain/erasure/names.ts'
import type { KeyRecord } from '../../../domain/model.ts'
import { instantOfTime, timeOf, type Properties } from './rows.ts'

/** Returns the properties of a key's record. */
export function keyProperties(tenant: string, { key, operation, inputHash, result, storedAt }: KeyRecord): Properties {
  return { tenant, key, operation, inputHash, result: JSON.stringify(result), storedAt: timeOf(storedAt) }
}

/** Returns what the statements of cypherKeys.ts make a key of: its tenant, its properties, and the names by which it is found. */
export function keyRow(tenant: string, key: KeyRecord): Properties {
  return { tenant, props: keyProperties(tenant, key), names: keyNames(key.result) }
}

/** Returns the record of a list of key, operation, input hash, result and time. */
export function keyFrom(value: unknown): KeyRecord {
  const [key, operation, inputHash, result, storedAt] = value as [string, string, string, string, unknown]
  return {
    ...{ key, operation, inputHash },
    result: JSON.parse(result) as KeyRecord['result'],
    storedAt: instantOfTime(storedAt),
  }
}

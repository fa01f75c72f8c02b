import type { Format } from '../format.ts'
import { readRecords } from './readRecords.ts'
import type { RecordFormat } from './steps.ts'

/** Returns a format of records as the registry has it. */
export function recordFormat(format: RecordFormat & Omit<Format, 'read'>): Format {
  return { ...format, read: (source, options) => readRecords(format, source, options) }
}

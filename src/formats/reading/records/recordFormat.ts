import type { Format } from '../../format.ts'
import type { ReadOptions } from '../../plan.ts'
import { readRecords } from './readRecords.ts'
import type { ReadContext, RecordFormat, RecordReader } from '../tree/steps.ts'

/** Returns a format of records as the registry has it. */
export function recordFormat(format: RecordFormat & Omit<Format, 'read'>): Format {
  return { ...format, read: (source, options) => readRecords(format, source, options) }
}

/** Bytes of an attached file that are kept where nobody says how many. */
export const mostAttachedBytes = 100 * 1024 * 1024

/** As `recordFormat`, for a format whose files hold files: its reader gets the most bytes of one that are stored. */
export function attachingFormat({
  reader,
  ...format
}: Omit<RecordFormat & Omit<Format, 'read'>, 'reader'> & {
  readonly reader: (context: ReadContext, options: ReadOptions & { readonly attachmentBytes: number }) => RecordReader
}): Format {
  const read: Format['read'] = (source, options) => {
    const bounded = { ...options, attachmentBytes: options.attachmentBytes ?? mostAttachedBytes }
    return readRecords({ ...format, reader: (context) => reader(context, bounded) }, source, options)
  }
  return { ...format, read }
}

import type { Instant } from '../../domain/model.ts'
import { asInstant } from '../reading/values.ts'
import type { Sample } from '../reading/sample.ts'
import { readEntry } from './entry.ts'

/**
 * Returns when a file was made of the lines of another session: its process, which tells of itself before the first entry,
 * is younger than that entry. Sessions that were handed to the background are stamped so; of these it is the entry's time.
 */
export function copiedAt({ objects }: Pick<Sample, 'objects'>): Instant | null {
  const first = objects.findIndex((value) => readEntry(value).node !== null)
  const entry = objects[first]
  const said = asInstant(entry?.['timestamp'])
  if (entry === undefined || said === null) return null
  const queued = objects.slice(0, first).find(({ type }) => type === 'queue-operation')
  const began = asInstant(queued?.['timestamp'])
  if (began !== null && said < began) return began
  return entry['sessionKind'] === 'bg' ? said : null
}

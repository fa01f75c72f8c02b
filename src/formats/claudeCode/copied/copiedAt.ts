import type { Instant } from '../../../domain/model.ts'
import { asInstant } from '../../reading/values.ts'
import type { Sample } from '../../reading/sample.ts'
import { readEntry } from '../entry.ts'

/**
 * Returns when a file was made of the lines of another session: its process, which writes lines about itself before the first entry,
 * is younger than that entry. Sessions that were handed to the background are stamped so; of these it is the entry's time. Of copies
 * that name their source it is the time of what the file said first itself, so that forks of forks come after these.
 */
export function copiedAt({ objects }: Pick<Sample, 'objects'>): Instant | null {
  const first = objects.findIndex((value) => readEntry(value).node !== null)
  const entry = objects[first]
  const text = asInstant(entry?.['timestamp'])
  if (entry === undefined || text === null) return null
  const queued = objects.slice(0, first).find(({ type }) => type === 'queue-operation')
  const began = asInstant(queued?.['timestamp'])
  if (began !== null && text < began) return began
  if (entry['forkedFrom'] !== undefined) return ownFrom(objects) ?? text
  return entry['sessionKind'] === 'bg' ? text : null
}

/** Returns when a file of named copies first says something of its own, or else its newest time. */
function ownFrom(objects: Sample['objects']): Instant | null {
  const entries = objects.filter((value) => readEntry(value).node !== null)
  const own = entries.find((value) => value['forkedFrom'] === undefined)
  if (own) return asInstant(own['timestamp'])
  return entries.reduce<Instant | null>((newest, { timestamp }) => {
    const at = asInstant(timestamp)
    return at !== null && (newest === null || at > newest) ? at : newest
  }, null)
}

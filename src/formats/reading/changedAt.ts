import type { Instant, JsonObject } from '../../domain/model.ts'
import { asInstant, asObject } from './values.ts'

/** What programs call the time at which a conversation was changed last. */
const names = [
  'updated',
  'update_time',
  'updated_at',
  'updatedAt',
  'lastUpdated',
  'modify_time',
  'lastMessageDate',
] as const

/** Returns when a conversation was changed last, as its file says beside its entries; null where that does not. */
export function changedAtIn(metadata: JsonObject | null | undefined): Instant | null {
  const time = asObject(metadata?.['time'])?.['updated']
  const all = [...names.map((name) => metadata?.[name]), time]
  return all.map((value) => asInstant(value)).find((at) => at !== null) ?? null
}

import { badInput } from '../refusals.ts'
import { instantOf, nanosecondsOf } from '../instants.ts'
import type { Conversation, Instant, Mark } from '../model.ts'

/** The mark that holds how many days a tenant keeps what its conversations say, unless they say otherwise. */
export const retentionMark = 'retention'

/** Says who says how long a conversation's content is kept. */
export type RetentionSource = 'CONVERSATION' | 'TENANT'

export interface Retention {
  readonly days: number
  readonly from: RetentionSource
}

/** A hundred years. */
const mostDays = 36_500

/** Refuses what is no number of days; 0 is forever, and -1 what holds where nothing is said. */
export function checkRetainDays(days: number, least: -1 | 0): void {
  if (!Number.isInteger(days) || days < least || days > mostDays)
    throw badInput(
      `"retainDays" is a whole number from ${least} to ${mostDays}.`,
      { retainDays: days, maximum: mostDays },
      ['retainDays'],
    )
}

/** Returns the days of a tenant's mark; null where it keeps forever. */
export function tenantDays(mark: Mark | null | undefined): number | null {
  const value = mark?.value
  return typeof value === 'number' && value > 0 ? value : null
}

/** Returns how long a conversation's content is kept, and who says so; null: forever. */
export function retentionOf(
  { retainDays }: Pick<Conversation, 'retainDays'>,
  ofTenant: number | null,
): Retention | null {
  if (retainDays !== undefined) return retainDays === 0 ? null : { days: retainDays, from: 'CONVERSATION' }
  return ofTenant === null ? null : { days: ofTenant, from: 'TENANT' }
}

/** Returns the time before which what came in has been kept for so many days. */
export function keptSince(now: Instant, days: number): Instant {
  const begin = nanosecondsOf(now) - BigInt(days) * 86_400_000_000_000n
  return instantOf(begin < 0n ? 0n : begin)
}

import type { ConversationRetentionQuery } from '../documents/generated.ts'
import { counted, daysBefore } from '../parts/text.ts'

/** Returns how long something is kept, in words; null: for ever. */
export const howLong = (days: number | null): string => (days === null ? 'forever' : `for ${counted(days, 'day')}`)

/** Returns the days that a conversation says itself: 0 is for ever, -1 as the tenant says. */
export function ownDays({ conversation, viewer }: ConversationRetentionQuery): number {
  if (conversation?.retainedBy === 'CONVERSATION') return conversation.retainDays ?? -1
  return conversation?.retainDays == null && viewer.retainDays != null ? 0 : -1
}

/** Returns for how many days something is kept by what is chosen; null: for ever. */
export function keptBy(chosen: number, ofTenant: number | null): number | null {
  if (chosen === -1) return ofTenant
  return chosen === 0 ? null : chosen
}

/** Returns the time before which what came in has been kept for so many days. */
export const keptSince = (days: number): string => daysBefore(days, Date.now())

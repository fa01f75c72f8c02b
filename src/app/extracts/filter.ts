import type { Conversation, Instant } from '../../domain/model.ts'

/** What of all that is stored an extract holds. */
export interface ExtractFilter {
  /** Both included; null: no bound. */
  readonly from: Instant | null
  readonly to: Instant | null
  readonly includeExperiments: boolean
  readonly includeDeleted: boolean
}

/** Says whether a time lies within the filter's. */
export const isWithin = ({ from, to }: ExtractFilter, at: Instant): boolean =>
  (from === null || at >= from) && (to === null || at <= to)

/** Says whether what is of a conversation is taken. */
export function takes(filter: ExtractFilter, conversation: Conversation | null): boolean {
  if (conversation === null) return true
  if (conversation.origin === 'EXPERIMENT' && !filter.includeExperiments) return false
  return conversation.deletedAt === null || filter.includeDeleted
}

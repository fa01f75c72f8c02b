import { changesCounts, countedOf, isCounted, type Bucket, type CallNames, type Counted } from './counted.ts'
import type { Conversation, Message, Observation } from '../model.ts'

/** What a stored observation counts: as a storing, and perhaps as the first one of its message. */
export interface StoredCount {
  readonly turn: Counted | null
  readonly message: Bucket | null
}

/** Returns what a stored observation counts now, for sums that are recomputed. `message` is its message as it stands. */
export function storedCount(
  observation: Observation,
  conversation: Pick<Conversation, 'origin'>,
  message: Message | null,
  names: CallNames,
): StoredCount {
  const { role, place, kind } = observation
  // A restatement counts only where it makes a message, as a fork's of an inherited turn.
  if (role === null || (place === null && kind !== 'RESTATEMENT')) return { turn: null, message: null }
  const isCorrected = message !== null && message.latestId === observation.id && changesCounts(message)
  const counted = countedOf(observation, conversation, isCorrected ? message : null, names)
  const isFirst = message !== null && message.createdAt === observation.ingestedAt
  const bucket = isFirst ? countedOf(observation, conversation, null, names).bucket : null
  return { turn: isCounted(observation) ? counted : null, message: bucket }
}

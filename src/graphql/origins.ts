import type { Act, ForkResult } from '../app/act.ts'
import type { Conversation } from '../domain/model.ts'
import { emptyPathHash } from '../domain/pathHash.ts'
import type { ForkOrigin } from './models.ts'

/** Returns the forks that led to a conversation, nearest first. */
export async function originsOf(act: Act, conversation: Conversation): Promise<ForkOrigin[]> {
  if (conversation.forkedFrom === null) return []
  return [conversation, ...(await act.reads.lineage(conversation.id))].flatMap(({ forkedFrom }) => forkedFrom ?? [])
}

/** Returns the forks that led to a fork just made, or in a dry run just tried: itself first. */
export async function originsOfFork(act: Act, { source, point, event }: ForkResult): Promise<ForkOrigin[]> {
  const own: ForkOrigin = {
    conversationId: source.id,
    observationId: point?.id ?? null,
    turn: point?.place?.turns ?? null,
    pathHash: point?.place?.pathHash ?? emptyPathHash,
    eventId: event?.id ?? null,
  }
  return [own, ...(await originsOf(act, source))]
}

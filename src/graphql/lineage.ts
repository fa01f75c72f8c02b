import type { Scope } from '../app/scope.ts'
import type { ForkResult } from '../app/forks/forkConversation.ts'
import type { Conversation } from '../domain/model.ts'
import { emptyPathHash } from '../domain/tree/pathHash.ts'
import type { ForkOrigin } from './models.ts'

/** Returns the forks that led to a conversation, nearest first. */
export async function originsOf(scope: Scope, conversation: Conversation): Promise<ForkOrigin[]> {
  if (conversation.forkedFrom === null) return []
  return [conversation, ...(await scope.reads.lineage(conversation.id))].flatMap(({ forkedFrom }) => forkedFrom ?? [])
}

/** Returns the forks that led to a fork just made, or in a dry run just tried: itself first. */
export async function originsOfFork(scope: Scope, { source, point, event }: ForkResult): Promise<ForkOrigin[]> {
  const own: ForkOrigin = {
    conversationId: source.id,
    observationId: point?.id ?? null,
    turn: point?.place?.turns ?? null,
    pathHash: point?.place?.pathHash ?? emptyPathHash,
    eventId: event?.id ?? null,
  }
  return [own, ...(await originsOf(scope, source))]
}

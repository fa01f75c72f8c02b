import type { Scope } from '../scope.ts'
import type { Warning } from '../write/warning.ts'
import type { StoreResult } from './storeInDraft.ts'

/** What the idempotency record keeps of each stored turn. */
export type ReplayRecord = {
  readonly conversationId: string
  readonly messageId: string
  readonly observationId: string
  readonly leftTranscript: number
  readonly forked: boolean
  /** Records of before knew none. */
  readonly restated?: boolean
  readonly warnings: readonly Warning[]
}

/** Returns what the idempotency record keeps of a stored turn. */
export function retainedOf(result: StoreResult): ReplayRecord {
  const { leftTranscript, forked, restated, warnings } = result
  return {
    conversationId: result.conversation.id,
    messageId: result.message.id,
    observationId: result.observation.id,
    leftTranscript,
    forked,
    ...(restated && { restated }),
    warnings,
  }
}

/** Returns what was stored under a key, as it is now. */
export async function replayed(scope: Scope, replayRecord: ReplayRecord): Promise<StoreResult> {
  const [conversation, message, observation] = await Promise.all([
    scope.reads.conversation(replayRecord.conversationId),
    scope.reads.message(replayRecord.messageId),
    scope.reads.observation(replayRecord.observationId),
  ])
  if (!conversation || !message || !observation)
    throw new Error(`What was stored as ${replayRecord.observationId} is missing.`)
  return {
    ...replayRecord,
    restated: replayRecord.restated ?? false,
    conversation,
    message,
    observation,
    replayed: true,
  }
}

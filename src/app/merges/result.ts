import { replayOf } from '../write/lanes/idempotency.ts'
import type { Refuted, Verdict } from '../../domain/records/merge.ts'
import type { Event } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'
import type { MergeResult } from './merge.ts'

/** What an idempotency key is bound to; the verdict and its reasons stand in the event. */
export type MergeReplay = {
  readonly conversationId: string
  readonly joinId: string | null
  readonly eventId: string
}

/** Returns the answer of a merge that is done, from what was kept of it. */
export async function loaded(scope: Scope, stored: MergeReplay, replayed: boolean): Promise<MergeResult> {
  const { conversationId, joinId, eventId } = stored
  const conversation = scope.reads.conversation(conversationId)
  const result =
    joinId === null
      ? { ...(await replayOf(scope, eventId, { conversation })), join: null }
      : await replayOf(scope, eventId, { conversation, join: scope.reads.observation(joinId) })
  return { ...result, ...judgementIn(result.event), replayed }
}

function judgementIn({ details }: Event): Pick<MergeResult, 'verdict' | 'refuted' | 'undecided'> {
  const fields = details as { verdict?: Verdict; refuted?: readonly Refuted[]; undecided?: readonly string[] }
  return { verdict: fields.verdict ?? null, refuted: fields.refuted ?? [], undecided: fields.undecided ?? [] }
}

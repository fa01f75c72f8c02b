import { found } from '../write/command.ts'
import type { Refuted, Verdict } from '../../domain/records/merge.ts'
import type { Event } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'
import type { MergeResult } from './merge.ts'

/** What the key of a merge is bound to; the verdict and its reasons stand in the event. */
export type MergeRecord = {
  readonly conversationId: string
  readonly joinId: string | null
  readonly eventId: string
}

/** Returns what a merge that is done has come to, as it is now. */
export async function mergeNow({ reads }: Scope, record: MergeRecord): Promise<Omit<MergeResult, 'replayed'>> {
  const { conversationId, joinId, eventId } = record
  const named = { conversation: reads.conversation(conversationId), event: reads.event(eventId) }
  const merge =
    joinId === null
      ? { ...(await found(record, named)), join: null }
      : await found(record, { ...named, join: reads.observation(joinId) })
  return { ...merge, ...judgementIn(merge.event) }
}

function judgementIn({ details }: Event): Pick<MergeResult, 'verdict' | 'refuted' | 'undecided'> {
  const fields = details as { verdict?: Verdict; refuted?: readonly Refuted[]; undecided?: readonly string[] }
  return { verdict: fields.verdict ?? null, refuted: fields.refuted ?? [], undecided: fields.undecided ?? [] }
}

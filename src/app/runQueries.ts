import type { Conversation } from '../domain/model.ts'
import type { Run } from '../domain/things.ts'
import type { Act } from './act.ts'
import { runOf } from './runs.ts'

/** Returns a run of a conversation: one claimed there, else a completed one that it inherited, else null. */
export async function runQuery(act: Act, conversationId: string, runId: string): Promise<Run | null> {
  const conversation = await act.reads.conversation(conversationId)
  return conversation && runOf({ conversation, head: null, reads: act.reads }, runId)
}

/** Returns the run claimed last that is still open, or null. */
export async function activeRun(act: Act, { id, runs }: Conversation): Promise<Run | null> {
  const last = runs.open.at(-1)
  return last ? act.reads.run(id, last.runId) : null
}

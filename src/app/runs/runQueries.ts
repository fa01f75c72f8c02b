import type { Conversation } from '../../domain/model.ts'
import type { Run } from '../../domain/records/run.ts'
import type { Scope } from '../scope.ts'
import { runOf } from './runs.ts'

/** Returns a run of a conversation: one claimed there, else a completed one that it inherited, else null. */
export async function runQuery(scope: Scope, conversationId: string, runId: string): Promise<Run | null> {
  const conversation = await scope.reads.conversation(conversationId)
  return conversation && runOf({ conversation, head: null, reads: scope.reads }, runId)
}

/** Returns the run claimed last that is still open, or null. */
export async function activeRun(scope: Scope, { id, runs }: Conversation): Promise<Run | null> {
  const last = runs.open.at(-1)
  return last ? scope.reads.run(id, last.runId) : null
}

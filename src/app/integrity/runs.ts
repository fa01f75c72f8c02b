import { isDeepStrictEqual } from 'node:util'
import type { Conversation } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'
import type { Find } from './finding.ts'
import { wholeList } from '../read/walkList.ts'

const pageLength = 500

/**
 * Compares what a conversation keeps of its runs with the runs. A fork counts completions on from where its source stood,
 * so only its own last one tells.
 */
export async function checkRuns(scope: Scope, { id, runs, forkedFrom }: Conversation, find: Find): Promise<void> {
  const results = await wholeList(scope.reads, 'runsOfConversation', id, pageLength)
  const open = results
    .filter(({ state }) => state === 'CLAIMED' || state === 'SUSPENDED')
    .map(({ runId, exclusive, state }) => ({ runId, exclusive, suspended: state === 'SUSPENDED' }))
  const remaining = runs.open.map(({ runId, exclusive, suspended }) => ({ runId, exclusive, suspended }))
  const last = Math.max(0, ...results.map(({ completionSeq }) => completionSeq ?? 0))
  const completed = last === 0 && forkedFrom !== null ? runs.completed : last
  if (completed === runs.completed && isDeepStrictEqual(byRunId(remaining), byRunId(open))) return
  find('RUNS_DIFFER', 'The conversation lists other open or completed runs than its run events give.', {
    kept: { open: remaining, completed: runs.completed },
    found: { open, completed },
  })
}

const byRunId = <T extends { readonly runId: string }>(runs: readonly T[]): T[] =>
  [...runs].sort((a, b) => (a.runId < b.runId ? -1 : 1))

import { mustBeLive, mustFind } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { checkId } from '../write/checks.ts'
import { commitSettled } from '../write/lanes/commit.ts'
import { once } from '../write/lanes/idempotency.ts'
import type { RecordsReplay, RecordsResult } from './putRecords.ts'
import { replayedRecords } from './putRecords.ts'
import { rangeOf, type RangeInput } from './range.ts'
import { onlyRecords } from './writeRecords.ts'

export interface DeleteRecords extends RangeInput {
  readonly conversationId: string
  readonly idempotencyKey?: string | null
}

/** Deletes those state records of a conversation that meet every given condition; that there is none is no error. */
export async function deleteRecords(scope: Scope, input: DeleteRecords): Promise<RecordsResult> {
  const { idempotencyKey, ...compared } = input
  const conversationId = checkId(input.conversationId, 'conversationId')
  const dropped = { ...rangeOf(scope, input), conversationId }
  return once<RecordsResult, RecordsReplay>(scope, {
    operation: 'deleteRecords',
    key: idempotencyKey,
    input: compared,
    perform: async (bind) => {
      const { result } = await commitSettled(scope, [conversationId], async ([laneState]) => {
        const frontier = mustFind(laneState?.frontier, 'Conversation', conversationId)
        mustBeLive(frontier.conversation)
        const [deleted = 0] = await scope.store.stateRecordCounts([dropped], Number.MAX_SAFE_INTEGER)
        const key = bind({ conversationId, names: [], deleted })
        const changes = deleted === 0 ? [] : [{ expected: deleted, dropped }]
        const written = deleted === 0 && key === null ? null : onlyRecords(scope, conversationId, key, changes)
        return { changes: written, after: new Map([[conversationId, frontier]]), result: deleted }
      })
      return { records: [], deleted: result, replayed: false }
    },
    replay: (stored) => replayedRecords(scope, stored),
  })
}

import { mustBeLive, mustFind } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { checkId } from '../write/checks.ts'
import { commitSettled } from '../write/lanes/commit.ts'
import { command } from '../write/command.ts'
import { recordsNow, type RecordsRecord, type RecordsResult } from './putRecords.ts'
import { rangeOf, type RangeInput } from './range.ts'
import { onlyRecords } from './writeRecords.ts'

export interface DeleteRecords extends RangeInput {
  readonly conversationId: string
  readonly idempotencyKey?: string | null
}

/** Deletes those state records of a conversation that meet every given condition; that there is none is no error. */
export async function deleteRecords(scope: Scope, input: DeleteRecords): Promise<RecordsResult> {
  const conversationId = checkId(input.conversationId, 'conversationId')
  const dropped = { ...rangeOf(scope, input), conversationId }
  return command(scope, input, {
    operation: 'deleteRecords',
    decide: async (commandScope) => {
      const { result } = await commitSettled(commandScope, [conversationId], async ([laneState]) => {
        const frontier = mustFind(laneState?.frontier, 'Conversation', conversationId)
        mustBeLive(frontier.conversation)
        const [deleted = 0] = await scope.store.stateRecordCounts([dropped], Number.MAX_SAFE_INTEGER)
        const changes = onlyRecords(scope, conversationId, deleted === 0 ? [] : [{ expected: deleted, dropped }])
        const record: RecordsRecord = { conversationId, names: [], deleted }
        const after = new Map([[conversationId, frontier]])
        return { changes, after, result: deleted, record, isForKeyAlone: deleted === 0 }
      })
      return { records: [], deleted: result }
    },
    load: (record: RecordsRecord) => recordsNow(scope, record),
  })
}

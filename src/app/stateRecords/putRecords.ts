import { badInput } from '../../domain/refusals.ts'
import type { StateRecord } from '../../domain/records/stateRecord.ts'
import { splitBatch } from '../read/loaders.ts'
import type { Scope } from '../scope.ts'
import { checkId } from '../write/checks.ts'
import { commitSettled, type Plan } from '../write/lanes/commit.ts'
import { afterOf, changesOf, type Draft, openDraft } from '../write/draft/draft.ts'
import { command } from '../write/command.ts'
import { checkRecords, type RecordInput } from './checkRecords.ts'
import { onlyRecords, withRecords, writeRecords, type WrittenRecords } from './writeRecords.ts'

export interface PutRecords {
  readonly conversationId: string
  readonly records: readonly RecordInput[]
  readonly idempotencyKey?: string | null
}

export interface RecordsResult {
  readonly records: readonly StateRecord[]
  readonly deleted: number
  readonly replayed: boolean
}

/** What the key of a command on state records is bound to: names, and how many it deleted. */
export type RecordsRecord = {
  readonly conversationId: string
  readonly names: readonly (readonly [kind: string, key: string])[]
  readonly deleted: number
}

/** Writes state records of a conversation, which is made when there is none of that id; all of them or none. */
export async function putRecords(scope: Scope, input: PutRecords): Promise<RecordsResult> {
  const id = checkId(input.conversationId, 'conversationId')
  if (input.records.length === 0) throw badInput('There is no record to write.', {}, ['records'])
  const recordInputs = checkRecords(scope, input.records)
  return command(scope, input, {
    operation: 'putRecords',
    decide: async (commandScope) => {
      const { result } = await commitSettled(commandScope, [id], async ([laneState]) => {
        const draft = openDraft(scope, id, laneState?.frontier ?? null)
        const written = await writeRecords(scope, draft, recordInputs)
        const names = written.records.map(({ kind, key }) => [kind, key] as const)
        const record: RecordsRecord = { conversationId: id, names, deleted: 0 }
        return { ...planOfRecords(scope, draft, written), result: written.records, record }
      })
      return { records: result, deleted: 0 }
    },
    load: (record: RecordsRecord) => recordsNow(scope, record),
  })
}

/** Returns what is to be written of records alone: nothing but a key, where all of them stay. */
export function planOfRecords(
  scope: Scope,
  draft: Draft,
  { changes }: WrittenRecords,
): Omit<Plan<never>, 'result' | 'record'> {
  const { id } = draft.conversation
  if (draft.before === null)
    return { changes: withRecords(scope, id, changesOf([draft]), changes), after: afterOf([draft]) }
  const after = new Map([[id, draft.before]])
  return { changes: onlyRecords(scope, id, changes), after, isForKeyAlone: changes.length === 0 }
}

/** Returns the records that a key is bound to as they are now, those that are gone left out. */
export async function recordsNow(scope: Scope, { conversationId, names, deleted }: RecordsRecord) {
  const places = names.map(([kind, key]) => ({ conversationId, kind, key }))
  const stateRecords = await splitBatch(places, (some) => scope.store.stateRecords(some))
  return { records: stateRecords.filter((record) => record !== null), deleted }
}

import { badInput } from '../../domain/refusals.ts'
import type { StateRecord } from '../../domain/records/stateRecord.ts'
import { splitBatch } from '../read/loaders.ts'
import type { Scope } from '../scope.ts'
import { checkId } from '../write/checks.ts'
import { commitSettled, type Plan } from '../write/lanes/commit.ts'
import { afterOf, changesOf, type Draft, openDraft } from '../write/draft/draft.ts'
import { once, type Bind } from '../write/lanes/idempotency.ts'
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

/** What is kept of a write under its key: names alone. */
export type RecordsReplay = {
  readonly conversationId: string
  readonly names: readonly (readonly [kind: string, key: string])[]
  readonly deleted: number
}

/** Writes state records of a conversation, which is made when there is none of that id; all of them or none. */
export async function putRecords(scope: Scope, input: PutRecords): Promise<RecordsResult> {
  const { idempotencyKey, ...compared } = input
  const id = checkId(input.conversationId, 'conversationId')
  if (input.records.length === 0) throw badInput('There is no record to write.', {}, ['records'])
  const recordInputs = checkRecords(scope, input.records)
  return once<RecordsResult, RecordsReplay>(scope, {
    operation: 'putRecords',
    key: idempotencyKey,
    input: compared,
    perform: async (bind) => {
      const { result } = await commitSettled(scope, [id], async ([laneState]) => {
        const draft = openDraft(scope, id, laneState?.frontier ?? null)
        const written = await writeRecords(scope, draft, recordInputs)
        return { ...planOfRecords(scope, draft, written, (names) => bind(names)), result: written.records }
      })
      return { records: result, deleted: 0, replayed: false }
    },
    replay: (stored) => replayedRecords(scope, stored),
  })
}

/** Returns what is to be written of records alone: nothing, where all of them stay and no key is to be bound. */
export function planOfRecords(
  scope: Scope,
  draft: Draft,
  { records, changes }: WrittenRecords,
  bind: Bind<RecordsReplay>,
): Omit<Plan<never>, 'result'> {
  const { id } = draft.conversation
  const key = bind({ conversationId: id, names: records.map(({ kind, key }) => [kind, key] as const), deleted: 0 })
  if (draft.before === null)
    return { changes: withRecords(scope, id, changesOf([draft], key), changes), after: afterOf([draft]) }
  const isNothing = changes.length === 0 && key === null
  return { changes: isNothing ? null : onlyRecords(scope, id, key, changes), after: new Map([[id, draft.before]]) }
}

/** Returns the records of an earlier call as they are now, those that are gone left out. */
export async function replayedRecords(
  scope: Scope,
  { conversationId, names, deleted }: RecordsReplay,
): Promise<RecordsResult> {
  const places = names.map(([kind, key]) => ({ conversationId, kind, key }))
  const stateRecords = await splitBatch(places, (some) => scope.store.stateRecords(some))
  return { records: stateRecords.filter((record) => record !== null), deleted, replayed: true }
}

import { noRecords } from '../../../domain/changes.ts'
import {
  checkRetainDays,
  retentionMark,
  retentionOf,
  tenantDays,
  type Retention,
} from '../../../domain/erasure/retention.ts'
import type { Conversation } from '../../../domain/model.ts'
import type { Scope } from '../../scope.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { changesOfRecords } from '../../write/draft/recordDraft.ts'
import { commitRecords } from '../../write/lanes/commit.ts'

const read = new WeakMap<Scope, Promise<number | null>>()

/** Returns how many days the tenant keeps what its conversations say, read once a request; null: forever. */
export function tenantRetention(scope: Scope): Promise<number | null> {
  const known = read.get(scope) ?? scope.store.importMarks([retentionMark]).then(([mark]) => tenantDays(mark))
  read.set(scope, known)
  return known
}

/** Sets the number of days for which the tenant keeps the content of conversations that set none; 0: forever. */
export async function setTenantRetention(scope: Scope, days: number): Promise<void> {
  checkRetainDays(days, 0)
  const work = () => {
    const event = newEvent(scope, 'UPDATE', null, { details: { retainDays: days } })
    const changes = changesOfRecords(event, noRecords)
    return Promise.resolve({
      changes: { ...changes, importMarks: [{ name: retentionMark, value: days }] },
      result: null,
    })
  }
  await commitRecords(scope, work, retentionMark)
  read.delete(scope)
}

/** Returns how long what a conversation says is kept, and who says so; null: forever. */
export async function retention(scope: Scope, conversation: Conversation): Promise<Retention | null> {
  return retentionOf(conversation, await tenantRetention(scope))
}

import type { Event, EventKind } from '../../domain/model.ts'
import { listIn } from '../read/cursors.ts'
import { pageOf, placeIn, readKey, wholeCount, type Forward } from '../read/lists.ts'
import { pageSize, type ListPage } from '../read/pages.ts'
import type { Scope } from '../scope.ts'

const list = 'eventsOfKind'
const everyKind = Object.keys({
  ...{ CREATE: true, UPDATE: true, STORE: true, FORK: true, REWIND: true, SWITCH: true, UNDO: true, MERGE: true },
  ...{ COMPACT: true, DROP: true, CANCEL: true, MATERIALIZE: true, CORRECT: true, DELETE: true, RESTORE: true },
  ...{ RELATE: true, UNRELATE: true, ENTITY_MERGE: true, ENTITY_SPLIT: true, IMPORT: true, REPAIR: true, RUN: true },
  ...{ CHECKPOINT: true, ANNOTATE: true, RECORD: true, ERASE: true },
} satisfies Record<EventKind, true>) as EventKind[]

/**
 * Returns a page of the ledgers of all conversations together, newest first; `kinds` null: of every kind. Each kind is an
 * ordered list of its own in the store, and a page is what these begin with: rare ones are found without the rest.
 */
export async function eventsPage(
  scope: Scope,
  kinds: readonly EventKind[] | null,
  args: Forward,
): Promise<ListPage<Event>> {
  const wanted = everyKind.filter((kind) => kinds === null || kinds.includes(kind))
  const limit = pageSize(args).first ?? 0
  const name = listIn(scope, `${list}:${wanted.join(' ')}`)
  const after = readKey(name, args)
  const pages = await Promise.all(wanted.map((owner) => scope.reads.list({ list, owner, after, limit: limit + 1 })))
  return pageOf(
    name,
    pages.flat().sort(newestFirst),
    limit,
    (event) => placeIn(list, event),
    after !== null,
    async () =>
      (await Promise.all(wanted.map((owner) => wholeCount(scope, list, owner)))).reduce((sum, count) => sum + count, 0),
  )
}

function newestFirst(a: Event, b: Event): number {
  if (a.at !== b.at) return a.at > b.at ? -1 : 1
  return a.id < b.id ? -1 : 1
}

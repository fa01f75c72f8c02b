import type { Conversation } from '../../../domain/model.ts'
import { badInput, notFound } from '../../../domain/refusals.ts'
import { checkLookupId } from '../../../domain/ids.ts'
import { listIn } from '../../read/cursors.ts'
import { keyCursor, readKey, type Forward } from '../../read/lists.ts'
import { listed, pageSize, type ListPage } from '../../read/pages.ts'
import type { Scope } from '../../scope.ts'
import { endable, type ChangeStream } from '../../subscriptions/stream.ts'
import type { ImportJob, LocalSource } from './model.ts'

export type { ImportJob, LocalImports, LocalSource } from './model.ts'

export interface ImportLocal {
  readonly kinds: readonly string[]
  readonly idempotencyKey?: string | null
}

/** Returns the folders of sessions on the server's machine; none where callers may be on another one. */
export async function localSources({ localImports }: Scope): Promise<LocalSource[]> {
  return localImports ? localImports().sources() : []
}

/** Begins to import folders of sessions; refuses kinds of which there is none here. */
export async function importLocal(
  scope: Scope,
  { kinds, idempotencyKey = null }: ImportLocal,
): Promise<{ readonly job: ImportJob }> {
  const localImports = scope.localImports?.()
  if (!localImports)
    throw badInput(
      'This server does not import from its machine: it may have callers elsewhere, or LOCAL_SOURCES is off.',
      { variable: 'LOCAL_SOURCES' },
    )
  const known = [...new Set((await localImports.sources()).map(({ kind }) => kind))]
  const unknown = kinds.filter((kind) => !known.includes(kind))
  if (kinds.length === 0 || unknown.length > 0) {
    const there = known.length === 0 ? 'There are none here.' : `Here are: ${known.join(', ')}.`
    const message = kinds.length === 0 ? 'Name at least one kind.' : `No sessions of ${unknown.join(', ')} are here.`
    throw badInput(`${message} ${there}`, { kinds: [...kinds], known }, ['kinds'])
  }
  return { job: await localImports.begin([...new Set(kinds)], idempotencyKey) }
}

/** Returns a job of this process; null where it has none of that id. */
export function importJob({ localImports }: Scope, id: string): ImportJob | null {
  return localImports?.().job(checkLookupId(id)) ?? null
}

/** Returns a job as it is and each later state; refuses an id that names none. `begin` counts a follower, and returns what ends that. */
export function followJob(scope: Scope, id: string, begin: () => () => void): ChangeStream<ImportJob> {
  const localImports = scope.localImports?.()
  if (!localImports?.job(checkLookupId(id))) throw notFound('ImportJob', id)
  const end = begin()
  const leaving = new AbortController()
  return endable(localImports.changes(id, leaving.signal), () => {
    if (!leaving.signal.aborted) end()
    leaving.abort()
  })
}

/** Returns a page of the conversations that a job's files refer to, in the order in which they were read. */
export async function jobConversations(
  scope: Scope,
  { id, conversationIds }: ImportJob,
  args: Forward,
): Promise<ListPage<Conversation>> {
  const limit = pageSize(args).first ?? 0
  const name = listIn(scope, `importJob:${id}`)
  const from = Number(readKey(name, args, 'number')?.sort ?? 0)
  const numbered = conversationIds.slice(from, from + limit).map((one, at) => ({ id: one, sort: from + at + 1 }))
  const conversations = await Promise.all(numbered.map((place) => scope.reads.conversation(place.id)))
  return {
    // One that was erased meanwhile is no longer there.
    items: numbered.flatMap((place, at) => {
      const conversation = conversations[at]
      return conversation ? [listed(conversation, () => keyCursor(name, place))] : []
    }),
    hasNextPage: conversationIds.length > from + limit,
    hasPreviousPage: from > 0,
    totalCount: () => Promise.resolve(conversationIds.length),
  }
}

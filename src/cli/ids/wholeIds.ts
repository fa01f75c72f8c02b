import { CommandFailed, failureOf } from '../../client/failures.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import { conversationIds } from './pages.ts'

/** Ids that are named where a beginning is not enough. */
const displayLimit = 10

/** What ids of conversations are looked up in. */
type Ids = () => AsyncIterable<string>

/** Asks about a conversation, whose id may be shortened to a beginning which no other one's has. */
export function byId<R>(graph: GraphClient, id: string, ask: (id: string) => Promise<R>): Promise<R> {
  return byWholeId(() => conversationIds(graph), id, ask)
}

/** Asks about several conversations, whose ids may be shortened. */
export async function byIds<R>(
  graph: GraphClient,
  ids: readonly string[],
  ask: (ids: readonly string[]) => Promise<R>,
  whole: readonly string[] = [],
): Promise<R> {
  const [next, ...rest] = ids
  return next === undefined ? ask(whole) : byId(graph, next, (id) => byIds(graph, rest, ask, [...whole, id]))
}

/** Asks about a conversation; where there is none of that id, about the one whose id alone begins so. */
export async function byWholeId<R>(ids: Ids, id: string, ask: (id: string) => Promise<R>): Promise<R> {
  try {
    return await ask(id)
  } catch (thrown) {
    if (!isMissing(thrown, id)) throw thrown
    const whole = await wholeId(ids, id)
    if (whole === null) throw thrown
    return byWholeId(ids, whole, ask)
  }
}

/** Returns what was found of a conversation; refuses where there is none of that id. */
export function mustFind<T>(result: T | null, id: string): T {
  if (result !== null) return result
  throw new CommandFailed('NOT_FOUND', `No Conversation has the id "${id}".`, { kind: 'Conversation', id })
}

function isMissing(thrown: unknown, id: string): boolean {
  const { code, details } = failureOf(thrown)
  const facts = details as { readonly kind?: unknown; readonly id?: unknown; readonly deleted?: unknown } | null
  return code === 'NOT_FOUND' && facts?.kind === 'Conversation' && facts.id === id && facts.deleted !== true
}

/** The id that begins so; null when none does. */
async function wholeId(all: Ids, beginning: string): Promise<string | null> {
  const ids: string[] = []
  for await (const id of all()) if (beginning !== '' && id.startsWith(beginning)) ids.push(id)
  if (ids.length < 2) return ids[0] ?? null
  const named = ids.slice(0, displayLimit).join(', ')
  const more = ids.length > displayLimit ? ` and ${ids.length - displayLimit} more` : ''
  const message = `${ids.length} ids begin with "${beginning}": ${named}${more}. Give more of it.`
  throw new CommandFailed('AMBIGUOUS_ID', message, { beginning, ids: ids.slice(0, displayLimit) })
}

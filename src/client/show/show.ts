import { messageId, parseMessageId } from '../../domain/ids.ts'
import { CommandFailed } from '../failures.ts'
import type { Query } from '../graph/remoteQueries.ts'
import * as documents from './documents.ts'
import type { ShownKind } from './documents.ts'
import type { Thing } from './things.ts'

/** Where a thing is looked up: its kind and its whole id. */
interface Place {
  readonly kind: ShownKind
  readonly id: string
}

/** Ids that are named where a beginning is not enough. */
const shown = 10

/**
 * Returns the things that have this id; where there is none, the one whose id alone begins so. Messages and runs are also
 * found by a beginning of their conversation's id, a colon and one of their own; runs by their own alone.
 */
export async function findThings(query: Query, id: string, last: number): Promise<Thing[]> {
  const found = await thingsOf(query, id, last)
  if (found.length > 0 || id === '') return found
  const places = await placesThatBegin(query, id)
  const exact = places.filter((place) => place.id === id || place.id.endsWith(`:${id}`))
  const [only, ...others] = exact.length > 0 ? exact : places
  if (only && others.length === 0) {
    const things = await thingsOf(query, only.id, last)
    return things.filter(({ kind }) => kind === only.kind)
  }
  if (only) throw ambiguous(id, [only, ...others])
  return []
}

async function thingsOf(query: Query, id: string, last: number): Promise<Thing[]> {
  const nodeIds = documents.shownKinds.map((kind) => [kind, Buffer.from(`${kind}:${id}`).toString('base64url')])
  const found = await query<Record<ShownKind, object | null>>(documents.thingById, {
    ...(Object.fromEntries(nodeIds) as Record<ShownKind, string>),
    last,
  })
  return documents.shownKinds.flatMap((kind) => (found[kind] === null ? [] : [{ kind, ...found[kind] } as Thing]))
}

async function placesThatBegin(query: Query, beginning: string): Promise<Place[]> {
  const conversations = await idsOf(query, documents.conversationIds, {})
  const begin = (kind: ShownKind, ids: readonly string[]) =>
    ids.filter((id) => id.startsWith(beginning)).map((id) => ({ kind, id }))
  const colon = beginning.indexOf(':')
  if (colon > 0) return turnsThatBegin(query, conversations, beginning.slice(0, colon), beginning.slice(colon + 1))
  const found = begin('Conversation', conversations)
  found.push(...begin('Entity', await idsOf(query, documents.entityIds, {})))
  for (const id of conversations) {
    // Ids of ours are hexadecimal digits: whatever else is looked for cannot be one.
    if (/^[0-9a-f-]+$/.test(beginning))
      found.push(...begin('Observation', await idsOf(query, documents.idsWithin.Observation, { id })))
    const runs = await idsOf(query, documents.idsWithin.Run, { id })
    found.push(...begin('Run', runs).map((place) => ({ ...place, id: messageId(id, place.id) })))
  }
  return found
}

/** A conversation that is named whole is meant, though others begin so. */
async function turnsThatBegin(
  query: Query,
  conversations: readonly string[],
  conversation: string,
  turn: string,
): Promise<Place[]> {
  const encoded = (id: string) => messageId(id, '').slice(0, -1)
  const named = conversations.filter((id) => encoded(id) === conversation)
  const found: Place[] = []
  for (const id of named.length > 0 ? named : conversations.filter((one) => encoded(one).startsWith(conversation)))
    for (const kind of ['Message', 'Run'] as const)
      for (const own of await idsOf(query, documents.idsWithin[kind], { id }))
        if (own.startsWith(turn)) found.push({ kind, id: messageId(id, own) })
  const exact = found.filter((place) => parseMessageId(place.id)?.turnId === turn)
  return exact.length > 0 ? exact : found
}

interface Page {
  readonly nodes: readonly { readonly id: string }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

async function idsOf(query: Query, text: string, variables: object): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | null = null; ;) {
    const answer: { page?: Page; conversation?: { page: Page } | null } = await query(text, { ...variables, after })
    const page = answer.page ?? answer.conversation?.page
    // Another command may have deleted the conversation meanwhile.
    if (page === undefined) return ids
    ids.push(...page.nodes.map(({ id }) => id))
    if (!page.pageInfo.hasNextPage) return ids
    after = page.pageInfo.endCursor
  }
}

function ambiguous(beginning: string, places: readonly Place[]): CommandFailed {
  const named = places
    .slice(0, shown)
    .map(({ kind, id }) => `${kind} ${id}`)
    .join(', ')
  const more = places.length > shown ? ` and ${places.length - shown} more` : ''
  const message = `${places.length} ids begin with "${beginning}": ${named}${more}. Give more of it.`
  return new CommandFailed('AMBIGUOUS_ID', message, { beginning, ids: places.slice(0, shown).map(({ id }) => id) })
}

import { EntityIds, MessageIds, ObservationIds, RunIds, Things } from '../../client/documents/generated.ts'
import { CommandFailed } from '../../client/failures.ts'
import type { GraphClient, TypedDocument } from '../../client/graphClient.ts'
import { messageId, parseMessageId } from '../../domain/ids.ts'
import { conversationIds, pages, type QueryPage } from '../ids/pages.ts'
import type { ShownKind, Thing } from './things.ts'

/** Where a thing is looked up: its kind and its whole id. */
interface Place {
  readonly kind: ShownKind
  readonly id: string
}

/** Ids that are named where a beginning is not enough. */
const displayLimit = 10

/**
 * Returns the things that have this id; where there is none, the one whose id alone begins so. Messages and runs are also
 * found by a beginning of their conversation's id, a colon and one of their own; runs by their own alone.
 */
export async function findThings(graph: GraphClient, id: string, last: number): Promise<Thing[]> {
  const results = await recordsOf(graph, id, last)
  if (results.length > 0 || id === '') return results
  const places = await placesThatBegin(graph, id)
  const exact = places.filter((place) => place.id === id || place.id.endsWith(`:${id}`))
  const [only, ...others] = exact.length > 0 ? exact : places
  if (only && others.length === 0) {
    const things = await recordsOf(graph, only.id, last)
    return things.filter(({ kind }) => kind === only.kind)
  }
  if (only) throw ambiguous(id, [only, ...others])
  return []
}

async function recordsOf(graph: GraphClient, id: string, last: number): Promise<Thing[]> {
  const nodeId = (kind: ShownKind) => Buffer.from(`${kind}:${id}`).toString('base64url')
  const result = await graph.query(Things, {
    conversation: nodeId('Conversation'),
    message: nodeId('Message'),
    observation: nodeId('Observation'),
    run: nodeId('Run'),
    entity: nodeId('Entity'),
    relationship: nodeId('Relationship'),
    attachment: nodeId('Attachment'),
    event: nodeId('Event'),
    last,
  })
  return Object.entries(result).flatMap(([kind, thing]) => (thing === null ? [] : [{ kind, ...thing } as Thing]))
}

async function placesThatBegin(graph: GraphClient, beginning: string): Promise<Place[]> {
  const conversations = await all(conversationIds(graph, true))
  const begin = (kind: ShownKind, ids: readonly string[]) =>
    ids.filter((id) => id.startsWith(beginning)).map((id) => ({ kind, id }))
  const colon = beginning.indexOf(':')
  if (colon > 0) return turnsThatBegin(graph, conversations, beginning.slice(0, colon), beginning.slice(colon + 1))
  const results = begin('Conversation', conversations)
  results.push(...begin('Entity', await entityIds(graph)))
  for (const id of conversations) {
    // Ids of ours are hexadecimal digits: whatever else is looked for cannot be one.
    if (/^[0-9a-f-]+$/.test(beginning))
      results.push(...begin('Observation', await idsWithin(graph, ObservationIds, id)))
    const runs = await idsWithin(graph, RunIds, id)
    results.push(...begin('Run', runs).map((place) => ({ ...place, id: messageId(id, place.id) })))
  }
  return results
}

const documentsOfTurns = [
  ['Message', MessageIds],
  ['Run', RunIds],
] as const

/** A conversation that is named whole is meant, though others begin so. */
async function turnsThatBegin(
  graph: GraphClient,
  conversations: readonly string[],
  conversation: string,
  turn: string,
): Promise<Place[]> {
  const encoded = (id: string) => messageId(id, '').slice(0, -1)
  const named = conversations.filter((id) => encoded(id) === conversation)
  const places: Place[] = []
  for (const id of named.length > 0 ? named : conversations.filter((one) => encoded(one).startsWith(conversation)))
    for (const [kind, document] of documentsOfTurns)
      for (const own of await idsWithin(graph, document, id))
        if (own.startsWith(turn)) places.push({ kind, id: messageId(id, own) })
  const exact = places.filter((place) => parseMessageId(place.id)?.turnId === turn)
  return exact.length > 0 ? exact : places
}

/** What lies in a conversation, by its ids. */
type IdsWithin = TypedDocument<
  { readonly conversation: { readonly page: QueryPage<{ readonly id: string }> } | null },
  { readonly id: string; readonly after?: string | null | undefined }
>

/** Another command may have deleted the conversation meanwhile. */
function idsWithin(graph: GraphClient, document: IdsWithin, id: string): Promise<string[]> {
  return idsOf(pages(async (after) => (await graph.query(document, { id, after })).conversation?.page ?? null))
}

function entityIds(graph: GraphClient): Promise<string[]> {
  return idsOf(pages(async (after) => (await graph.query(EntityIds, { after })).entities))
}

async function idsOf(nodes: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  return (await all(nodes)).map(({ id }) => id)
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const results: T[] = []
  for await (const item of items) results.push(item)
  return results
}

function ambiguous(beginning: string, places: readonly Place[]): CommandFailed {
  const named = places
    .slice(0, displayLimit)
    .map(({ kind, id }) => `${kind} ${id}`)
    .join(', ')
  const more = places.length > displayLimit ? ` and ${places.length - displayLimit} more` : ''
  const message = `${places.length} ids begin with "${beginning}": ${named}${more}. Give more of it.`
  return new CommandFailed('AMBIGUOUS_ID', message, {
    beginning,
    ids: places.slice(0, displayLimit).map(({ id }) => id),
  })
}

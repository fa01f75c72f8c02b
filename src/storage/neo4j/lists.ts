import type { ConversationQuery, GraphStore, ListName, ListRequest, Lists } from '../graphStore.ts'
import { cwdKey, memberKey, titleKey } from '../rows.ts'
import type { Connection, Parameters } from './connection.ts'
import { CONVERSATION_COUNT, CONVERSATION_PAGE, COUNTS, PAGES } from './cypherLists.ts'
import { inPlace, listOf } from './reads.ts'
import {
  conversationFrom,
  eventFrom,
  int,
  messageFrom,
  numberFrom,
  observationFrom,
  turnedAround,
  type Value,
} from './rows.ts'
import { entityFrom, factFrom, runFrom } from './thingRows.ts'
import { Torn, whole } from './torn.ts'

type ListReads = Pick<GraphStore, 'lists' | 'counts' | 'conversationList' | 'conversationCount'>

/** How the index of a list is sought: by the time, by the time turned around, or by the number in the ledger, down or up. */
const orders: Readonly<Record<ListName, 'oldestFirst' | 'newestFirst' | 'ledger' | 'ledgerUp'>> = {
  messagesOfConversation: 'oldestFirst',
  observationsOfConversation: 'newestFirst',
  observationsOfMessage: 'newestFirst',
  children: 'oldestFirst',
  roots: 'oldestFirst',
  tips: 'newestFirst',
  forks: 'newestFirst',
  sidechains: 'oldestFirst',
  events: 'ledger',
  ledger: 'ledgerUp',
  headMoves: 'ledger',
  messageCorrections: 'newestFirst',
  runsOfConversation: 'newestFirst',
  factsOf: 'newestFirst',
  entitiesOfType: 'newestFirst',
  entities: 'newestFirst',
}

const observationThere = (found: unknown) => {
  if (found === null) throw new Torn('The tip of a segment is not there yet.')
  return observationFrom(found)
}
const items: { readonly [N in ListName]: (found: unknown) => Lists[N] } = {
  messagesOfConversation: messageFrom,
  observationsOfConversation: observationFrom,
  observationsOfMessage: observationFrom,
  children: observationFrom,
  roots: observationFrom,
  tips: observationThere,
  forks: conversationFrom,
  sidechains: conversationFrom,
  events: eventFrom,
  ledger: eventFrom,
  headMoves: eventFrom,
  messageCorrections: observationFrom,
  runsOfConversation: runFrom,
  factsOf: factFrom,
  entitiesOfType: entityFrom,
  entities: entityFrom,
}

/** Returns the reads that answer lists. */
export function listReadsOn(connection: Connection, timeout: number): ListReads {
  return {
    lists: (tenant, requests) => whole(() => readLists(connection, tenant, requests), timeout),
    counts: (tenant, lists, limit) => readCounts(connection, tenant, lists, limit),
    conversationList: (tenant, query) =>
      whole(async () => {
        if (query.origin?.length === 0) return []
        const parameters = { ...filters(tenant, query), limit: int(query.limit) }
        const records = await connection.read(CONVERSATION_PAGE[scope(query)], parameters)
        return records.map((record) => conversationFrom(record.get('found')))
      }, timeout),
    conversationCount: async (tenant, query, limit) => {
      if (query.origin?.length === 0) return 0
      const parameters = { ...filters(tenant, { ...query, after: null }), limit: int(limit) }
      const [record] = await connection.read(CONVERSATION_COUNT[scope(query)], parameters)
      return numberFrom(record?.get('found'))
    },
  }
}

/** One statement for each kind of list that is asked for: most callers ask for one. */
async function readLists<N extends ListName>(
  connection: Connection,
  tenant: string,
  requests: readonly ListRequest<N>[],
): Promise<Lists[N][][]> {
  const answers = requests.map((): Lists[N][] => [])
  for (const list of new Set(requests.map((request) => request.list))) {
    const asked = requests.map((request, index) => ({ request, index })).filter(({ request }) => request.list === list)
    const limit = Math.max(...asked.map(({ request }) => request.limit))
    const given = asked.map(({ request }) => seekFor(request))
    const records = await connection.read(PAGES[list], { tenant, requests: given, limit: int(limit) })
    const item = (found: unknown) => items[list]((found as unknown[])[0])
    const found = inPlace(asked.length, records, listOf(item), [])
    for (const [at, { request, index }] of asked.entries()) answers[index] = (found[at] ?? []).slice(0, request.limit)
  }
  return answers
}

/** Owner, sort value and id from which the index is read on. */
function seekFor({ list, owner, after }: ListRequest): Value[] {
  const order = orders[list]
  if (order === 'ledger') return [owner, int(after ? Number(after.sort) : Number.MAX_SAFE_INTEGER)]
  if (order === 'ledgerUp') return [owner, int(after ? Number(after.sort) : 0)]
  if (!after) return [owner, '', '']
  const sort = String(after.sort)
  return [owner, order === 'newestFirst' ? turnedAround(sort) : sort, after.id]
}

async function readCounts(
  connection: Connection,
  tenant: string,
  lists: readonly { readonly list: ListName; readonly owner: string }[],
  limit: number,
): Promise<number[]> {
  const counts = lists.map(() => 0)
  for (const list of new Set(lists.map((each) => each.list))) {
    const asked = lists
      .map(({ owner, list: name }, index) => ({ owner, name, index }))
      .filter(({ name }) => name === list)
    const owners = asked.map(({ owner }) => owner)
    const records = await connection.read(COUNTS[list], { tenant, owners, limit: int(limit) })
    const found = inPlace(asked.length, records, numberFrom, 0)
    for (const [at, { index }] of asked.entries()) counts[index] = found[at] ?? 0
  }
  return counts
}

function scope({ forkedFrom, includeDeleted }: ConversationQuery): keyof typeof CONVERSATION_PAGE {
  if (forkedFrom !== null) return 'forks'
  return includeDeleted ? 'all' : 'listed'
}

/** Sorts after every time. */
const END = '~'

function filters(tenant: string, query: ConversationQuery): Parameters {
  const { activeBefore, activeAfter } = query
  const start = activeBefore === null ? '' : turnedAround(activeBefore)
  const after = query.after && { sort: turnedAround(String(query.after.sort)), id: query.after.id }
  const position = after && after.sort >= start ? after : { sort: start, id: '' }
  return {
    tenant,
    from: position.sort,
    afterId: position.id,
    to: activeAfter === null ? END : turnedAround(activeAfter),
    origins: query.origin ?? [],
    cwdKey: query.cwd === null ? '' : cwdKey(query.cwd),
    titleKey: query.title === null ? '' : titleKey(query.title),
    memberKeys: query.metadata.map(({ name, json }) => memberKey(name, json)),
    forkedFrom: query.forkedFrom ?? '',
    includeDeleted: query.includeDeleted,
  }
}

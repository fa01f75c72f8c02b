import type { Conversation } from '../../../domain/model.ts'
import type { ConversationQuery, GraphStore, ListName, ListRequest, Lists } from '../../graphStore.ts'
import { own } from '../../../runtime/own.ts'
import { cwdKey, forkPointOf, memberKey, shelfKeys, titleKey } from '../../rows/rows.ts'
import { shelvesOf } from '../../rows/shelves.ts'
import { timeText } from '../reading/compactText.ts'
import type { Connection, Parameters } from '../connection/connection.ts'
import { CONVERSATION_COUNT, CONVERSATION_PAGE, COUNTS, DIRECTORIES, PAGES } from './cypherLists.ts'
import { inPlace, listOf } from '../reading/batchedRead.ts'
import { eventFrom } from '../writing/eventRows.ts'
import {
  conversationFrom,
  instantOfTime,
  int,
  messageFrom,
  numberFrom,
  observationFrom,
  segmentFrom,
  timeOf,
  type Value,
} from '../properties/rows.ts'
import { listedNameOf } from '../records/entity.ts'
import { recordLists } from '../schema.ts'
import { Torn, whole } from '../reading/tornRead.ts'

type ListReads = Pick<GraphStore, 'lists' | 'counts' | 'conversationList' | 'conversationCount' | 'directories'>

type RecordList = keyof typeof recordLists
const ofRecords = <T>(part: (list: (typeof recordLists)[RecordList]) => T) =>
  Object.fromEntries(Object.entries(recordLists).map(([name, list]) => [name, part(list)])) as Record<RecordList, T>

/** How the index of a list is sought: by the time, up or down, or by the number in the ledger, down or up. */
const orders: Readonly<Record<ListName, 'oldestFirst' | 'newestFirst' | 'ledger' | 'ledgerUp'>> = {
  messagesOfConversation: 'oldestFirst',
  observationsOfConversation: 'newestFirst',
  observationsOfMessage: 'newestFirst',
  children: 'oldestFirst',
  childrenHere: 'oldestFirst',
  copiesOf: 'oldestFirst',
  restatementsOf: 'oldestFirst',
  roots: 'oldestFirst',
  tips: 'newestFirst',
  segmentsOfConversation: 'newestFirst',
  forks: 'newestFirst',
  everyFork: 'newestFirst',
  forkPoints: 'newestFirst',
  usedForks: 'newestFirst',
  sidechains: 'oldestFirst',
  events: 'ledger',
  ledger: 'ledgerUp',
  ledgerButForks: 'ledgerUp',
  headMoves: 'ledger',
  checkpoints: 'ledger',
  eventsOfKind: 'newestFirst',
  messageCorrections: 'newestFirst',
  ...ofRecords(({ shape }) => shape.order),
}

/** Their times are those of the database; all others lie as text. */
const timedLists: ReadonlySet<ListName> = new Set([
  'forks',
  'everyFork',
  'forkPoints',
  'usedForks',
  'sidechains',
  'eventsOfKind',
])

const observationThere = (value: unknown) => {
  if (value === null) throw new Torn('The tip of a segment is not there yet.')
  return observationFrom(value)
}
const items: { readonly [N in ListName]: (value: unknown) => Lists[N] } = {
  messagesOfConversation: messageFrom,
  observationsOfConversation: observationFrom,
  observationsOfMessage: observationFrom,
  children: observationFrom,
  childrenHere: observationFrom,
  copiesOf: observationFrom,
  restatementsOf: observationFrom,
  roots: observationFrom,
  tips: observationThere,
  segmentsOfConversation: segmentFrom,
  forks: conversationFrom,
  everyFork: conversationFrom,
  forkPoints: (value) => forkPointOf(conversationFrom(value)),
  usedForks: conversationFrom,
  sidechains: conversationFrom,
  events: eventFrom,
  ledger: eventFrom,
  ledgerButForks: eventFrom,
  headMoves: eventFrom,
  checkpoints: eventFrom,
  eventsOfKind: eventFrom,
  messageCorrections: observationFrom,
  ...(ofRecords(({ from }) => from) as { readonly [N in RecordList]: (value: unknown) => Lists[N] }),
}

/** Returns the reads that answer lists. */
export function listReadsOn(connection: Connection, timeout: number): ListReads {
  return {
    lists: (tenant, requests) => whole(() => readLists(connection, tenant, requests), timeout),
    counts: (tenant, lists, limit) => readCounts(connection, tenant, lists, limit),
    conversationList: (tenant, query) =>
      whole(async () => {
        if (asksNone(query)) return []
        const parameters = { ...filters(tenant, query), limit: int(query.limit) }
        const records = await connection.read(CONVERSATION_PAGE[scope(query)], parameters)
        return newestFirst(records.map((record) => conversationFrom(record.get('found')))).slice(0, query.limit)
      }, timeout),
    directories: async (tenant, { after, limit }) => {
      const before = after === null ? bounds.times[1] : timeOf(String(after.sort))
      const parameters = { tenant, before, after: after?.id ?? '', limit: int(limit) }
      return (await connection.read(DIRECTORIES, parameters)).map((record) => ({
        cwd: JSON.parse(record.get('cwdKey') as string) as string,
        conversations: numberFrom(record.get('conversations')),
        updatedAt: instantOfTime(record.get('latest')),
      }))
    },
    conversationCount: async (tenant, query, limit) => {
      if (asksNone(query)) return 0
      const parameters = { ...filters(tenant, { ...query, after: null }), limit: int(limit) }
      const [record] = await connection.read(CONVERSATION_COUNT[scope(query)], parameters)
      return Math.min(limit, numberFrom(record?.get('found')))
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
    const ofList = requests.map((request, index) => ({ request, index })).filter(({ request }) => request.list === list)
    const limit = Math.max(...ofList.map(({ request }) => request.limit))
    const seeks = ofList.map(({ request }) => seekFor(request))
    const records = await connection.read(PAGES[list], { tenant, requests: seeks, limit: int(limit) })
    const item = (value: unknown) => items[list]((value as unknown[])[0])
    const results = inPlace(ofList.length, records, listOf(item), [])
    for (const [at, { request, index }] of ofList.entries())
      answers[index] = (results[at] ?? []).slice(0, request.limit)
  }
  return answers
}

/** Before and after every time: some are times of the database, all else text. */
const bounds = {
  times: [timeOf('0000-01-01T00:00:00.000000000Z'), timeOf('9999-12-31T23:59:59.999999999Z')],
  texts: ['', '~'],
} as const

/** Owner, sort value and id from which the index is read on. */
function seekFor({ list, owner, after }: ListRequest): Value[] {
  const order = orders[list]
  if (order === 'ledger') return [owner, int(after ? Number(after.sort) : Number.MAX_SAFE_INTEGER)]
  if (order === 'ledgerUp') return [owner, int(after ? Number(after.sort) : 0)]
  const isTimed = timedLists.has(list)
  const [first, last] = bounds[isTimed ? 'times' : 'texts']
  const [own = owner, ...within] = partsOf(list, owner)
  if (!after) return [own, order === 'newestFirst' ? last : first, '', ...within]
  const sort = String(after.sort)
  return [own, isTimed ? timeOf(sort) : timeText(sort), after.id, ...within]
}

/** Of an owner with two parts each is compared by itself. */
function partsOf(list: ListName, owner: string): string[] {
  if (list === 'entitiesNamed') return [listedNameOf(owner)]
  return list === 'childrenHere' ? owner.split('\n') : [owner]
}

async function readCounts(
  connection: Connection,
  tenant: string,
  lists: readonly { readonly list: ListName; readonly owner: string }[],
  limit: number,
): Promise<number[]> {
  const counts = lists.map(() => 0)
  for (const list of new Set(lists.map((each) => each.list))) {
    const requests = lists
      .map(({ owner, list: name }, index) => ({ owner, name, index }))
      .filter(({ name }) => name === list)
    const owners = requests.map(({ owner }) =>
      list === 'childrenHere' ? partsOf(list, owner) : (partsOf(list, owner)[0] ?? owner),
    )
    const records = await connection.read(COUNTS[list], { tenant, owners, limit: int(limit) })
    const results = inPlace(requests.length, records, numberFrom, 0)
    for (const [at, { index }] of requests.entries()) counts[index] = results[at] ?? 0
  }
  return counts
}

/** An empty list of the database's is no filter. */
const asksNone = ({ origin, cwd }: ConversationQuery): boolean => origin?.length === 0 || cwd?.length === 0

function scope({ forkedFrom }: ConversationQuery): keyof typeof CONVERSATION_PAGE {
  return forkedFrom === null ? 'listed' : 'forks'
}

/** Deleted ones stand in a stretch of the index of their own. */
function newestFirst(conversations: Conversation[]): Conversation[] {
  return conversations.sort((a, b) =>
    a.activityAt === b.activityAt ? (a.id < b.id ? -1 : 1) : a.activityAt > b.activityAt ? -1 : 1,
  )
}

function filters(tenant: string, query: ConversationQuery): Parameters {
  const { activeBefore, activeAfter } = query
  const [first, last] = bounds.times
  const { after } = query
  const isInside = after !== null && (activeBefore === null || String(after.sort) <= activeBefore)
  const end = isInside ? String(after.sort) : activeBefore
  return {
    tenant,
    from: activeAfter === null ? first : timeOf(activeAfter),
    to: end === null ? last : timeOf(end),
    afterId: isInside ? after.id : '',
    withoutForks: query.leaveOut.includes('forks'),
    withoutSidechains: query.leaveOut.includes('sidechains'),
    withoutMembers: query.leaveOut.flatMap((kind) => own(shelfKeys, kind) ?? []),
    failing: query.leaveOut.includes('notFailing') ? 'yes' : query.leaveOut.includes('failing') ? 'no' : '',
    deleted: query.includeDeleted ? [false, true] : [false],
    shelves: shelvesOf(query).map((shelf) => int(shelf)),
    origins: query.origin ?? [],
    cwdKeys: query.cwd?.map(cwdKey) ?? [],
    titleKey: query.title === null ? '' : titleKey(query.title),
    memberKeys: [
      ...query.metadata.map(({ name, json }) => memberKey(name, json)),
      ...(query.undatedOnly === true ? [shelfKeys.undated] : []),
    ],
    forkedFrom: query.forkedFrom ?? '',
  }
}

import type { EventId, Tenant } from '../../domain/model.ts'
import type { Changes } from '../../domain/changes.ts'
import {
  StoreOutdated,
  type ConversationQuery,
  type GraphStore,
  type ListName,
  type ListRequest,
  type Lists,
  type WriteOutcome,
} from '../graphStore.ts'
import { createFolding } from '../folding.ts'
import { own } from '../../runtime/own.ts'
import { cwdKey, memberKey, shelfKeys, titleKey } from '../rows/rows.ts'
import { shelvesOf } from '../rows/shelves.ts'
import type { SqlRow } from './connection/connection.ts'
import { contentsOf } from './contents/contents.ts'
import * as decode from './reading/decode.ts'
import type { ThreadData, WriteAnswer } from './threads/messages.ts'
import { type Pool, startPool } from './threads/pool.ts'
import { createObservationCache, type ObservationCache } from './reading/observationCache/observationCache.ts'
import { rememberedReads } from './reading/observationCache/reads.ts'
import { recordReads, type Ask } from './records/records.ts'
import { registryOn } from './registry/registry.ts'
import { relationshipReads } from './reading/relationshipReads.ts'
import { recordLists } from './schema.ts'
import type { Kind } from './reading/readSql.ts'
import type { ConversationFilter, ReadName, ReadRequest, ReadKinds } from './reading/readRequest.ts'
import { groupedBy, isByCwd, keysWithCwd } from '../usageRollups.ts'
import { conversationSumOf } from './rollups/conversationSums.ts'
import { partsOf } from './rollups/write.ts'
import { roomFor, type Room, type RoomLogger } from './connection/diskSpace.ts'
import { stateRecordReads } from './stateRecords/reads.ts'
import { startThread } from './threads/thread.ts'
import { togetherReads } from './bundles/reads.ts'
import { walksOn } from './reading/walk.ts'
import {
  expiryRequest,
  foldRequest,
  registryRequest,
  roomForTurn,
  weightOf,
  writability,
  writeRequest,
  type WriteRequest,
} from './writing/writeRequest.ts'

export interface SqliteOptions {
  readonly path: string
  /** Threads that read beside each other. */
  readonly readers?: number
  /** Bytes of the file that the writer keeps in memory, and each reader half of; the usual when absent. */
  readonly cacheBytes?: number | undefined
  /** Bytes of observations that were read, which stay in memory; the usual when absent. */
  readonly observationCacheBytes?: number | undefined
  readonly logger?: RoomLogger
}

/** Bytes of observations that stay in memory unless it is said. */
const usualObservationCacheBytes = 32 * 1024 * 1024

/**
 * Returns the store in one SQLite file, made when it is not there. Several processes may have the same file open:
 * SQLite's own locks keep their writes apart.
 */
export async function openSqliteStore(options: SqliteOptions): Promise<GraphStore> {
  const { path, readers = 2, cacheBytes, logger, observationCacheBytes = usualObservationCacheBytes } = options
  const onDeath = (error: Error) => logger?.error({ err: error, path }, 'A thread of the SQLite store died.')
  const threads = (role: ThreadData['role']) => {
    const data: ThreadData = { role, path, cacheBytes }
    return startThread.bind(null, data, 'sqliteThread')
  }
  const shared = { onDeath, batchWeight: 2_000, ownerOf: ({ tenant }: { readonly tenant: string }) => tenant }
  const { writer, outdated } = watched(startPool<WriteRequest>({ ...shared, start: threads('writer'), threads: 1, weightOf })) // prettier-ignore
  await writer.started
  const reader = startPool<ReadRequest>({
    ...shared,
    start: threads('reader'),
    threads: readers,
    // A long read must not hold up many short ones.
    weightOf: () => 100,
  })
  const observations = createObservationCache(observationCacheBytes)
  const store = { ...storeOf(writer, reader, roomFor(path, logger ?? null), path, observations), outdated }
  try {
    await reader.started
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Returns the writer, and what resolves once it finds that a newer version has migrated the file. */
function watched(pool: Pool<WriteRequest>): { readonly writer: Pool<WriteRequest>; readonly outdated: Promise<void> } {
  let tell = () => {}
  const outdated = new Promise<void>((resolve) => (tell = resolve))
  const ask = (request: WriteRequest) =>
    pool.ask(request).catch((error: unknown) => {
      if (error instanceof StoreOutdated) tell()
      throw error
    })
  return { writer: { started: pool.started, ask, close: () => pool.close() }, outdated }
}

const readersOf = <N extends ListName>(records: { readonly [L in N]: { readonly read: (row: SqlRow) => Lists[L] } }) =>
  Object.fromEntries(
    Object.entries<{ read: (row: SqlRow) => Lists[N] }>(records).map(([list, { read }]) => [list, read]),
  ) as { readonly [L in N]: (row: SqlRow) => Lists[L] }

const decoders: Readonly<Record<ListName, (row: SqlRow) => Lists[ListName]>> = {
  messagesOfConversation: decode.decodeMessage,
  observationsOfConversation: (row) => decode.decodeObservation(row),
  observationsOfMessage: (row) => decode.decodeObservation(row),
  children: (row) => decode.decodeObservation(row),
  childrenHere: (row) => decode.decodeObservation(row),
  copiesOf: (row) => decode.decodeObservation(row),
  restatementsOf: (row) => decode.decodeObservation(row),
  roots: (row) => decode.decodeObservation(row),
  tips: (row) => decode.decodeObservation(row),
  segmentsOfConversation: (row) => decode.decodeSegment(row),
  forks: decode.decodeConversation,
  everyFork: decode.decodeConversation,
  forkPoints: decode.decodeForkPoint,
  usedForks: decode.decodeConversation,
  sidechains: decode.decodeConversation,
  events: decode.decodeEvent,
  ledger: decode.decodeEvent,
  headMoves: decode.decodeEvent,
  eventsOfKind: decode.decodeEvent,
  ledgerButForks: decode.decodeEvent,
  checkpoints: decode.decodeEvent,
  messageCorrections: (row) => decode.decodeObservation(row),
  ...readersOf(recordLists),
}

function storeOf(
  writer: Pool<WriteRequest>,
  reader: Pool<ReadRequest>,
  room: Room,
  path: string,
  observations: ObservationCache,
): GraphStore {
  const ask: Ask = async <N extends ReadName>(name: N, tenant: Tenant | '', request: ReadKinds[N]['request']) =>
    (await reader.ask({ name, tenant, request })) as ReadKinds[N]['answer']
  const contents = contentsOf(path)
  let compacting: Promise<unknown> | null = null
  // A writer waits while the file is rewritten, and gets no SQLITE_BUSY.
  const write = async (request: WriteRequest) => {
    if (compacting) await compacting
    return (await room.during(writer.ask(request))) as WriteAnswer
  }
  const compact: GraphStore['compact'] = async (pieces) => {
    const done = contents.compact(pieces)
    compacting = done.catch(() => undefined)
    return done.finally(() => (compacting = null))
  }
  const byId = async <T>(kind: Kind, tenant: Tenant, ids: readonly string[], decoded: (row: SqlRow) => T) =>
    (await ask('byId', tenant, { kind, ids })).map((row) => row && decoded(row))
  const observation = (row: SqlRow) => decode.decodeObservation(row)
  const folding = createFolding({
    days: (tenant) => ask('unfoldedDays', tenant, null),
    fold: (tenant, days) => write(foldRequest(tenant, days)),
  })

  return {
    name: 'sqlite',
    conversations: (tenant, ids) => byId('conversations', tenant, ids, decode.decodeConversation),
    frontiers: (tenant, ids) => byId('frontiers', tenant, ids, decode.decodeFrontier),
    messages: (tenant, ids) => byId('messages', tenant, ids, decode.decodeMessage),
    segments: (tenant, ids) => byId('segments', tenant, ids, (row) => decode.decodeSegment(row)),
    events: (tenant, ids) => byId('events', tenant, ids, decode.decodeEvent),
    keys: (tenant, keys) => byId('keys', tenant, keys, decode.decodeKey),
    importMarks: (tenant, names) => byId('importMarks', tenant, names, decode.decodeMark),
    externals: async (tenant, ids) => (await ask('externals', tenant, ids)).map((rows) => rows.map(observation)),
    junctions: async (tenant, places) => {
      const requests = places.map(({ conversationId, parentId }) => [conversationId, parentId] as const)
      return (await ask('junctions', tenant, requests)).map((row) => row && decode.decodeJunction(row))
    },
    ...recordReads(ask),
    ...relationshipReads(ask),
    ...stateRecordReads(ask),
    ...walksOn(ask),
    ...togetherReads(ask),
    ...rememberedReads(ask, observations),
    lineages: async (tenant, ids) =>
      (await ask('lineages', tenant, ids)).map((rows) => rows.map(decode.decodeConversation)),
    lists: async <N extends ListName>(tenant: Tenant, requests: readonly ListRequest<N>[]) => {
      const pages = await ask('lists', tenant, requests)
      return pages.map((rows, k) => {
        const list = requests[k]?.list
        return list === undefined ? [] : (rows.map(decoders[list]) as Lists[N][])
      })
    },
    counts: (tenant, lists, limit) => ask('counts', tenant, { lists, limit }),
    countsBelow: (tenant, nodes, limit) => ask('countsBelow', tenant, { nodes, limit }),
    conversationList: async (tenant, query) => {
      const request = { filter: filterOf(query, query.limit), after: query.after }
      return (await ask('conversationList', tenant, request)).map(decode.decodeConversation)
    },
    conversationCount: (tenant, query, limit) => ask('conversationCount', tenant, filterOf(query, limit)),
    directories: async (tenant, page) => (await ask('directories', tenant, page)).map(decode.decodeDirectory),
    rawSources: async (tenant, conversationId) =>
      (await ask('rawSources', tenant, conversationId)).map(([source, lineCount]) => ({
        source: String(source),
        lineCount: Number(lineCount),
      })),
    rawChunks: async (tenant, ...args) => (await ask('rawChunks', tenant, args)).map(decode.decodeRawChunk),
    write: async (tenant, changes: Changes) => {
      const outcome = outcomeOf(await write(writeRequest(tenant, changes)))
      // No read would be answered with them: their memory is free at once.
      if (changes.rewrites) observations.forget(tenant)
      return outcome
    },
    expireKeys: async (tenant, before, { limit, key = null }) =>
      changedRows(await write(expiryRequest(tenant, { before, limit, key }))),
    ready: async () => {
      const question = (await room.isDoubtful()) ? room.during(writer.ask(roomForTurn)) : writer.ask(writability)
      await Promise.all([ask('byId', '', { kind: 'conversations', ids: [''] }), question])
    },
    registry: registryOn({
      read: (statement, values) => ask('registry', '', { statement, values }),
      write: async (...args) => changedRows(await write(registryRequest(...args))),
    }),
    ...contents,
    compact,
    faults: () => ask('faults', '', null),
    rollups: async (tenant, query) => {
      const keys = groupedBy(query.kind, query.by).length
      const { rows, isWorthFolding } = await ask('rollups', tenant, query)
      if (isWorthFolding) folding.soon(tenant)
      const keysOf = (row: SqlRow) => row.slice(0, keys).map(String)
      return rows.map((row) => ({
        keys: isByCwd(query) ? keysWithCwd(keysOf(row)) : keysOf(row),
        sums: row.slice(keys).map(Number),
      }))
    },
    conversationSums: async (tenant, { includeExperiments, cwd }) => {
      const request = { includeExperiments, cwdKeys: jsonOf(cwd) }
      return (await ask('conversationSums', tenant, request)).map(conversationSumOf)
    },
    foldRollups: (tenant) => folding.now(tenant),
    answers: async (tenant, ids) => (await ask('answers', tenant, ids)).map(partsOf),
    rowCounts: () => ask('rowCounts', '', null),
    close: async () => {
      await folding.close()
      await reader.close()
      // The last connection to close empties the write-ahead log, so it is the one that may write.
      await writer.close()
    },
  }
}

/** Instants are of one length, so a space after one is above it and below the next. */
const justAbove = (instant: string) => `${instant} `

/** Returns the keys of working directories as a JSON list; null where there is no such filter. */
const jsonOf = (cwd: readonly string[] | null): string | null => cwd && JSON.stringify(cwd.map(cwdKey))

function filterOf(query: ConversationQuery, limit: number): ConversationFilter {
  const leftOut = query.leaveOut.flatMap((kind) => own(shelfKeys, kind) ?? [])
  return {
    origins: query.origin && JSON.stringify(query.origin),
    cwdKeys: jsonOf(query.cwd),
    titleKey: query.title === null ? null : titleKey(query.title),
    memberKeys: jsonList(
      beyondShelves(query, [
        ...query.metadata.map(({ name, json }) => memberKey(name, json)),
        ...(query.undatedOnly === true ? [shelfKeys.undated] : []),
      ]),
    ),
    from: query.activeAfter ?? '',
    below: query.activeBefore === null ? '~' : justAbove(query.activeBefore),
    forkedFrom: query.forkedFrom,
    includeDeleted: query.includeDeleted,
    shelves: shelvesOf(query),
    withoutForks: query.leaveOut.includes('forks'),
    withoutSidechains: query.leaveOut.includes('sidechains'),
    withoutMembers: jsonList(beyondShelves(query, leftOut)),
    failing: query.leaveOut.includes('notFailing') ? 1 : query.leaveOut.includes('failing') ? 0 : null,
    limit,
  }
}

/** Returns the members that a row is asked for: a list by shelf asks for those of its shelves by their place in the index. */
const beyondShelves = ({ forkedFrom }: ConversationQuery, members: readonly string[]): readonly string[] =>
  forkedFrom === null ? members.filter((member) => !isShelfKey(member)) : members
const isShelfKey = (member: string): boolean => Object.values<string>(shelfKeys).includes(member)

/** Null where nothing is in it. */
const jsonList = (keys: readonly string[]): string | null => (keys.length === 0 ? null : JSON.stringify(keys))

const changedRows = (answer: WriteAnswer): number => (answer.kind === 'registered' ? answer.rows : 0)

function outcomeOf(answer: WriteAnswer): WriteOutcome {
  if (answer.kind === 'keyUsed') return { kind: 'keyUsed', record: decode.decodeKey(answer.row) }
  if (answer.kind === 'registered') throw new Error('A statement of the registry answered a write.')
  if (answer.kind !== 'written') return answer
  return { kind: 'written', seqs: new Map<EventId, number>(answer.seqs) }
}

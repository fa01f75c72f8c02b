import type { Record as DriverRecord } from 'neo4j-driver'
import type { Observation } from '../../../domain/model.ts'
import type { Axis, Frontier, GraphStore, Range, Walked, WalkedKind } from '../../graphStore.ts'
import type { Connection, Parameters } from '../connection/connection.ts'
import { eventFrom } from '../writing/eventRows.ts'
import { entityFrom } from '../records/entity.ts'
import * as cypher from './cypherRead.ts'
import {
  conversationFrom,
  importMarkFrom,
  int,
  junctionFrom,
  messageFrom,
  numberFrom,
  observationFrom,
  segmentFrom,
} from '../properties/rows.ts'
import { keyFrom } from '../properties/key.ts'
import { bytesFrom } from '../properties/rawChunk.ts'
import type { UsageRollups } from '../../usageRollups.ts'
import { rollupReadsOn } from '../rollups/reads.ts'
import { recordReadsOn } from '../records/records.ts'
import { Torn, whole } from './tornRead.ts'
import { inPlace, listOf, type Each } from './batchedRead.ts'
import { frontierFrom } from '../bundles/frontier.ts'

type StoreReads = Pick<
  GraphStore,
  | 'conversations'
  | 'frontiers'
  | 'messages'
  | 'observations'
  | 'externals'
  | 'segments'
  | 'events'
  | 'keys'
  | 'junctions'
  | 'importMarks'
  | 'ranges'
  | 'lineages'
  | 'rawSources'
  | 'rawChunks'
  | 'walk'
  | 'keysNaming'
>

/** Returns the reads by identity and by range. */
export function readsOn(
  connection: Connection,
  timeout: number,
): StoreReads & UsageRollups & ReturnType<typeof recordReadsOn> {
  /** Each answer in the place of its question; `nothing` where there is none. */
  const each: Each = (statement, tenant, ids, from, nothing) =>
    whole(async () => {
      if (ids.length === 0) return []
      return inPlace(ids.length, await connection.read(statement, { tenant, ids }), from, nothing)
    }, timeout)

  return {
    conversations: (tenant, ids) => each(cypher.CONVERSATIONS, tenant, ids, conversationFrom, null),
    messages: (tenant, ids) => each(cypher.MESSAGES, tenant, ids, messageFrom, null),
    observations: (tenant, ids) => each(cypher.OBSERVATIONS, tenant, ids, recordedFrom, null),
    segments: (tenant, ids) => each(cypher.SEGMENTS, tenant, ids, segmentFrom, null),
    events: (tenant, ids) => each(cypher.EVENTS, tenant, ids, eventFrom, null),
    keys: (tenant, keys) => each(cypher.KEYS, tenant, keys, keyFrom, null),
    importMarks: (tenant, names) => each(cypher.IMPORT_MARKS, tenant, names, importMarkFrom, null),
    junctions: (tenant, places) => {
      const ids = places.map(({ conversationId, parentId }) => [conversationId, parentId])
      return each(cypher.JUNCTIONS, tenant, ids, junctionFrom, null)
    },
    externals: (tenant, ids) => each(cypher.EXTERNALS, tenant, ids, oldestFirst, []),
    lineages: (tenant, ids) => each(cypher.LINEAGES, tenant, ids, listOf(conversationFrom), []),
    frontiers: (tenant, ids) =>
      whole(async () => {
        if (ids.length === 0) return []
        return frontiersFrom(ids.length, await connection.read(cypher.FRONTIERS, { tenant, ids }))
      }, timeout),
    ...recordReadsOn(each),
    ...rollupReadsOn(connection, each),
    ranges: (tenant, ranges) => whole(() => readRanges(connection, tenant, ranges), timeout),
    walk: (tenant, kind, { after, limit, from }) =>
      whole(async () => {
        const parameters = { tenant, after: after ?? from ?? '', limit: int(limit) }
        const records = await connection.read(cypher.WALKS[kind], parameters)
        const items = records.map((record) => walked[kind](record.get('found')))
        return { items, next: records.length < limit ? null : (records.at(-1)?.get('id') as string) }
      }, timeout),
    keysNaming: async (tenant, names) => {
      const records = await connection.read(cypher.KEYS_NAMING, { tenant, names })
      return records.map((record) => keyFrom(record.get('found')))
    },
    rawSources: async (tenant, conversationId) => {
      const records = await connection.read(cypher.RAW_SOURCES, { tenant, conversationId })
      return records.map((record) => ({
        source: record.get('source') as string,
        lineCount: numberFrom(record.get('lineCount')),
      }))
    },
    rawChunks: async (tenant, conversationId, source, fromLine, limit) => {
      const parameters = { tenant, conversationId, source, fromLine: int(fromLine), limit: int(limit) }
      return (await connection.read(cypher.RAW_CHUNKS, parameters)).map((record) => ({
        conversationId,
        source,
        firstLine: numberFrom(record.get('firstLine')),
        lineCount: numberFrom(record.get('lineCount')),
        bytes: bytesFrom(record.get('bytes')),
      }))
    },
  }
}

const walked: { readonly [K in WalkedKind]: (value: unknown) => Walked[K] } = {
  conversations: conversationFrom,
  observations: observationFrom,
  events: eventFrom,
  looseEvents: eventFrom,
  keys: keyFrom,
  importMarks: importMarkFrom,
  entities: entityFrom,
}

function oldestFirst(value: unknown): Observation[] {
  const byTime = (a: Observation, b: Observation) =>
    a.ingestedAt === b.ingestedAt ? (a.id < b.id ? -1 : 1) : a.ingestedAt < b.ingestedAt ? -1 : 1
  return listOf(observationFrom)(value).sort(byTime)
}

/** A fact is an observation that was recorded in no conversation: it is read by itself. */
function recordedFrom(value: unknown): Observation | null {
  return (value as unknown[])[2] === null ? null : observationFrom(value)
}

function frontiersFrom(count: number, records: readonly DriverRecord[]): (Frontier | null)[] {
  const frontiers = new Array<Frontier | null>(count).fill(null)
  for (const record of records) frontiers[numberFrom(record.get('i'))] = frontierFrom(record)
  return frontiers
}

async function readRanges(connection: Connection, tenant: string, ranges: readonly Range[]): Promise<Observation[][]> {
  const answers = ranges.map((): Observation[] => [])
  for (const axis of ['depth', 'turn', 'entry'] as const) {
    const requests = ranges.map((range, index) => ({ ...range, index })).filter((range) => range.axis === axis)
    if (requests.length === 0) continue
    const rangeRows = requests.map(({ segmentId, from, to }) => [segmentId, int(from), int(to)])
    const records = await connection.read(cypher.RANGES[axis], { tenant, ranges: rangeRows })
    const results = inPlace(requests.length, records, listOf(observationFrom), [])
    for (const [at, { index }] of requests.entries()) answers[index] = results[at] ?? []
  }
  await refuseGaps(connection, tenant, ranges, answers)
  return answers
}

/** Numbers rise by one along a segment, so what is missing between its ends has not been applied yet. */
async function refuseGaps(connection: Connection, tenant: string, ranges: readonly Range[], answers: Observation[][]) {
  const short = ranges
    .map((range, index) => ({ range, found: (answers[index] ?? []).length }))
    .filter(({ range, found: count }) => count < range.to - range.from + 1)
  if (short.length === 0) return
  const parameters: Parameters = { tenant, ids: short.map(({ range }) => range.segmentId) }
  const ends = inPlace(short.length, await connection.read(cypher.ENDS, parameters), endsFrom, null)
  for (const [at, { range, found: count }] of short.entries()) {
    const [first, last] = ends[at]?.[range.axis] ?? [0, -1]
    const expected = Math.min(range.to, last) - Math.max(range.from, first) + 1
    if (count < expected) throw new Torn('A range lacks what its segment has.')
  }
}

/** Returns the first and last number of a segment on each axis. */
function endsFrom(value: unknown): Readonly<Record<Axis, readonly [number, number]>> {
  const [segment, tip] = value as [unknown, unknown]
  const { exit } = segmentFrom(segment)
  const place = tip === null ? null : observationFrom(tip).place
  if (!place) throw new Torn('The tip of a segment is not there yet.')
  return {
    depth: [exit ? exit.depth + 1 : 0, place.depth],
    turn: [exit ? exit.turns + 1 : 1, place.turns],
    entry: [exit ? exit.entries + 1 : 1, place.entries],
  }
}

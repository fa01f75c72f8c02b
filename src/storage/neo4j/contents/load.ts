import { goneTenant } from '../../graphStore.ts'
import { noRecords, type RecordChanges } from '../../../domain/changes.ts'
import { asChanges, isOfErasure, type Contents, type ContentKind, type LoadBatch } from '../../../domain/contents.ts'
import type { Observation, Segment, Tenant } from '../../../domain/model.ts'
import { ADD_EXITS } from '../descendants/cypher.ts'
import { exitRows } from '../descendants/exits.ts'
import type { Connection, RunStatement } from '../connection/connection.ts'
import { eventProperties } from '../writing/eventRows.ts'
import { keyRow } from '../properties/key.ts'
import * as rows from '../properties/rows.ts'
import { rawChunkProperties } from '../properties/rawChunk.ts'
import type { Properties } from '../properties/rows.ts'
import { recordRow } from '../records/records.ts'
import { buildRollups } from '../rollups/build.ts'
import { WRITE_EDGES, WRITE_NODES } from '../writing/cypherRecordWrite.ts'
import * as cypher from './loadCypher.ts'
import { markCorrected, markHolders } from './marks.ts'

const LOAD_TIME = 600_000
const linksAtOnce = 1_000

/** Edges whose ends come later than what they belong to. */
interface Links {
  readonly forkPoints: Properties[]
  readonly otherParents: Properties[]
  readonly superseding: Properties[]
  readonly exits: Properties[]
}

/** Puts values in as they are, portion by portion. */
export async function load(
  connection: Connection,
  tenant: Tenant,
  loadBatches: AsyncIterable<LoadBatch>,
): Promise<void> {
  const links: Links = { forkPoints: [], otherParents: [], superseding: [], exits: [] }
  const write = (work: (run: RunStatement) => Promise<unknown>) => connection.writeAll(work, LOAD_TIME)
  for await (const filling of loadBatches) {
    if (filling.values.length === 0) continue
    await write(async (run) => {
      if (!isOfErasure(filling) && (await run(cypher.TENANT_GONE, { tenant }))[0]?.get('gone') === true)
        throw goneTenant(tenant)
      return loadOne({ run, tenant, links }, filling)
    })
  }
  for (const [statement, all] of [
    [cypher.LOAD_FORK_POINTS, links.forkPoints],
    [cypher.LOAD_OTHER_PARENTS, links.otherParents],
    [cypher.LOAD_SUPERSEDING, links.superseding],
    [ADD_EXITS, links.exits],
  ] as const)
    for (let from = 0; from < all.length; from += linksAtOnce)
      await write((run) => run(statement, { tenant, rows: all.slice(from, from + linksAtOnce) }))
  await markHolders(connection, tenant)
  await markCorrected(connection, tenant)
  await buildRollups(connection, tenant)
}

interface Load {
  readonly run: RunStatement
  readonly tenant: Tenant
  readonly links: Links
}
type Loads = { readonly [K in ContentKind]?: (load: Load, values: readonly Contents[K][]) => Promise<unknown> } & {
  readonly segment: (load: Load, values: readonly Segment[]) => Promise<unknown>
}

/** What no statement here puts in is put in as it is by changes. */
function loadOne(load: Load, filling: LoadBatch): Promise<unknown> {
  const own = loads[filling.kind] as ((load: Load, values: readonly unknown[]) => Promise<unknown>) | undefined
  if (own) return own(load, filling.values)
  return things(load, filling.kind === 'segment' ? {} : (asChanges(filling) ?? {}))
}

const asNew = <T>(values: readonly T[]) => values.map((value) => ({ expected: null, isNew: true, value }))
const things = ({ run, tenant }: Load, changes: Partial<RecordChanges>) =>
  run(WRITE_NODES, { rows: [recordRow(tenant, { ...noRecords, ...changes })] })
const nodes = ({ run, tenant }: Load, statement: string, all: readonly Properties[]) =>
  run(statement, { tenant, rows: all })

const loads: Loads = {
  conversation: async (load, values) => {
    const all = values.map(({ lastSeq, ...value }) => ({
      ...{ id: value.id, seq: rows.int(lastSeq) },
      props: rows.conversationProperties(value),
    }))
    await nodes(load, cypher.LOAD_CONVERSATIONS, all)
    const forks = values.flatMap(({ id, forkedFrom }) => (forkedFrom ? [{ id, from: forkedFrom }] : []))
    for (const { id, from } of forks)
      if (from.observationId !== null) load.links.forkPoints.push({ id, point: from.observationId })
    await nodes(
      load,
      cypher.LOAD_FORKS,
      forks.map(({ id, from }) => ({ id, source: from.conversationId })),
    )
  },
  message: (load, values) => {
    for (const { id, supersedesId: supersedes } of values)
      if (supersedes !== null) load.links.superseding.push({ id, supersedes })
    return nodes(
      load,
      cypher.LOAD_MESSAGES,
      values.map((value) => rows.messageProperties(load.tenant, value, null)),
    )
  },
  segment: (load, values) => {
    load.links.exits.push(...exitRows(values))
    return nodes(
      load,
      cypher.LOAD_SEGMENTS,
      values.map((value) => rows.segmentProperties(load.tenant, value)),
    )
  },
  observation: loadObservations,
  junction: (load, values) =>
    nodes(
      load,
      cypher.LOAD_JUNCTIONS,
      values.map((value) => rows.junctionProperties(load.tenant, value)),
    ),
  event: (load, values) =>
    nodes(
      load,
      cypher.LOAD_EVENTS,
      values.map(({ seq, ...event }) => ({
        ...eventProperties(load.tenant, event),
        ...(seq !== null && { seq: rows.int(seq) }),
      })),
    ),
  // Before whatever is stored later, in their own order.
  rawChunk: (load, values) =>
    nodes(
      load,
      cypher.LOAD_CHUNKS,
      values.map((value) => ({
        ...rawChunkProperties(load.tenant, value),
        ...{ firstSeq: rows.int(-1), firstPlace: rows.int(value.position) },
      })),
    ),
  importMark: (load, values) =>
    nodes(
      load,
      cypher.LOAD_MARKS,
      values.map((value) => rows.importMarkProperties(load.tenant, value)),
    ),
  idempotencyKey: (load, values) =>
    nodes(
      load,
      cypher.LOAD_KEYS,
      values.map((value) => keyRow(load.tenant, value)),
    ),
  guard: (load, values) => things(load, { guards: values.map(({ name, value }) => ({ name, expected: value - 1 })) }),
  relationship: ({ run, tenant }, values) =>
    run(WRITE_EDGES, { rows: [recordRow(tenant, { ...noRecords, relationships: asNew(values) })] }),
}

async function loadObservations(load: Load, values: readonly Observation[]): Promise<void> {
  await nodes(
    load,
    cypher.LOAD_OBSERVATIONS,
    values.map((value) => rows.withoutNulls(rows.observationProperties(load.tenant, value))),
  )
  const ends = values.map(({ id, messageId, place }) => ({ id, messageId, parentId: place?.parentId ?? null }))
  await nodes(load, cypher.LOAD_PATHS, ends)
  for (const { id, place } of values)
    for (const parentId of place?.otherParents ?? []) load.links.otherParents.push({ id, parentId })
}

import neo4j, { type Driver } from 'neo4j-driver'
import type { Changes } from '../../src/domain/changes.ts'
import type { Tenant } from '../../src/domain/access/tenant.ts'
import type { Address } from '../../src/storage/neo4j/connection/connection.ts'
import { eventProperties } from '../../src/storage/neo4j/writing/eventRows.ts'
import * as rows from '../../src/storage/neo4j/properties/rows.ts'
import { rawChunkProperties } from '../../src/storage/neo4j/properties/rawChunk.ts'
import type { Work } from '../support/measure.ts'
import { APPEND, BATCH, FORK, PAGE } from './cypher.ts'
import { eventNumbers, type Raw } from './raw.ts'

/** In the same database, under a tenant of its own: the same keys and indexes. */
const tenant = 'raw' as Tenant
const { int } = rows

/** Opens a driver of its own; every write is one auto-commit statement with the rows as one map. */
export function openRawNeo4j({ uri, user, password }: Address): Raw {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password), { useBigInt: true, telemetryDisabled: true })
  const seqOf = eventNumbers()
  const work =
    (statement: string, rowOf: typeof appendRow) =>
    (changes: Changes): Work => {
      const row = rowOf(changes, seqOf)
      return () => run(driver, 'WRITE', statement, row)
    }
  const batch = work(BATCH, batchRow)
  return {
    seed: async (all) => {
      for (const changes of all) await batch(changes)()
    },
    append: work(APPEND, appendRow),
    fork: work(FORK, forkRow),
    batch,
    page: (segmentId, from, to) => () => run(driver, 'READ', PAGE, { tenant, segmentId, from: int(from), to: int(to) }),
    close: () => driver.close(),
  }
}

async function run(driver: Driver, mode: 'READ' | 'WRITE', statement: string, q: rows.Properties): Promise<void> {
  const session = driver.session({ defaultAccessMode: mode })
  const { records } = await session.run(statement, { q })
  await session.close()
  // A MATCH that finds nothing writes nothing and does not complain.
  if (records.length === 0) throw new Error('The raw store wrote or found nothing.')
}

type SeqOf = (conversationId: string) => number

function eventsOf({ events }: Changes, seqOf: SeqOf): rows.Properties[] {
  return events.map((event) => ({
    ...eventProperties(tenant, event),
    seq: int(seqOf(String(event.conversationId))),
  }))
}

function appendRow(changes: Changes, seqOf: SeqOf): rows.Properties {
  const [conversation, message, observation, segment] = [
    only(changes.conversations).value,
    only(changes.messages).value,
    only(changes.observations),
    only(changes.segments).value,
  ]
  const [event] = eventsOf(changes, seqOf)
  return {
    tenant,
    conversationId: conversation.id,
    parentId: observation.place?.parentId ?? null,
    segmentId: segment.id,
    conversation: rows.conversationProperties(conversation),
    message: rows.messageProperties(tenant, message, observation),
    observation: rows.observationProperties(tenant, observation),
    segment: rows.tipProperties(tenant, segment),
    event: event ?? {},
    seq: event?.['seq'] ?? null,
  }
}

function forkRow(changes: Changes, seqOf: SeqOf): rows.Properties {
  const { value } = only(changes.conversations)
  const events = eventsOf(changes, seqOf)
  const own = events.find((event) => event['conversationId'] === value.id)
  const source = events.find((event) => event['conversationId'] !== value.id)
  const { conversationId = null, observationId = null } = value.forkedFrom ?? {}
  const conversation = rows.conversationProperties(value)
  return {
    tenant,
    source: conversationId,
    point: observationId,
    sourceSeq: source?.['seq'] ?? null,
    conversation: { ...conversation, tenant, id: value.id, seq: own?.['seq'] ?? null },
    events,
  }
}

function batchRow(changes: Changes, seqOf: SeqOf): rows.Properties {
  const events = eventsOf(changes, seqOf)
  const lastSeq = (id: string) => events.filter((event) => event['conversationId'] === id).at(-1)?.['seq'] ?? null
  const stored = new Map(changes.observations.map((observation) => [observation.id, observation]))
  const segments = (isNew: boolean) => changes.segments.filter((segment) => segment.isNew === isNew)
  return {
    tenant,
    conversations: changes.conversations.map(({ value }) => ({
      id: value.id,
      properties: { ...rows.conversationProperties(value), seq: lastSeq(value.id) },
    })),
    messages: changes.messages.map(({ value }) =>
      rows.messageProperties(tenant, value, stored.get(value.latestId) ?? null),
    ),
    newSegments: segments(true).map(({ value }) => rows.segmentProperties(tenant, value)),
    tips: segments(false).map(({ value }) => rows.tipProperties(tenant, value)),
    observations: changes.observations.map((observation) => rows.observationProperties(tenant, observation)),
    junctions: changes.junctions.map((junction) => rows.junctionProperties(tenant, junction)),
    rawChunks: changes.rawChunks.map((chunk) => rawChunkProperties(tenant, chunk)),
    importMarks: changes.importMarks.map((mark) => rows.importMarkProperties(tenant, mark)),
    events,
  }
}

function only<T>(values: readonly T[]): T {
  const [value] = values
  if (value === undefined || values.length > 1) throw new Error(`One was expected, there are ${values.length}.`)
  return value
}

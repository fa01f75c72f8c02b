import type { Event, Tenant } from '../../../domain/model.ts'
import type { Connection } from '../connection/connection.ts'
import { CatchUp } from './catchUp.ts'
import { MOMENTS, OWNERS } from './dumpCypher.ts'
import { momentFrom, type Moment } from './moment.ts'
import { conversationsOfAnswer } from './names.ts'
import { applied, DumpReader, type Fit, type Take } from './reading.ts'
import { Things } from './things.ts'

/** How much another server's clock may differ, in milliseconds. */
const clockDifference = 60_000

/**
 * Yields all of a tenant beside any writes, none of which wait for it. The database shows each statement what is committed by
 * then, so where each conversation stands is asked first: that is the cut. Then everything is read. Of a conversation that
 * has not changed by then, all is as of the cut; one that has is brought to a later moment of its own (catchUp.ts), and so
 * are things that belong to no conversation (things.ts). What names others is read before those, so they are there.
 */
export async function dump(connection: Connection, tenant: Tenant, take: Take): Promise<void> {
  const reading = new DumpReader(connection, tenant, take)
  const moments = new Map<string, Moment>()
  const catchUp = new CatchUp(reading, moments)
  const things = new Things(reading, catchUp)
  const since = new Date(Date.now() - clockDifference).toISOString()
  await things.begin()
  await readCut(reading, moments)
  await applied()
  await readContent(reading, moments, things)
  await applied()
  await catchUp.addChanged()
  await catchUp.settle()
  await readRecords(reading, catchUp, since)
  await things.settle()
  await reading.all('attachment')
}

async function readCut(reading: DumpReader, moments: Map<string, Moment>): Promise<void> {
  for await (const record of reading.stream(MOMENTS, {})) moments.set(record.get('id') as string, momentFrom(record))
}

async function readContent(reading: DumpReader, moments: ReadonlyMap<string, Moment>, things: Things): Promise<void> {
  const within = <T extends { readonly conversationId: string }>(value: T) =>
    moments.has(value.conversationId) ? value : null
  await reading.sources()
  await reading.all('event', beforeCut(moments))
  await reading.all('relationship', things.includedEdge)
  await reading.all('entity')
  await reading.all('fact', things.includedFact)
  await reading.all('entityType')
  await reading.all('message', within)
  await reading.all('observation', within)
  await reading.all('junction', within)
  await reading.all('run', within)
  await reading.all('rawChunk', within)
  await reading.all('idempotencyKey', (key) =>
    conversationsOfAnswer(key.result).every((id) => moments.has(id)) ? key : null,
  )
  await reading.all('conversation', (conversation) => {
    const moment = moments.get(conversation.id)
    return moment?.version === conversation.version ? { ...conversation, lastSeq: moment.seq } : null
  })
}

/** Lines of no ledger name no conversation that is made later. */
const beforeCut =
  (moments: ReadonlyMap<string, Moment>): Fit<'event'> =>
  (event: Event) => {
    const { conversationId, seq, details } = event
    if (conversationId !== null) return (seq ?? 0) <= (moments.get(conversationId)?.seq ?? -1) ? event : null
    const of = details['conversationId']
    return typeof of !== 'string' || moments.has(of) ? event : null
  }

/** Records of state name what was stored with them, which may be newer than what was read of it. */
async function readRecords(reading: DumpReader, catchUp: CatchUp, since: string): Promise<void> {
  const named = new Set<string>()
  await reading.all('stateRecord', (record) => {
    if (!catchUp.moments.has(record.conversationId)) return null
    if (record.observationId !== null && record.storedAt >= since) named.add(record.observationId)
    return record
  })
  catchUp.add(await reading.names(OWNERS, [...named]))
  await catchUp.settle()
}

/**
 * The schema as an ordered list of steps; a step's place is its number, and an old one is never edited.
 *
 * Every key and index starts with the tenant. The index of a list ends with its time and is read either way; which of
 * those of the very same instant comes first is sorted out as they are read, so the ids need not stand in it.
 */
import { relationshipTypes } from '../../domain/relationship.ts'
import type { Connection } from './connection.ts'
import { StoreRefused } from '../errors.ts'
import { addBends } from './bendMigration.ts'
import { usageOfPaths } from './usageOfPaths.ts'

const unique = (name: string, label: string, keys: readonly string[]): string =>
  `CREATE CONSTRAINT ${name} IF NOT EXISTS FOR (n:${label}) REQUIRE (${keys.map((key) => `n.${key}`).join(', ')}) IS UNIQUE`
const index = (name: string, label: string, keys: readonly string[]): string =>
  `CREATE INDEX ${name} IF NOT EXISTS FOR (n:${label}) ON (${keys.map((key) => `n.${key}`).join(', ')})`

/** The edges of a thing are read from either end by these, in order, never by a walk from a node with many. */
const relationshipSchema = relationshipTypes.flatMap((type) => {
  const name = type.toLowerCase()
  const keys = (...properties: string[]) => properties.map((property) => `n.${property}`).join(', ')
  return [
    `CREATE CONSTRAINT ${name}_id IF NOT EXISTS FOR ()-[n:${type}]-() REQUIRE (${keys('tenant', 'id')}) IS UNIQUE`,
    ...['source', 'target'].map(
      (end) =>
        `CREATE INDEX ${name}_${end} IF NOT EXISTS FOR ()-[n:${type}]-() ON (${keys('tenant', end, 'deleted', 'changedAt')})`,
    ),
  ]
})

const thingSchema = [
  ...relationshipSchema,
  unique('entity_id', 'Entity', ['tenant', 'id']),
  unique('entity_type', 'EntityType', ['tenant', 'type']),
  unique('attachment_id', 'Attachment', ['tenant', 'id']),
  unique('run_id', 'Run', ['tenant', 'conversationId', 'runId']),
  unique('guard_name', 'Guard', ['tenant', 'name']),
  index('entity_listed', 'Entity', ['tenant', 'listing', 'createdAt']),
  index('entity_listed_type', 'Entity', ['tenant', 'listedType', 'createdAt']),
  index('fact_owner', 'Fact', ['tenant', 'owner', 'observedAt']),
  index('run_claim', 'Run', ['tenant', 'conversationId', 'claimedAt']),
  index('observation_correction', 'Observation', ['tenant', 'correctionOf', 'observedAt']),
]

/** What a version adds to the one before: statements, or what statements cannot say, which may be done twice. */
type Migration = readonly string[] | ((connection: Connection) => Promise<void>)

export const migrations: readonly Migration[] = [
  [
    unique('conversation_id', 'Conversation', ['tenant', 'id']),
    unique('message_id', 'Message', ['tenant', 'id']),
    unique('observation_id', 'Observation', ['tenant', 'id']),
    unique('observation_place', 'Observation', ['tenant', 'segmentId', 'depth']),
    unique('segment_id', 'Segment', ['tenant', 'id']),
    unique('event_id', 'Event', ['tenant', 'id']),
    unique('event_seq', 'Event', ['tenant', 'conversationId', 'seq']),
    unique('idempotency_key', 'IdempotencyKey', ['tenant', 'key']),
    unique('junction_place', 'Junction', ['tenant', 'conversationId', 'parentId']),
    unique('raw_chunk_line', 'RawChunk', ['tenant', 'conversationId', 'source', 'firstLine']),
    unique('import_mark_name', 'ImportMark', ['tenant', 'name']),
    index('observation_turn', 'Observation', ['tenant', 'segmentId', 'turn']),
    index('observation_entry', 'Observation', ['tenant', 'segmentId', 'entry']),
    index('observation_external', 'Observation', ['tenant', 'externalId']),
    index('observation_conversation', 'Observation', ['tenant', 'conversationId', 'ingestedAt']),
    index('observation_message', 'Observation', ['tenant', 'messageId', 'observedAt']),
    index('observation_parent', 'Observation', ['tenant', 'parentId', 'ingestedAt']),
    index('observation_root', 'Observation', ['tenant', 'rootOf', 'ingestedAt']),
    index('message_conversation', 'Message', ['tenant', 'conversationId', 'createdAt']),
    index('segment_tip', 'Segment', ['tenant', 'conversationId', 'tipAt']),
    index('conversation_fork', 'Conversation', ['tenant', 'forkedFrom', 'createdAt']),
    index('conversation_sidechain', 'Conversation', ['tenant', 'sidechainOf', 'createdAt']),
    index('conversation_listed', 'Conversation', ['tenant', 'deleted', 'activityAt']),
    index('event_move', 'Event', ['tenant', 'moveOf', 'seq']),
    ...thingSchema,
  ],
  addBends,
  usageOfPaths,
]

const VERSION_KEY = unique('schema_version_name', 'SchemaVersion', ['name'])
/** Writes before it reads, so that a second process waits here until the first is done. */
const LOCK_VERSION = `MERGE (v:SchemaVersion {name: 'turngraph'})
ON CREATE SET v.version = 0
SET v.lock = 0
RETURN v.version AS version`
const SET_VERSION = `MATCH (v:SchemaVersion {name: 'turngraph'}) SET v.version = $q.version`
const AWAIT_INDEXES = 'CALL db.awaitIndexes(300)'

/** Brings the database to the schema of this code; refuses one that a newer version of it made. */
export async function migrate(connection: Connection): Promise<void> {
  await connection.run(VERSION_KEY)
  await connection.transaction(async (run) => {
    const [record] = await run(LOCK_VERSION, {})
    const version = Number(record?.get('version'))
    if (version > migrations.length) {
      throw new StoreRefused(
        `The database has schema version ${version}; this turngraph knows ${migrations.length}. Use a newer turngraph.`,
      )
    }
    if (version === migrations.length) return
    for (const migration of migrations.slice(version)) await apply(connection, migration)
    await run(SET_VERSION, { version: connection.int(migrations.length) })
  })
}

async function apply(connection: Connection, migration: Migration): Promise<void> {
  if (typeof migration === 'function') return migration(connection)
  for (const statement of migration) await connection.run(statement)
  await connection.run(AWAIT_INDEXES)
}

/**
 * The labels of records, and the schema of the database: the first one, made whole, and what each later version changes of it.
 *
 * Every key and index starts with the tenant. The index of a list ends with its time and is read either way; which of
 * those of the very same instant comes first is sorted out as they are read, so the ids need not stand in it.
 */
import { annotations } from './records/annotations.ts'
import type { RecordChanges } from '../../domain/changes.ts'
import type { Connection } from './connection/connection.ts'
import { attachments } from './records/attachment.ts'
import { entities, entityLists } from './records/entity.ts'
import { entityTypes } from './records/entityType.ts'
import { erasureLists, erasures } from './records/erasure.ts'
import { factLists, facts } from './records/fact.ts'
import { guards } from './records/guard.ts'
import { index, unique, type Label } from './records/label.ts'
import { relationships } from './records/relationship.ts'
import { runLists, runs } from './records/run.ts'
import { stateRecords } from './records/stateRecord.ts'
import { registrySchema } from './registry/registry.ts'
import { createSearchIndex } from './searchIndex.ts'
import { rollupSchema } from './rollups/cypher.ts'

/** Records that are nodes, in the order in which a write makes them. */
export const labels = {
  entities,
  entityTypes,
  annotations,
  erasures,
  guards,
  attachments,
  runs,
  facts,
  stateRecords,
} satisfies {
  readonly [K in Exclude<keyof RecordChanges, 'relationships'>]: Label<
    unknown,
    RecordChanges[K][number],
    never,
    unknown
  >
}
/** All of them: relationships are edges. */
export const kinds = { ...labels, relationships }
export const recordLists = { ...entityLists, ...factLists, ...runLists, ...erasureLists }

/** What a new database is made with. Never edited once released: add a migration instead. */
export const firstSchema: readonly string[] = [
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
  index('observation_correction', 'Observation', ['tenant', 'correctionOf', 'observedAt']),
  // Copies and restatements by what they are of: an erasure takes them along.
  index('observation_copy', 'Observation', ['tenant', 'copyOf', 'ingestedAt']),
  index('observation_restatement', 'Observation', ['tenant', 'restates', 'ingestedAt']),
  index('message_conversation', 'Message', ['tenant', 'conversationId', 'createdAt']),
  index('segment_tip', 'Segment', ['tenant', 'conversationId', 'tipAt']),
  index('conversation_fork', 'Conversation', ['tenant', 'forkedFrom', 'createdAt']),
  index('conversation_sidechain', 'Conversation', ['tenant', 'sidechainOf', 'createdAt']),
  index('conversation_listed', 'Conversation', ['tenant', 'deleted', 'activityAt']),
  index('conversation_shelved', 'Conversation', ['tenant', 'deleted', 'shelf', 'activityAt']),
  index('event_move', 'Event', ['tenant', 'moveOf', 'seq']),
  index('event_checkpoint', 'Event', ['tenant', 'checkpointOf', 'seq']),
  // Lines of no ledger have no number, and so no place in it.
  index('event_kind', 'Event', ['tenant', 'kind', 'at', 'seq']),
  // By these keys are found when their time is over, or when what their records name is erased.
  index('idempotency_key_time', 'IdempotencyKey', ['tenant', 'storedAt']),
  index('key_name', 'KeyName', ['tenant', 'name']),
  ...Object.values(kinds).flatMap(({ schema }) => schema),
  ...[createSearchIndex, unique('search_mark_name', 'SearchMark', ['name'])],
  ...rollupSchema,
  ...registrySchema,
]

/** What changes a database: statements, or what statements cannot say, which may be done twice. */
type Step = readonly string[] | ((connection: Connection) => Promise<void>)
/**
 * What a version changes of the one before. Servers of older versions write no more once it begins, unless it is `gentle`: then
 * what they write beside it and after it is right.
 */
export type Migration = Step | { readonly gentle: Step }

/** Says whether older versions may go on writing beside a step. */
export const isGentle = (migration: Migration): migration is { readonly gentle: Step } => 'gentle' in migration

/** What each version after the first one changes, in order. Never edited once released: add one instead. */
export const migrations: readonly Migration[] = []

/** The version of the first schema; what has a lower one was made before the first release. */
export const firstVersion = 40
/** The version of the databases that this program makes. */
export const newestVersion = firstVersion + migrations.length

/**
 * The labels of records, and the schema as an ordered list of steps: a step's place is its number, and an old one is
 * never edited.
 *
 * Every key and index starts with the tenant. The index of a list ends with its time and is read either way; which of
 * those of the very same instant comes first is sorted out as they are read, so the ids need not stand in it.
 */
import { annotations } from './records/annotations.ts'
import type { RecordChanges } from '../../domain/changes.ts'
import type { Connection } from './connection/connection.ts'
import { attachments } from './records/attachment.ts'
import { entities, entityLists } from './records/entity.ts'
import { entitiesByName, entityNameIndex } from './records/entityNames.ts'
import { entityTypes } from './records/entityType.ts'
import { erasureLists, erasures } from './records/erasure.ts'
import { factLists, facts } from './records/fact.ts'
import { guards } from './records/guard.ts'
import { index, unique, type Label } from './records/label.ts'
import { relationships } from './records/relationship.ts'
import { runLists, runs } from './records/run.ts'
import { stateRecords } from './records/stateRecord.ts'
import { receiptKeyId, registrySchema } from './registry/registry.ts'
import { createSearchIndex } from './searchIndex.ts'
import { echoIndexes, restatements } from './steps/echoes.ts'
import { forkTitles } from './steps/forkTitles.ts'
import { keyIndex, keyIndexes } from './steps/keyIndex.ts'
import { pricedAnswers } from './steps/pricedAnswers.ts'
import { shelfIndex, shelves } from './steps/shelves.ts'
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
/** Those of the first version. */
const { erasures: _, ...firstKinds } = kinds
export const recordLists = { ...entityLists, ...factLists, ...runLists, ...erasureLists }

/** Lines of no ledger have no number, and so no place in it. */
export const eventKindIndex = index('event_kind', 'Event', ['tenant', 'kind', 'at', 'seq'])

/** What changes a database: statements, or what statements cannot say, which may be done twice. */
type Step = readonly string[] | ((connection: Connection) => Promise<void>)
/**
 * What a version adds to the one before. Servers of older versions write no more once it begins, unless it is `gentle`: then
 * what they write beside it and after it is right.
 */
export type Migration = Step | { readonly gentle: Step }

/** Says whether older versions may go on writing beside a step. */
export const isGentle = (migration: Migration): migration is { readonly gentle: Step } => 'gentle' in migration

/** From this step on, writes ask whether the schema takes their writer. Servers of before do not ask, so they may not start any more. */
export const writersAsk: Migration = []

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
    index('observation_correction', 'Observation', ['tenant', 'correctionOf', 'observedAt']),
    index('event_checkpoint', 'Event', ['tenant', 'checkpointOf', 'seq']),
    ...Object.values(firstKinds).flatMap(({ schema }) => schema),
    ...[createSearchIndex, unique('search_mark_name', 'SearchMark', ['name'])],
    ...rollupSchema,
    ...registrySchema,
  ],
  entityNameIndex,
  entitiesByName,
  forkTitles,
  pricedAnswers,
  [eventKindIndex],
  [...erasures.schema, ...echoIndexes, receiptKeyId],
  restatements,
  [shelfIndex],
  shelves,
  writersAsk,
  keyIndexes,
  keyIndex,
]

/** The version that the first of them makes; what has an earlier one was made before the first release. */
export const firstVersion = 20
/** The version of the databases that this program makes. */
export const newestVersion = firstVersion + migrations.length - 1

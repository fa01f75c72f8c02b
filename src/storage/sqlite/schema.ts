import { analystViews } from './analystViews.ts'
import { annotations } from './records/annotations.ts'
import type { RecordChanges } from '../../domain/changes.ts'
import type { Connection } from './connection/connection.ts'
import { segmentsByExit } from './descendants/sql.ts'
import { conversationTables } from './firstSchema.ts'
import { echoIndexes } from './steps/echoes.ts'
import { createEpochs } from './reading/observationCache/epochs.ts'
import { receiptKeys, registryTables } from './registry/tables.ts'
import { createConversationSums, fillConversationSums } from './rollups/conversationSums.ts'
import { createCwdDays, createDays } from './rollups/daySql.ts'
import { createRollups } from './rollups/sql.ts'
import { exactIds } from './steps/exactIds.ts'
import { forkTitles } from './steps/forkTitles.ts'
import { keyIndex } from './steps/keyIndex.ts'
import { leanRows } from './steps/leanRows.ts'
import { pricedAnswers } from './steps/pricedAnswers.ts'
import { shelves } from './steps/shelves.ts'
import { suspendedTenants } from './steps/suspendedTenants.ts'
import { readableViews } from './views.ts'
import { attachments } from './records/attachment.ts'
import { entities, entitiesByName, entityLists } from './records/entity.ts'
import { entityTypes } from './records/entityType.ts'
import { erasureLists, erasures } from './records/erasure.ts'
import { factLists, facts } from './records/fact.ts'
import { guards } from './records/guard.ts'
import { relationships } from './records/relationship.ts'
import { runLists, runs } from './records/run.ts'
import { stateRecords } from './records/stateRecord.ts'
import type { Table } from './records/table.ts'

/** The tables of records, in the order in which a write fills them: a relationship ties what is there. */
export const tables = {
  entities,
  entityTypes,
  attachments,
  relationships,
  annotations,
  erasures,
  guards,
  runs,
  stateRecords,
  facts,
} satisfies {
  readonly [K in keyof RecordChanges]: Table<unknown, RecordChanges[K][number], never, unknown>
}
export const recordLists = { ...entityLists, ...factLists, ...runLists, ...erasureLists }

export const eventsByKind = 'CREATE INDEX IF NOT EXISTS events_by_kind ON events (tenant, kind, at, id DESC);'

/** Erasures, what is found of copies and restatements, and the key that signs receipts. */
export const erasuresAdded = [erasures.create, echoIndexes, receiptKeys].join('\n')

/** Few events have the same time: their ids, which are sorted then, need not lie there a second time. */
export const leanEventsByKind = `
DROP INDEX IF EXISTS events_by_kind;
CREATE INDEX events_by_kind ON events (tenant, kind, at);
`

/** Sums of conversations and their shapes, and days that tell working directories apart. */
export const conversationSums = [createConversationSums, fillConversationSums, createCwdDays].join('\n')

/** What a version adds to the one before: statements, or what statements cannot say. */
export type Migration = string | ((connection: Connection) => void)

const recordTables = [
  ...[entities, entityTypes, relationships, facts, attachments, runs, guards, annotations, stateRecords],
].map(({ create }) => create)

/** What each version of the schema adds to the one before. Never edited once released: add one instead. */
export const migrations: readonly Migration[] = [
  [
    ...[registryTables, conversationTables, ...recordTables],
    ...[createRollups, createDays, `${segmentsByExit};`, readableViews],
  ].join('\n'),
  // 24: week, project, title and unknown cost in the views for analysts, and a view of forks.
  analystViews,
  // 25: entities are found by their type and name.
  entitiesByName,
  // 26: titles of forks.
  forkTitles,
  // 27: which answers state their cost, and the tokens of the others.
  pricedAnswers,
  // 28: the ledgers of all conversations together.
  eventsByKind,
  // 29: erasures.
  erasuresAdded,
  // 30: the index of all ledgers together without ids.
  leanEventsByKind,
  // 31: sums of conversations.
  conversationSums,
  // 32: lists of conversations by whether they are archived, pinned, undated.
  shelves,
  // 33: messages and lines of forks without what follows from other rows; sums of conversations whose fork point moves.
  [leanRows, createConversationSums, fillConversationSums].join('\n'),
  // 34: epochs of observations.
  createEpochs,
  // 35: ids that only look like ours lie as their text.
  exactIds,
  // 36: runs without what follows from others, packed setups. Rows of before are read as they are; older programs cannot read the new ones.
  '',
  // 37: tenants that are suspended.
  suspendedTenants,
  // 38: when keys were bound, and what their records name.
  keyIndex,
]

/** The version that the first of them makes; what has an earlier one was made before the first release. */
export const firstVersion = 23
/** The version of the files that this program makes. */
export const newestVersion = firstVersion + migrations.length - 1

/**
 * The schema of the file: the first one, made whole, and what each later version changes of it. The tables of conversations are in
 * conversationTables.ts, those of records in records/, of tenants and keys in registry/, of sums in rollups/.
 */
import { annotations } from './records/annotations.ts'
import type { RecordChanges } from '../../domain/changes.ts'
import type { Connection } from './connection/connection.ts'
import { conversationTables } from './conversationTables.ts'
import { segmentsByExit } from './descendants/sql.ts'
import { createEpochs } from './reading/observationCache/epochs.ts'
import { registryTables } from './registry/tables.ts'
import { createConversationSums } from './rollups/conversationSums.ts'
import { createDays } from './rollups/daySql.ts'
import { createRollups } from './rollups/sql.ts'
import { readableViews } from './views.ts'
import { attachments } from './records/attachment.ts'
import { entities, entityLists } from './records/entity.ts'
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

/** What a new file is made with. Never edited once released: add a migration instead. */
export const firstSchema = [
  registryTables,
  conversationTables,
  ...Object.values(tables).map(({ create }) => create),
  createEpochs,
  createRollups,
  createDays,
  createConversationSums,
  segmentsByExit,
  readableViews,
].join('\n')

/** What a version changes of the one before: statements, or what statements cannot say. */
export type Migration = string | ((connection: Connection) => void)

/** What each version after the first one changes, in order. Never edited once released: add one instead. */
export const migrations: readonly Migration[] = []

/** The version of the first schema; what has a lower one was made before the first release. */
export const firstVersion = 40
/** The version of the files that this program makes. */
export const newestVersion = firstVersion + migrations.length

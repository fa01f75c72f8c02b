import { annotations } from './records/annotations.ts'
import type { RecordChanges } from '../../domain/changes.ts'
import type { Connection } from './connection/connection.ts'
import { segmentsByExit } from './descendants/sql.ts'
import { addBends } from './steps/bends.ts'
import { firstSchema } from './steps/first.ts'
import { hasCorrections } from './steps/hasCorrections.ts'
import { inputMarks } from './steps/inputMarks.ts'
import { ledgersOfGivenIds } from './steps/ledgersOfGivenIds.ts'
import { rowSums } from './steps/rowSums.ts'
import { addRegistry } from './steps/registry.ts'
import { addRollups } from './steps/rollups.ts'
import { sumsOfDays } from './steps/sumsOfDays.ts'
import { showsOthers } from './steps/showsOthers.ts'
import { titles } from './steps/titles.ts'
import { vacuum } from './steps/vacuum.ts'
import { usageOfPaths } from './steps/usageOfPaths.ts'
import { promptsOfPaths } from './steps/promptsOfPaths.ts'
import { readableViews } from './steps/views.ts'
import { attachments } from './records/attachment.ts'
import { entities, entityLists } from './records/entity.ts'
import { entityTypes } from './records/entityType.ts'
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
  guards,
  runs,
  stateRecords,
  facts,
} satisfies {
  readonly [K in keyof RecordChanges]: Table<unknown, RecordChanges[K][number], never, unknown>
}
export const recordLists = { ...entityLists, ...factLists, ...runLists }

/** What a version adds to the one before: statements, what statements cannot say, or what no transaction can hold. */
export type Migration = string | ((connection: Connection) => void) | WholeFile

/** What is done to a whole file that had tables before, in no transaction; done twice it is no other than once. */
export interface WholeFile {
  readonly alone: (connection: Connection) => void
}

/** What each version of the schema adds to the one before. Never edited once released: add one instead. */
export const migrations: readonly Migration[] = [
  [
    firstSchema,
    ...[entities, entityTypes, relationships, facts, attachments, runs, guards].map(({ create }) => create),
  ].join('\n'),
  ledgersOfGivenIds,
  // One row, written anew to see whether the disk takes it.
  'CREATE TABLE room (id INTEGER PRIMARY KEY, filler BLOB NOT NULL) STRICT',
  addBends,
  usageOfPaths,
  // The name that an attachment was last sent with; what was sent before has none.
  'ALTER TABLE attachments ADD COLUMN file_name TEXT',
  `CREATE INDEX events_checkpoints ON events (tenant, conversation_id, seq) WHERE kind = 'CHECKPOINT'`,
  annotations.create,
  rowSums,
  addRollups,
  addRegistry,
  // What was deleted or written over before still lies in the file.
  { alone: vacuum },
  inputMarks,
  readableViews,
  sumsOfDays,
  segmentsByExit,
  showsOthers,
  titles,
  hasCorrections,
  stateRecords.create,
  // Restatements, which earlier programs do not know, stand in the rows of before.
  '',
  promptsOfPaths,
]

import { own } from '../parts/own.ts'
/** What each kind of event is called. */
export const eventWords: Readonly<Record<string, string>> = {
  CREATE: 'Made the conversation',
  STORE: 'Added turns',
  FORK: 'Forked',
  REWIND: 'Rewound',
  SWITCH: 'Went on from another branch',
  UNDO: 'Undid the last move',
  AMEND: 'Fixed a typo',
  CORRECT: 'Fixed a typo',
  DELETE: 'Deleted',
  RESTORE: 'Restored',
  COMPACT: 'Summarised',
  DROP: 'Left turns out for the model',
  CANCEL: 'Showed turns to the model again',
  CHECKPOINT: 'Set a checkpoint',
  ANNOTATE: 'Starred or named',
  MERGE: 'Merged',
  IMPORT: 'Imported',
  UPDATE: 'Renamed it to',
  RELATE: 'Related things',
  UNRELATE: 'Took a relation back',
  ENTITY_MERGE: 'Joined two things into one',
  ENTITY_SPLIT: 'Parted a thing into two',
  MATERIALIZE: 'Stored what the model sees',
  RECORD: 'Kept a record',
  REPAIR: 'Repaired what was stored',
  RENAME: 'Renamed',
  PROMOTE: 'Kept a trial answer',
  RUN: 'Answered',
}

/** What the viewer can choose among. */
export type Kinds = 'ALL' | 'SAID' | 'BRANCHES' | 'EDITS' | 'NAMES' | 'IMPORTS'

const groups: Readonly<Record<string, Kinds>> = {
  CREATE: 'SAID',
  STORE: 'SAID',
  RUN: 'SAID',
  PROMOTE: 'SAID',
  FORK: 'BRANCHES',
  REWIND: 'BRANCHES',
  SWITCH: 'BRANCHES',
  UNDO: 'BRANCHES',
  MERGE: 'BRANCHES',
  AMEND: 'EDITS',
  CORRECT: 'EDITS',
  REPAIR: 'EDITS',
  DELETE: 'EDITS',
  RESTORE: 'EDITS',
  COMPACT: 'EDITS',
  DROP: 'EDITS',
  CANCEL: 'EDITS',
  CHECKPOINT: 'NAMES',
  ANNOTATE: 'NAMES',
  UPDATE: 'NAMES',
  RELATE: 'NAMES',
  UNRELATE: 'NAMES',
  ENTITY_MERGE: 'NAMES',
  ENTITY_SPLIT: 'NAMES',
  RENAME: 'NAMES',
  IMPORT: 'IMPORTS',
}

/** Returns what an event is listed under. */
export const kindsOf = (kind: string): Kinds => own(groups, kind) ?? 'SAID'

import type { EventKind } from '../documents/generated.ts'
import { own } from '../../runtime/own.ts'

/** What each kind of event is called. */
export const eventWords: Readonly<Record<EventKind, string>> = {
  CREATE: 'Made the conversation',
  STORE: 'Added turns',
  FORK: 'Forked',
  REWIND: 'Rewound',
  SWITCH: 'Went on from another branch',
  UNDO: 'Undid the last move',
  CORRECT: 'Fixed a typo',
  DELETE: 'Deleted',
  ERASE: 'Erased content',
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
  RUN: 'Answered',
}

/** What the viewer can choose among. */
export const choices = [
  ['ALL', 'Everything'],
  ['SAID', 'Said'],
  ['BRANCHES', 'Branches'],
  ['EDITS', 'Edits'],
  ['NAMES', 'Names'],
  ['IMPORTS', 'Imports'],
] as const
export type Kinds = (typeof choices)[number][0]

const groups: Readonly<Record<EventKind, Exclude<Kinds, 'ALL'>>> = {
  CREATE: 'SAID',
  STORE: 'SAID',
  RUN: 'SAID',
  RECORD: 'SAID',
  FORK: 'BRANCHES',
  REWIND: 'BRANCHES',
  SWITCH: 'BRANCHES',
  UNDO: 'BRANCHES',
  MERGE: 'BRANCHES',
  MATERIALIZE: 'BRANCHES',
  CORRECT: 'EDITS',
  REPAIR: 'EDITS',
  DELETE: 'EDITS',
  ERASE: 'EDITS',
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
  IMPORT: 'IMPORTS',
}

/** Returns what an event is listed under. */
export const kindsOf = (kind: string): Kinds => own(groups, kind) ?? 'SAID'

/** Returns the kinds that are listed under a choice; null: all of them. */
export const kindsUnder = (choice: Kinds): readonly EventKind[] | null =>
  choice === 'ALL' ? null : (Object.keys(groups) as EventKind[]).filter((kind) => groups[kind] === choice)

import * as documents from '../documents/generated.ts'
import type { Action } from './action.ts'

/** By action: the mutation that does it. */
export const operations: Readonly<Record<Action['kind'], unknown>> = {
  fork: documents.Fork,
  rewind: documents.Rewind,
  switch: documents.Switch,
  undo: documents.Undo,
  return: documents.Rewind,
  newVersion: documents.Store,
  add: documents.Store,
  ask: documents.Ask,
  answerAgain: documents.Ask,
  rename: documents.Update,
  setPrices: documents.SetPrices,
  pin: documents.Update,
  unpin: documents.Update,
  archive: documents.Update,
  unarchive: documents.Update,
  correct: documents.Amend,
  compact: documents.Compact,
  drop: documents.DropSpan,
  cancel: documents.CancelMarker,
  delete: documents.DeleteMessage,
  restore: documents.RestoreMessage,
  deleteConversation: documents.DeleteConversation,
  restoreConversation: documents.RestoreConversation,
  stopRun: documents.StopRun,
  checkpoint: documents.Checkpoint,
  annotate: documents.Annotate,
  cherryPick: documents.Merge,
  merge: documents.Merge,
}

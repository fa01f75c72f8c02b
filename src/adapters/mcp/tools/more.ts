import type { Tool } from '../tool.ts'
import { amendMessage, deleteMessage, restoreMessage, switchHead, undo } from './more/changing.ts'
import { exportConversation, importTranscript } from './more/files.ts'
import { relate, storeEntity, unrelate } from './more/knowing.ts'
import { compact, merge } from './more/merging.ts'
import { claimRun, completeRun } from './more/runs.ts'
import { diff, verifyPath } from './more/seeing.ts'

/** What there is beside the core. */
export const more: readonly Tool[] = [
  ...[amendMessage, deleteMessage, restoreMessage, switchHead, undo],
  ...[storeEntity, relate, unrelate],
  ...[importTranscript, exportConversation],
  ...[verifyPath, diff],
  ...[claimRun, completeRun],
  ...[merge, compact],
]

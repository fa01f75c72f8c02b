import { runKey } from '../../domain/ids.ts'
import { settingsHash } from '../../domain/records/run.ts'
import type { RunResolvers } from '../generated.ts'
import { existing } from '../load.ts'
import { nodeId } from '../nodeIds.ts'

export const Run: RunResolvers = {
  id: ({ conversationId, runId }) => runKey(conversationId, runId),
  nodeId: ({ conversationId, runId }) => nodeId('Run', runKey(conversationId, runId)),
  conversation: ({ conversationId }, _, { scope }) => existing(scope, 'conversation', conversationId),
  pendingRequest: ({ pending }) => pending?.request ?? null,
  settings: ({ settings }) => settings ?? null,
  settingsHash: (run) => settingsHash(run),
  pendingQuestionId: ({ pending }) => pending?.questionId ?? null,
}

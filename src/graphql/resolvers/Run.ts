import { runKey } from '../../domain/ids.ts'
import type { RunResolvers } from '../generated.ts'
import { existing } from '../load.ts'
import { nodeId } from '../nodeIds.ts'

export const Run: RunResolvers = {
  id: ({ conversationId, runId }) => runKey(conversationId, runId),
  nodeId: ({ conversationId, runId }) => nodeId('Run', runKey(conversationId, runId)),
  conversation: ({ conversationId }, _, { scope }) => existing(scope, 'conversation', conversationId),
  pendingRequest: ({ pending }) => pending?.request ?? null,
  pendingQuestionId: ({ pending }) => pending?.questionId ?? null,
}

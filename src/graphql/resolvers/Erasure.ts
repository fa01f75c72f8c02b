import { covers } from '../../app/erasures/erasures.ts'
import type { ErasureResolvers, SecretFindingResolvers } from '../generated.ts'
import { nodeId } from '../nodeIds.ts'

export const Erasure: ErasureResolvers = {
  nodeId: ({ id }) => nodeId('Erasure', id),
  emptied: ({ state, plan, scope }) => (state === 'ERASING' ? (plan?.emptied ?? 0) : scope.observations),
  covers: (erasure, asked, { scope }) => covers(scope, erasure, asked),
}

export const SecretFinding: SecretFindingResolvers = {
  message: ({ observation: { messageId } }, _, { scope }) =>
    messageId === null ? null : scope.reads.message(messageId),
  conversation: ({ observation }, _, { scope }) => scope.reads.conversation(observation.conversationId),
}

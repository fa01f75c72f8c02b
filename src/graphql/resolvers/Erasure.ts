import { covers } from '../../app/erasures/erasures.ts'
import { tenantRetention } from '../../app/erasures/retention/tenantRetention.ts'
import type { ErasureResolvers, SecretFindingResolvers, ViewerResolvers } from '../generated.ts'
import { nodeId } from '../nodeIds.ts'

export const Erasure: ErasureResolvers = {
  nodeId: ({ id }) => nodeId('Erasure', id),
  emptied: ({ state, plan, scope }) => (state === 'ERASING' ? (plan?.emptied ?? 0) : scope.observations),
  covers: (erasure, target, { scope }) => covers(scope, erasure, target),
}

export const Viewer: ViewerResolvers = {
  retainDays: (_, __, { scope }) => tenantRetention(scope),
}

export const SecretFinding: SecretFindingResolvers = {
  message: ({ observation }, _, { scope }) =>
    observation?.messageId == null ? null : scope.reads.message(observation.messageId),
  conversation: ({ conversationId }, _, { scope }) =>
    conversationId === null ? null : scope.reads.conversation(conversationId),
  attachment: ({ attachmentId }, _, { scope }) => (attachmentId === null ? null : scope.reads.attachment(attachmentId)),
  entity: ({ entityId }, _, { scope }) => (entityId === null ? null : scope.reads.entity(entityId)),
  recordKind: ({ record }) => record?.kind ?? null,
  recordKey: ({ record }) => record?.key ?? null,
}

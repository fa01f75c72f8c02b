import { latestObservation } from '../../app/read/messages.ts'
import { placeOf } from '../../app/read/view.ts'
import { ancestorsPage } from '../../app/trees/ancestors.ts'
import { attachmentsOf } from '../../app/attachments/attachments.ts'
import { contentOf, messageSnapshot } from '../../app/turns/snapshots.ts'
import { listPage } from '../../app/read/lists.ts'
import { supersededMessage, supersedingMessages } from '../../app/relationships/relationshipsPage.ts'
import { textOf } from '../../domain/messages/blocks.ts'
import type { MessageResolvers } from '../generated.ts'
import { wholeRelationshipsPage } from '../connection.ts'
import { existing } from '../load.ts'
import { nodeId } from '../nodeIds.ts'

export const Message: MessageResolvers = {
  nodeId: ({ id }) => nodeId('Message', id),
  erased: ({ erased }) => erased === true,
  conversation: ({ conversationId }, _, { scope }) => existing(scope, 'conversation', conversationId),
  snapshot: (message, { at, ingestedAt }, { scope }) =>
    messageSnapshot(scope, message, { at: at ?? null, ingestedAt: ingestedAt ?? null }),
  text: async (message, _, { scope }) => textOf((await contentOf(scope, message)) ?? []),
  content: (message, _, { scope }) => contentOf(scope, message),
  observations: ({ id }, page, { scope }) => listPage(scope, 'observationsOfMessage', id, page),
  ancestors: async (message, page, { scope }) => {
    const place = await placeOf(scope.reads, message.latestId)
    return ancestorsPage(scope, place ?? (await latestObservation(scope, message)), page)
  },
  attachments: async (message, _, { scope }) => attachmentsOf(scope, (await contentOf(scope, message)) ?? []),
  supersedes: (message, _, { scope }) => supersededMessage(scope, message),
  supersededBy: (message, _, { scope }) => supersedingMessages(scope, message),
  relationships: ({ id }, requireFields, { scope }) =>
    wholeRelationshipsPage(scope, { kind: 'MESSAGE', id }, requireFields),
}

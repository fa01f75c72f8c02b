import {
  ancestorsPage,
  attachmentsOf,
  contentOf,
  latestObservation,
  listPage,
  messageSnapshot,
  supersededMessage,
  supersedingMessages,
} from '../../app/queries.ts'
import { textOf } from '../../domain/blocks.ts'
import type { MessageResolvers } from '../generated.ts'
import { wholeRelationshipsPage } from '../connection.ts'
import { existing } from '../named.ts'
import { nodeId } from '../nodeIds.ts'

export const Message: MessageResolvers = {
  nodeId: ({ id }) => nodeId('Message', id),
  conversation: ({ conversationId }, _, { act }) => existing(act, 'conversation', conversationId),
  snapshot: (message, { at, ingestedAt }, { act }) =>
    messageSnapshot(act, message, { at: at ?? null, ingestedAt: ingestedAt ?? null }),
  text: async (message, _, { act }) => textOf((await contentOf(act, message)) ?? []),
  content: (message, _, { act }) => contentOf(act, message),
  observations: ({ id }, page, { act }) => listPage(act, 'observationsOfMessage', id, page),
  ancestors: async (message, page, { act }) => ancestorsPage(act, await latestObservation(act, message), page),
  attachments: async (message, _, { act }) => attachmentsOf(act, (await contentOf(act, message)) ?? []),
  supersedes: (message, _, { act }) => supersededMessage(act, message),
  supersededBy: (message, _, { act }) => supersedingMessages(act, message),
  relationships: ({ id }, asked, { act }) => wholeRelationshipsPage(act, { kind: 'MESSAGE', id }, asked),
}

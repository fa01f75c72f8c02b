import {
  ancestorsPage,
  attachmentsOf,
  latestObservation,
  listPage,
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
  text: async (message, _, { act }) => textOf((await latestObservation(act, message)).blocks),
  content: async (message, _, { act }) => (await latestObservation(act, message)).blocks,
  observations: ({ id }, page, { act }) => listPage(act, 'observationsOfMessage', id, page),
  ancestors: async (message, page, { act }) => ancestorsPage(act, await latestObservation(act, message), page),
  attachments: async (message, _, { act }) => attachmentsOf(act, (await latestObservation(act, message)).blocks),
  supersedes: (message, _, { act }) => supersededMessage(act, message),
  supersededBy: (message, _, { act }) => supersedingMessages(act, message),
  relationships: ({ id }, asked, { act }) => wholeRelationshipsPage(act, { kind: 'MESSAGE', id }, asked),
}

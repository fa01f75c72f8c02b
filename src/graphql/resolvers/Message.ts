import { ancestorsPage, latestObservation, listPage } from '../../app/queries.ts'
import { textOf } from '../../domain/blocks.ts'
import type { MessageResolvers } from '../generated.ts'
import { existing, maybe } from '../named.ts'
import { nodeId } from '../nodeIds.ts'

export const Message: MessageResolvers = {
  nodeId: ({ id }) => nodeId('Message', id),
  conversation: ({ conversationId }, _, { act }) => existing(act, 'conversation', conversationId),
  text: async (message, _, { act }) => textOf((await latestObservation(act, message)).blocks),
  content: async (message, _, { act }) => (await latestObservation(act, message)).blocks,
  observations: ({ id }, page, { act }) => listPage(act, 'observationsOfMessage', id, page),
  ancestors: async (message, page, { act }) => ancestorsPage(act, await latestObservation(act, message), page),
  supersedes: ({ supersedesId }, _, { act }) => maybe(act, 'message', supersedesId),
}

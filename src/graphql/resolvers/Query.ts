import { exportConversation } from '../../app/exportConversation.ts'
import {
  commonAncestor,
  context,
  conversationsPage,
  integrity,
  observationOrFact,
  runQuery,
  turnMessages,
  verifyPath,
} from '../../app/queries.ts'
import { textOfBytes } from '../bytes.ts'
import { wholePage } from '../connection.ts'
import type { QueryResolvers } from '../generated.ts'
import { given } from '../named.ts'
import { nodeOf, nodesOf } from '../nodeIds.ts'

export const Query: QueryResolvers = {
  node: (_, { nodeId }, { act }) => nodeOf(act, nodeId),
  nodes: (_, { nodeIds }, { act }) => nodesOf(act, nodeIds),
  conversation: (_, { id }, { act }) => act.reads.conversation(id),
  conversations: (_, { filter, ...page }, { act }) => conversationsPage(act, filter ?? {}, page),
  message: (_, { id }, { act }) => act.reads.message(id),
  turn: (_, { conversationId, turnId }, { act }) => turnMessages(act, conversationId, turnId),
  observation: (_, { id }, { act }) => observationOrFact(act, id),
  entity: (_, { id }, { act }) => act.reads.entity(id),
  entities: (_, { type, ...page }, { act }) =>
    type == null ? wholePage(act, 'entities', '', page) : wholePage(act, 'entitiesOfType', type, page),
  attachment: (_, { id }, { act }) => act.reads.attachment(id),
  commonAncestor: (_, { a, b }, { act }) => commonAncestor(act, a, b),
  context: (_, { conversationId, at }, { act }) => context(act, conversationId, at ?? null),
  verifyPath: (_, { observationId }, { act }) => verifyPath(act, observationId),
  export: (_, { conversationId, format, wholeTree }, { act }) =>
    textOfBytes(exportConversation(act, { conversationId, format, wholeTree: given(wholeTree, false) })),
  run: (_, { conversationId, runId }, { act }) => runQuery(act, conversationId, runId),
  integrity: (_, { conversationId }, { act }) => integrity(act, conversationId),
}

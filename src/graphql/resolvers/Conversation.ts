import {
  activeRun,
  drawTree,
  labelsOf,
  leavesPage,
  listPage,
  messageOf,
  recentTurns,
  transcriptPage,
} from '../../app/queries.ts'
import type { ConversationResolvers, ForkOriginResolvers, TranscriptEntryResolvers } from '../generated.ts'
import { wholePage, wholeRelationshipsPage } from '../connection.ts'
import { existing, given, maybe } from '../named.ts'
import { nodeId } from '../nodeIds.ts'
import { originsOf } from '../origins.ts'

export const Conversation: ConversationResolvers = {
  nodeId: ({ id }) => nodeId('Conversation', id),
  title: async (conversation, _, { act }) => (await labelsOf(act, conversation)).title,
  preview: async (conversation, _, { act }) => (await labelsOf(act, conversation)).preview,
  updatedAt: ({ activityAt }) => activityAt,
  head: ({ headId }, _, { act }) => maybe(act, 'observation', headId),
  transcript: (conversation, { view, values, includeDeleted, ...page }, { act }) =>
    transcriptPage(act, conversation, given(view, 'MESSAGES'), page, {
      values: given(values, 'AS_STORED'),
      includeDeleted: given(includeDeleted, false),
    }),
  recentTurns: (conversation, { n }, { act }) => recentTurns(act, conversation, given(n, 16)),
  messages: ({ id }, page, { act }) => wholePage(act, 'messagesOfConversation', id, page),
  message: (conversation, { turnId }, { act }) => messageOf(act, conversation, turnId),
  observations: ({ id }, page, { act }) => listPage(act, 'observationsOfConversation', id, page),
  forks: ({ id }, page, { act }) => listPage(act, 'forks', id, page),
  lineage: (conversation, _, { act }) => originsOf(act, conversation),
  leaves: (conversation, page, { act }) => leavesPage(act, conversation, page),
  headHistory: ({ id }, page, { act }) => wholePage(act, 'headMoves', id, page),
  events: ({ id }, page, { act }) => wholePage(act, 'events', id, page),
  treeShape: ({ shape }) => shape,
  tree: (conversation, { format, maxNodes }, { act }) =>
    drawTree(act, conversation, given(format, 'TEXT'), given(maxNodes, 500)),
  runs: ({ id }, page, { act }) => wholePage(act, 'runsOfConversation', id, page),
  activeRun: (conversation, _, { act }) => activeRun(act, conversation),
  spawnedBy: ({ spawnedBy }, _, { act }) => maybe(act, 'message', spawnedBy),
  sidechains: ({ id }, page, { act }) => listPage(act, 'sidechains', id, page),
  relationships: ({ id }, asked, { act }) => wholeRelationshipsPage(act, { kind: 'CONVERSATION', id }, asked),
}

export const ForkOrigin: ForkOriginResolvers = {
  conversation: ({ conversationId }, _, { act }) => existing(act, 'conversation', conversationId),
  observation: ({ observationId }, _, { act }) => maybe(act, 'observation', observationId),
  event: ({ eventId }, _, { act }) => maybe(act, 'event', eventId),
}

export const TranscriptEntry: TranscriptEntryResolvers = {
  message: ({ observation }, _, { act }) => maybe(act, 'message', observation.messageId),
  content: ({ blocks }) => blocks,
}

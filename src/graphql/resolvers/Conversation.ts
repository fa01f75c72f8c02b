import { answering } from '../../app/answers/answerOf.ts'
import { retention } from '../../app/erasures/retention/tenantRetention.ts'
import { activeRun } from '../../app/runs/runQueries.ts'
import { drawTree } from '../../app/trees/drawTree.ts'
import { withCounts } from '../../app/trees/counts/countedShape.ts'
import { namedAttachment } from '../../app/attachments/attachments.ts'
import { evidencePage } from '../../app/merges/gathered.ts'
import { familyShape } from '../../app/trees/familyShape.ts'
import { pastTranscript } from '../../app/transcripts/asOf.ts'
import { usageOf } from '../../app/transcripts/usage.ts'
import { branchesPage } from '../../app/prompts/branches.ts'
import { promptsPage } from '../../app/prompts/promptsPage.ts'
import { promptTreePage } from '../../app/prompts/promptTree.ts'
import { spawningCall } from '../../app/prompts/sidechainsOf.ts'
import { versionsOfEntry } from '../../app/transcripts/versions.ts'
import { labelsOf, type Labels } from '../../app/conversations/labels.ts'
import type { Scope } from '../../app/scope.ts'
import type { Conversation as ConversationModel } from '../../domain/model.ts'
import { isArchived, isDated, isPinned } from '../../domain/messages/newConversation.ts'
import { shapeOf, sidechainsPage, spawningMessage } from '../../app/markers/sidechains.ts'
import { messageOf } from '../../app/read/messages.ts'
import { sourceShape, sourceTree } from '../../app/sourceTrees/sourceTree.ts'
import { stretchesPage } from '../../app/trees/stretches.ts'
import { leavesPage } from '../../app/trees/leaves.ts'
import { listPage, wholeCount } from '../../app/read/lists.ts'
import { contextOf } from '../../app/transcripts/context.ts'
import { contextMessages, contextSystem } from '../../app/transcripts/contextMessages.ts'
import { recentTurns } from '../../app/transcripts/transcript.ts'
import type {
  ConversationResolvers,
  EvidenceResolvers,
  ForkOriginResolvers,
  StretchResolvers,
  TranscriptEntryResolvers,
} from '../generated.ts'
import { mostRowsOf } from '../asksFor.ts'
import { wholePage, wholeRelationshipsPage } from '../connection.ts'
import { existing, orElse, maybe } from '../load.ts'
import { nodeId } from '../nodeIds.ts'
import { originsOf } from '../lineage.ts'

/** Without a promise where the labels are there: a list asks for them of each conversation. */
function label(scope: Scope, conversation: ConversationModel, name: keyof Labels): string | Promise<string> {
  const labels = labelsOf(scope, conversation)
  return labels instanceof Promise ? labels.then((made) => made[name]) : labels[name]
}

export const Conversation: ConversationResolvers = {
  nodeId: ({ id }) => nodeId('Conversation', id),
  title: (conversation, _, { scope }) => label(scope, conversation, 'title'),
  preview: (conversation, _, { scope }) => label(scope, conversation, 'preview'),
  updatedAt: ({ activityAt }) => activityAt,
  live: ({ id }, _, { scope }) => scope.isLive?.(id) ?? false,
  archived: (conversation) => isArchived(conversation),
  dated: (conversation) => isDated(conversation),
  retainDays: async (conversation, _, { scope }) => (await retention(scope, conversation))?.days ?? null,
  retainedBy: async (conversation, _, { scope }) => (await retention(scope, conversation))?.from ?? null,
  pinned: (conversation) => isPinned(conversation),
  head: ({ headId }, _, { scope }) => maybe(scope, 'observation', headId),
  transcript: async (conversation, { view, values, includeDeleted, at, asOf, ...page }, { scope }) =>
    pastTranscript(scope, conversation, { at: at ?? null, asOf: asOf ?? null }, orElse(view, 'MESSAGES'), page, {
      values: orElse(values, view === 'CONTEXT' ? 'CURRENT' : 'AS_STORED'),
      includeDeleted: orElse(includeDeleted, false),
    }),
  context: (conversation, { at, values }, { scope }) =>
    contextOf(scope, conversation, at ?? null, orElse(values, 'CURRENT')),
  contextMessages: (conversation, { format, at, values }, { scope }) =>
    contextMessages(scope, conversation, format, at ?? null, orElse(values, 'CURRENT')),
  contextSystem: (conversation, { at, values }, { scope }) =>
    contextSystem(scope, conversation, at ?? null, orElse(values, 'CURRENT')),
  recentTurns: (conversation, { n }, { scope }) => recentTurns(scope, conversation, orElse(n, 16)),
  prompts: (conversation, requireFields, { scope }, info) =>
    promptsPage(scope, conversation, requireFields, mostRowsOf(info)),
  promptTree: (conversation, requireFields, { scope }, info) =>
    promptTreePage(scope, conversation, requireFields, mostRowsOf(info)),
  branches: (conversation, page, { scope }) => branchesPage(scope, conversation, page),
  usage: (conversation, { of }, { scope }) => usageOf(scope, conversation, orElse(of, 'PATH')),
  messages: ({ id }, page, { scope }) => wholePage(scope, 'messagesOfConversation', id, page),
  message: (conversation, { turnId }, { scope }) => messageOf(scope, conversation, turnId),
  observations: ({ id }, page, { scope }) => listPage(scope, 'observationsOfConversation', id, page),
  forks: ({ id }, page, { scope }) => listPage(scope, 'forks', id, page),
  forkCount: ({ id }, _, { scope }) => wholeCount(scope, 'forks', id),
  lineage: (conversation, _, { scope }) => originsOf(scope, conversation),
  leaves: (conversation, page, { scope }) => leavesPage(scope, conversation, page),
  checkpoints: ({ id }, page, { scope }) => wholePage(scope, 'checkpoints', id, page),
  headHistory: ({ id }, page, { scope }) => wholePage(scope, 'headMoves', id, page),
  events: ({ id }, page, { scope }) => wholePage(scope, 'events', id, page),
  treeShape: async (conversation, { of }, { scope }) => {
    const shape = await (orElse(of, 'CANONICAL') === 'SOURCE' ? sourceShape : shapeOf)(scope, conversation)
    return withCounts(scope, shape, conversation)
  },
  sourceTree: async (conversation, _, { scope }) => {
    const tree = await sourceTree(scope, conversation)
    return tree && { ...tree, shape: withCounts(scope, tree.shape, conversation) }
  },
  familyShape: (conversation, _, { scope }) => familyShape(scope, conversation),
  tree: (conversation, { format, maxNodes, unfold, family }, { scope }) =>
    drawTree(scope, conversation, {
      format: orElse(format, 'TEXT'),
      maxNodes: orElse(maxNodes, 500),
      unfold: orElse(unfold, false),
      family: orElse(family, false),
    }),
  stretches: (conversation, page, { scope }) => stretchesPage(scope, conversation, page),
  evidence: (conversation, page, { scope }) => evidencePage(scope, conversation, page),
  runs: ({ id }, page, { scope }) => wholePage(scope, 'runsOfConversation', id, page),
  activeRun: (conversation, _, { scope }) => activeRun(scope, conversation),
  answering: (conversation, _, { scope, probing }) => answering(scope, probing, conversation),
  spawnedBy: (conversation, _, { scope }) => spawningMessage(scope, conversation),
  spawnedByCallId: (conversation, _, { scope }) => spawningCall(scope, conversation),
  sidechains: (conversation, page, { scope }) => sidechainsPage(scope, conversation, page),
  relationships: ({ id }, requireFields, { scope }) =>
    wholeRelationshipsPage(scope, { kind: 'CONVERSATION', id }, requireFields),
}

export const Evidence: EvidenceResolvers = {
  attachment: ({ attachmentId }, _, { scope }) => namedAttachment(scope, attachmentId),
  from: ({ fromId }, _, { scope }) => existing(scope, 'conversation', fromId),
}

export const ForkOrigin: ForkOriginResolvers = {
  conversation: ({ conversationId }, _, { scope }) => existing(scope, 'conversation', conversationId),
  observation: ({ observationId }, _, { scope }) => maybe(scope, 'observation', observationId),
  event: ({ eventId }, _, { scope }) => maybe(scope, 'event', eventId),
}

export const Stretch: StretchResolvers = {
  after: ({ first }, _, { scope }) => maybe(scope, 'observation', first.place.parentId),
}

export const TranscriptEntry: TranscriptEntryResolvers = {
  message: ({ observation, synthetic }, _, { scope }) =>
    maybe(scope, 'message', synthetic ? null : observation.messageId),
  content: ({ blocks }) => blocks,
  versions: (entry, _, { scope }) => versionsOfEntry(scope, entry),
}

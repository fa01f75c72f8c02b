import { erasuresPage } from '../../app/erasures/erasures.ts'
import { pricesIn } from '../../app/prices/prices.ts'
import { answerOf } from '../../app/answers/answerOf.ts'
import { analytics } from '../../app/analytics/analytics.ts'
import { diff } from '../../app/diffs/diff.ts'
import { exportConversation } from '../../app/exports/exportConversation.ts'
import { turnMessages } from '../../app/read/messages.ts'
import { commonAncestor } from '../../app/trees/pathBetween.ts'
import { context } from '../../app/transcripts/context.ts'
import { eventsPage } from '../../app/conversations/eventsPage.ts'
import { directoriesPage } from '../../app/conversations/directories.ts'
import { conversationsPage } from '../../app/read/lists.ts'
import { conversationsWithText } from '../../app/search/conversationsWithText.ts'
import { secretsPage } from '../../app/secrets/secretsPage.ts'
import { search } from '../../app/search/search.ts'
import { integrityPart } from '../../app/integrity/integrity.ts'
import { observationOrFact, observationsOrFacts } from '../../app/entities/observationOrFact.ts'
import { promptQuery } from '../../app/prompts/placedRows.ts'
import { recordKinds, recordsPage } from '../../app/stateRecords/records.ts'
import { importJob, localSources } from '../../app/imports/local/localImports.ts'
import { sourceLines } from '../../app/imports/append/sourceLines.ts'
import { sessionTakers } from '../../app/resume/putSession.ts'
import { runQuery } from '../../app/runs/runQueries.ts'
import { verifyPart } from '../../app/integrity/verifyPath.ts'
import { textOfBytes } from '../answer/bytes.ts'
import { counted, wholePage } from '../connection.ts'
import { conversationWithLedger } from '../ledgerFirst.ts'
import type { QueryResolvers } from '../generated.ts'
import { orElse } from '../load.ts'
import { nodeOf, nodesOf } from '../nodeIds.ts'

export const Query: QueryResolvers = {
  node: (_, { nodeId }, { scope }) => nodeOf(scope, nodeId),
  nodes: (_, { nodeIds }, { scope }) => nodesOf(scope, nodeIds),
  conversation: (_, { id }, { scope }, info) => conversationWithLedger(scope, id, info),
  conversations: (_, { filter, ...page }, { scope }) =>
    filter?.text == null
      ? conversationsPage(scope, filter ?? {}, page)
      : conversationsWithText(scope, filter.text, filter, page),
  search: (_, { text, in: within, ...page }, { scope }) => search(scope, text, within ?? null, page),
  message: (_, { id }, { scope }) => scope.reads.message(id),
  turn: (_, { conversationId, turnId }, { scope }) => turnMessages(scope, conversationId, turnId),
  observation: (_, { id }, { scope }) => observationOrFact(scope, id),
  observations: (_, { ids }, { scope }) => observationsOrFacts(scope, ids),
  entity: (_, { id }, { scope }) => scope.reads.entity(id),
  entities: (_, { type, ...page }, { scope }) =>
    type == null ? wholePage(scope, 'entities', '', page) : wholePage(scope, 'entitiesOfType', type, page),
  erasures: (_, page, { scope }) => erasuresPage(scope, page),
  erasure: (_, { id }, { scope }) => scope.reads.erasure(id),
  secrets: (_, { conversationIds, ...page }, { scope }) => secretsPage(scope, conversationIds ?? null, page),
  prices: (_, __, { scope }) => pricesIn(scope),
  analytics: (_, { filter }, { scope }) => analytics(scope, filter ?? {}),
  directories: (_, page, { scope }) => directoriesPage(scope, page),
  events: async (_, { kinds, ...page }, { scope }) => counted(await eventsPage(scope, kinds ?? null, page)),
  records: (_, args, { scope }) => recordsPage(scope, args),
  recordKinds: (_, args, { scope }) => recordKinds(scope, args),
  attachment: (_, { id }, { scope }) => scope.reads.attachment(id),
  commonAncestor: (_, { a, b }, { scope }) => commonAncestor(scope, a, b),
  diff: (_, { base, target }, { scope }) => diff(scope, base, target),
  context: (_, { conversationId, at, values }, { scope }) =>
    context(scope, conversationId, at ?? null, orElse(values, 'CURRENT')),
  verifyPath: (_, { observationId, after }, { scope }) => verifyPart(scope, observationId, after ?? null),
  export: (_, { conversationId, format, wholeTree, values = null }, { scope }) =>
    textOfBytes(
      exportConversation(scope, { conversationId, format, wholeTree: orElse(wholeTree, false), values }),
      scope.budget,
    ),
  sourceLines: (_, { conversationId, source, from }, { scope }) =>
    sourceLines(scope, conversationId, orElse(source, 'store'), orElse(from, 1)),
  responder: (_, __, { probing: { responder } }) => responder,
  localSources: (_, __, { scope }) => localSources(scope),
  importJob: (_, { id }, { scope }) => importJob(scope, id),
  sessionTakers: (_, __, { scope }) => sessionTakers(scope),
  answer: (_, { id }, { scope, probing }) => answerOf(scope, probing, id),
  prompt: (_, prompt, { scope }) => promptQuery(scope, prompt),
  run: (_, { conversationId, runId }, { scope }) => runQuery(scope, conversationId, runId),
  viewer: (_, __, { scope: { tenant, principal, salted } }) => ({ tenant, principal, salted }),
  integrity: (_, { conversationId, after, roles }, { scope }) =>
    integrityPart(scope, conversationId, after ?? null, { roles: roles ?? null }),
}

import { estimateOf } from '../../app/prices/spending.ts'
import { estimatedCost, statedCost } from '../../domain/usage/knownCost.ts'
import type {
  AnalyticsResolvers,
  ConversationCountResolvers,
  PathStatsResolvers,
  UsageTotalsResolvers,
} from '../generated.ts'
import { existing, orElse } from '../load.ts'

const usual = 20
const usualCells = 200

export const Analytics: AnalyticsResolvers = {
  usageBy: (analytics, { dimension, top }) => analytics.usageBy(dimension, orElse(top, usual)),
  usageByAll: (analytics, { dimensions, top }) => analytics.usageByAll(dimensions, orElse(top, usualCells)),
  topConversations: (analytics, { by, top }) => analytics.topConversations(by, orElse(top, usual)),
  toolFailures: (analytics, { top }) => analytics.toolFailures(orElse(top, usual)),
  other: (analytics, { dimension, top }) => analytics.other(dimension, orElse(top, usual)),
  usageInclusive: (analytics, { top }) => analytics.usageInclusive(orElse(top, usual)),
  tools: (analytics, { top }) => analytics.tools(orElse(top, usual)),
}

export const ConversationCount: ConversationCountResolvers = {
  conversation: ({ conversationId }, _, { scope }) => existing(scope, 'conversation', conversationId),
}

export const PathStats: PathStatsResolvers = {
  costUsd: ({ usage }) => statedCost(usage),
}

export const UsageTotals: UsageTotalsResolvers = {
  costUsd: statedCost,
  estimatedCostUsd: async (totals, _, { scope }) => estimatedCost(await estimateOf(scope, totals)),
  estimatedAnswers: async (totals, _, { scope }) => (await estimateOf(scope, totals)).answers,
  unpricedAnswers: async (totals, _, { scope }) =>
    totals.answers - totals.pricedAnswers - (await estimateOf(scope, totals)).answers,
}

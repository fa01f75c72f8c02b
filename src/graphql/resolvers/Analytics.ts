import { estimateOf } from '../../app/prices/spending.ts'
import type { AnalyticsResolvers, ConversationCountResolvers, UsageTotalsResolvers } from '../generated.ts'
import { existing, given } from '../load.ts'

const usual = 20
const usualCells = 200

export const Analytics: AnalyticsResolvers = {
  usageBy: (analytics, { dimension, top }) => analytics.usageBy(dimension, given(top, usual)),
  usageByAll: (analytics, { dimensions, top }) => analytics.usageByAll(dimensions, given(top, usualCells)),
  topConversations: (analytics, { by, top }) => analytics.topConversations(by, given(top, usual)),
  toolFailures: (analytics, { top }) => analytics.toolFailures(given(top, usual)),
  other: (analytics, { dimension, top }) => analytics.other(dimension, given(top, usual)),
  usageInclusive: (analytics, { top }) => analytics.usageInclusive(given(top, usual)),
  tools: (analytics, { top }) => analytics.tools(given(top, usual)),
}

export const ConversationCount: ConversationCountResolvers = {
  conversation: ({ conversationId }, _, { scope }) => existing(scope, 'conversation', conversationId),
}

export const UsageTotals: UsageTotalsResolvers = {
  estimatedCostUsd: async (totals, _, { scope }) => (await estimateOf(scope, totals)).costUsd,
  estimatedAnswers: async (totals, _, { scope }) => (await estimateOf(scope, totals)).answers,
  unpricedAnswers: async (totals, _, { scope }) =>
    totals.answers - totals.pricedAnswers - (await estimateOf(scope, totals)).answers,
}

import type { AnalyticsResolvers } from '../generated.ts'
import { given } from '../load.ts'

const usual = 20

export const Analytics: AnalyticsResolvers = {
  usageBy: (analytics, { dimension, top }) => analytics.usageBy(dimension, given(top, usual)),
  other: (analytics, { dimension, top }) => analytics.other(dimension, given(top, usual)),
  usageInclusive: (analytics, { top }) => analytics.usageInclusive(given(top, usual)),
  tools: (analytics, { top }) => analytics.tools(given(top, usual)),
}

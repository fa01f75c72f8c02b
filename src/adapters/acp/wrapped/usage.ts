import type { PromptResponse } from '@agentclientprotocol/sdk/unstable'
import type { Facts } from '../graph.ts'

/** Returns what an agent's answer used, its input without what a cache held. */
export function usageOf(usage: PromptResponse['usage']): Facts | undefined {
  if (!usage) return undefined
  const { totalTokens, inputTokens: input, outputTokens, cachedReadTokens = null, cachedWriteTokens = null } = usage
  const cached = (cachedReadTokens ?? 0) + (cachedWriteTokens ?? 0)
  // Their sum shows whether an agent counts what a cache held beside its input or among it.
  const inputTokens = totalTokens < input + outputTokens + cached && input >= cached ? input - cached : input
  return { inputTokens, outputTokens, cacheReadTokens: cachedReadTokens, cacheWriteTokens: cachedWriteTokens }
}

import { usageWithoutCached } from '../../domain/usage/cachedTokens.ts'
import type { JsonObject, UsageInput } from '../../domain/model.ts'
import { asCount, asObject, objectsIn } from './values.ts'
import { own } from '../../runtime/own.ts'

type Count = number | null

/** Returns the usage of an answer of OpenAI's APIs, or of one that speaks like them; null for none. */
export function openAiUsage(usage: JsonObject | null): UsageInput | null {
  if (!usage) return null
  const details = asObject(usage['prompt_tokens_details']) ?? asObject(usage['input_tokens_details'])
  const isAnthropic = !('prompt_tokens' in usage) && !details && 'cache_read_input_tokens' in usage
  if (isAnthropic) return anthropicUsage(usage, null)
  return usageWithoutCached({
    input: asCount(usage['prompt_tokens']) ?? asCount(usage['input_tokens']),
    cacheRead:
      asCount(details?.['cached_tokens']) ??
      asCount(usage['cached_input_tokens']) ??
      asCount(usage['prompt_cache_hit_tokens']),
    cacheWrite: asCount(usage['cache_write_input_tokens']),
    output: asCount(usage['completion_tokens']) ?? asCount(usage['output_tokens']),
    total: asCount(usage['total_tokens']),
  })
}

/**
 * Returns the usage of an answer of Anthropic's API, which counts what a cache held beside the input. Where one answer
 * took several requests, each stands in `iterations`, and all of them were paid for.
 */
export function anthropicUsage(usage: JsonObject | null, answerId: string | null): UsageInput {
  const requests = objectsIn(usage?.['iterations'])
  const parts = requests.length > 1 ? requests : usage ? [usage] : []
  const sum = (name: string) => sumOf(parts.map((part) => asCount(own(part, name))))
  return {
    inputTokens: sum('input_tokens'),
    outputTokens: sum('output_tokens'),
    cacheReadTokens: sum('cache_read_input_tokens'),
    cacheWriteTokens: sum('cache_creation_input_tokens'),
    ...(answerId !== null && { answerId }),
  }
}

/** Returns what two requests took together. */
export function usageOfBoth(one: UsageInput | null, other: UsageInput | null): UsageInput | null {
  if (one === null || other === null) return one ?? other
  const names = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'costUsd'] as const
  const sums = names.flatMap((name) => {
    const sum = sumOf([one[name] ?? null, other[name] ?? null])
    return sum === null ? [] : [[name, sum] as const]
  })
  return { ...one, ...other, ...Object.fromEntries(sums) }
}

function sumOf(counts: readonly Count[]): Count {
  const known = counts.filter((count) => count !== null)
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}

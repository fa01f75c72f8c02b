import type { UsageInput } from '../model.ts'

type Count = number | null

/** A program's counts of the tokens of a request. */
export interface StatedTokens {
  readonly input: Count
  readonly cacheRead: Count
  readonly cacheWrite?: Count
  readonly output: Count
  /** Their sum, where the program gives that as well. */
  readonly total?: Count
}

/**
 * Returns usage whose input never contains what a cache held (`UsageTotals.inputTokens`), whichever way a program counts.
 * Where its sum has no room for cached tokens beside the input, they are among it; where it gives no sum, `unlessSummed`
 * says where its API has them. More cached tokens than input cannot be among it.
 */
export function usageWithoutCached(
  { input, cacheRead, cacheWrite = null, output, total = null }: StatedTokens,
  unlessSummed: 'AMONG_INPUT' | 'BESIDE_INPUT' = 'AMONG_INPUT',
): UsageInput {
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0)
  const areAmong = total === null ? unlessSummed === 'AMONG_INPUT' : total < (input ?? 0) + cached + (output ?? 0)
  return {
    inputTokens: areAmong && input !== null && input >= cached ? input - cached : input,
    outputTokens: output,
    cacheReadTokens: cacheRead,
    ...(cacheWrite !== null && { cacheWriteTokens: cacheWrite }),
  }
}

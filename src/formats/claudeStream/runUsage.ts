import type { JsonObject, UsageInput } from '../../domain/model.ts'
import { anthropicUsage } from '../reading/usage.ts'
import { asObject } from '../reading/values.ts'

const names = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const
type Sums = Readonly<Record<(typeof names)[number] | 'costUsd', number>>
const none: Sums = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 }

/**
 * Counts what the answers of a run say that they took, for the end of the run to add what they did not say: an answer
 * is printed when it begins, with few of its output tokens.
 */
export class RunUsage {
  private answers = new Map<string, Sums>()
  private sum = none
  private last: Sums | null = null

  /** Takes what an answer says; of several lines of one answer the most counts. */
  answer(usage: UsageInput): void {
    const { answerId } = usage
    const known = (answerId == null ? undefined : this.answers.get(answerId)) ?? none
    const most = each((name) => Math.max(known[name], usage[name] ?? 0))
    this.sum = each((name) => this.sum[name] + most[name] - known[name])
    if (answerId != null) this.answers.set(answerId, most)
  }

  /** Returns what a run took that its answers did not say; null where its end does not tell. */
  end(result: JsonObject): UsageInput | null {
    const [counted, cost] = [asObject(result['usage']), result['total_cost_usd']]
    if (counted === null && typeof cost !== 'number') return null
    const usage = anthropicUsage(counted, null)
    const all: Sums = {
      ...each((name) => (name === 'costUsd' ? 0 : (usage[name] ?? 0))),
      costUsd: typeof cost === 'number' && cost > 0 ? cost : 0,
    }
    const before = this.isOfAll(all) ? (this.last ?? none) : none
    const rest = each((name) => Math.max(0, all[name] - before[name] - this.sum[name]))
    this.last = all
    this.sum = none
    this.answers = new Map<string, Sums>()
    const { costUsd, ...tokens } = rest
    // A cost that the end does not state is unknown, and no 0.
    return typeof cost === 'number' ? { ...tokens, costUsd } : tokens
  }

  /** Some versions tell of the run, others of all runs so far: then nothing is less than it was, and all is more by what the run took. */
  private isOfAll(all: Sums): boolean {
    const { last } = this
    return last !== null && names.every((name) => all[name] >= last[name] + this.sum[name])
  }
}

const each = (of: (name: keyof Sums) => number): Sums => ({
  inputTokens: of('inputTokens'),
  outputTokens: of('outputTokens'),
  cacheReadTokens: of('cacheReadTokens'),
  cacheWriteTokens: of('cacheWriteTokens'),
  costUsd: of('costUsd'),
})

/** What a tenant's price table makes of answers that state no cost. */
import type { Mark, UnpricedTokens } from '../model.ts'

/** What a model costs from a day on; null: not known for tokens of this kind. */
export interface Price {
  /** A model's name, or the beginning of names with `*` behind it. */
  readonly model: string
  /** The UTC day from which it holds, `YYYY-MM-DD`. */
  readonly from: string
  readonly input: number | null
  readonly output: number | null
  readonly cacheRead: number | null
  readonly cacheWrite: number | null
  /** For so many tokens. */
  readonly per: number
  readonly currency: string
}

/** What answers that state no cost would have cost. */
export interface Estimate {
  readonly costUsd: number
  readonly answers: number
}

/** The mark under which a tenant's price table is kept. */
export const pricesMark = 'prices'

/** Returns the price table that a mark holds; none: it is empty. */
export const pricesOf = (mark: Mark | null | undefined): readonly Price[] =>
  mark ? (mark.value as unknown as readonly Price[]) : []

/** Returns the price of a model on a day: of those that fit the longest name, of these the latest; null where there is none. */
export function priceOf(prices: readonly Price[], model: string, day: string): Price | null {
  const fitting = prices.filter((price) => price.from <= day && fits(price, model))
  return fitting.sort((a, b) => rank(b) - rank(a) || (a.from < b.from ? 1 : -1))[0] ?? null
}

function fits({ model: named }: Price, model: string): boolean {
  return named.endsWith('*') ? model.startsWith(named.slice(0, -1)) : model === named
}

/** A whole name wins over a beginning of the same length. */
const rank = ({ model }: Price) => (model.endsWith('*') ? model.length - 1 : model.length + 0.5)

const kinds = [
  ['inputTokens', 'input'],
  ['outputTokens', 'output'],
  ['cacheReadTokens', 'cacheRead'],
  ['cacheWriteTokens', 'cacheWrite'],
] as const

/**
 * Returns what answers that state no cost would have cost. Those of one model and day are estimated together: not at all where
 * no price holds, where tokens of any kind among them have none, or where no tokens are known.
 */
export function estimate(prices: readonly Price[], unpriced: readonly UnpricedTokens[]): Estimate {
  let [costUsd, answers] = [0, 0]
  if (prices.length === 0) return { costUsd, answers }
  for (const one of byModelAndDay(unpriced)) {
    const price = priceOf(prices, one.model, one.day)
    const spent = kinds.filter(([tokens]) => one[tokens] > 0)
    if (price === null || spent.length === 0 || spent.some(([, kind]) => price[kind] === null)) continue
    costUsd += spent.reduce((sum, [tokens, kind]) => sum + (one[tokens] * (price[kind] ?? 0)) / price.per, 0)
    answers += one.answers
  }
  return { costUsd: Number(costUsd.toPrecision(12)), answers }
}

function byModelAndDay(unpriced: readonly UnpricedTokens[]): UnpricedTokens[] {
  const results = new Map<string, UnpricedTokens>()
  for (const one of unpriced) {
    const key = `${one.day} ${one.model}`
    const known = results.get(key)
    results.set(key, known ? bothUnpriced(known, one, 1) : one)
  }
  return [...results.values()]
}

/** Returns the sums of two of one model and day, or what the first has more. */
export function bothUnpriced(a: UnpricedTokens, b: UnpricedTokens, sign: 1 | -1): UnpricedTokens {
  return {
    model: a.model,
    day: a.day,
    answers: a.answers + sign * b.answers,
    inputTokens: a.inputTokens + sign * b.inputTokens,
    outputTokens: a.outputTokens + sign * b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + sign * b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + sign * b.cacheWriteTokens,
  }
}

const nothing = { answers: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** Returns tokens taken off where they are added to others. */
export const takenOff = (unpriced: readonly UnpricedTokens[]): UnpricedTokens[] =>
  unpriced.map((one) => bothUnpriced({ ...one, ...nothing }, one, -1))

/** What is known along a path of the cost of its answers: how many state it, and the tokens of those that do not. */
import type { Observation, PathPricing, PathUsage, Place, UnpricedTokens, UsageSums } from '../model.ts'
import { dayOf, nameKey } from './counted.ts'
import { countersOf, largestOf, minus, noCounters, type Counters } from './counters.ts'
import { bothUnpriced } from './prices.ts'
import { noUsage } from './pathUsage.ts'

/** Models and days whose sums stand at one node; with a further one new sums begin. */
const mostSums = 4

/** What the empty path says. */
export const noPricing: PathPricing = { pricedAnswers: 0, free: [], unpriced: [], above: null }

/** Costs are added up with small errors. */
const smallestCost = 1e-9

type Above = Pick<Place, 'depth' | 'usage' | 'pricing'>
type Spending = Pick<Observation, 'usage' | 'copyOf' | 'model' | 'observedAt'>

/**
 * Returns what a path says with one more node at its end, whose sums are `usage`. A further part of an answer adds what it says
 * more than the parts before it.
 */
export function pricingAfter(above: Above | null, node: Spending, usage: PathUsage): PathPricing {
  const pricing = above === null ? noPricing : above.pricing
  if (node.usage === null || node.copyOf !== null) return pricing
  const counters = countersOf(node.usage)
  const answerId = node.usage.answerId ?? null
  const known = knownOf(above?.usage ?? noUsage, usage, answerId)
  const wasStated = known !== null && (known.costUsd > smallestCost || pricing.free.includes(answerId ?? ''))
  const isStated = wasStated || node.usage.costUsd != null
  const whole = known === null ? counters : largestOf(known, counters)
  const wasUnpriced = known !== null && !wasStated
  const counted = isStated ? noCounters : whole
  const tokens = wasUnpriced ? minus(counted, known) : counted
  const answers = (isStated ? 0 : 1) - (wasUnpriced ? 1 : 0)
  const isFree = isStated && whole.costUsd <= smallestCost && answerId !== null
  const sums = sumsWith(pricing, node, tokens, answers, above?.depth ?? 0)
  return {
    pricedAnswers: pricing.pricedAnswers + (isStated && !wasStated ? 1 : 0),
    free: isFree ? freeWith(pricing.free, answerId) : pricing.free,
    unpriced: sums.unpriced,
    above: sums.above,
  }
}

/** What the parts of an answer count that stand above a node; null where it is the first one. */
function knownOf(above: PathUsage, usage: PathUsage, answerId: string | null): Counters | null {
  if (answerId === null || usage.answers > above.answers) return null
  const of = ({ recent }: PathUsage) => recent.find((answer) => answer.answerId === answerId)
  const known = of(above)
  if (known) return countersOf(known)
  // It stands farther up than the sums above know: what it adds is what they lack.
  const whole = of(usage)
  return whole ? minus(whole, minus(usage, above)) : null
}

/** As many as a path's usage knows of its latest answers. */
const freeWith = (free: readonly string[], answerId: string) =>
  free.includes(answerId) ? free : [...free, answerId].slice(-4)

function sumsWith(
  { unpriced, above }: PathPricing,
  { model, observedAt }: Spending,
  { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Counters,
  answers: number,
  parentDepth: number,
): Pick<PathPricing, 'unpriced' | 'above'> {
  const isNothing = answers === 0 && inputTokens === 0 && outputTokens === 0
  if (isNothing && cacheReadTokens === 0 && cacheWriteTokens === 0) return { unpriced, above }
  const one: UnpricedTokens = {
    model: nameKey(model ?? ''),
    day: dayOf(observedAt),
    ...{ answers, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens },
  }
  const at = unpriced.findIndex(({ model, day }) => model === one.model && day === one.day)
  const known = unpriced[at]
  if (known !== undefined) return { unpriced: unpriced.with(at, bothUnpriced(known, one, 1)), above }
  if (unpriced.length < mostSums) return { unpriced: [...unpriced, one], above }
  return { unpriced: [one], above: parentDepth }
}

/** Returns the sums to a place; null: of the empty path. */
export function sumsAt(place: Pick<Place, 'usage' | 'pricing'> | null | undefined): UsageSums {
  if (place == null) return { ...noCounters, answers: 0, pricedAnswers: 0 }
  const { usage, pricing } = place
  return { ...countersOf(usage), answers: usage.answers, pricedAnswers: pricing.pricedAnswers }
}

type PackedTokens = readonly [string, string, ...number[]]
type PackedSums = readonly [readonly [number, number], readonly string[], ...PackedTokens[]]
/** Of a path on which no answer states a cost and all are of one model and day: its usage says the tokens. */
type PackedName = readonly [model: string, day: string]
type Packed = PackedSums | PackedName

const isName = (packed: Packed): packed is PackedName => typeof packed[0] === 'string'

/** Returns it as it lies in a store, beside the path's usage; undefined where there is nothing. */
export function packPricing(pricing: PathPricing, usage: PathUsage): Packed | undefined {
  if (pricing === noPricing) return undefined
  const { pricedAnswers, free, unpriced, above } = pricing
  if (pricedAnswers === 0 && unpriced.length === 0) return undefined
  const [only, ...others] = unpriced
  const isPlain = pricedAnswers === 0 && free.length === 0 && above === null && others.length === 0
  if (isPlain && only && hasTokensOf(only, usage)) return [only.model, only.day]
  return [
    [pricedAnswers, above ?? -1],
    free,
    ...unpriced.map((one): PackedTokens => [one.model, one.day, ...numbersOf(one)]),
  ]
}

const hasTokensOf = (one: UnpricedTokens, usage: PathUsage) =>
  one.answers === usage.answers &&
  one.inputTokens === usage.inputTokens &&
  one.outputTokens === usage.outputTokens &&
  one.cacheReadTokens === usage.cacheReadTokens &&
  one.cacheWriteTokens === usage.cacheWriteTokens

const numbersOf = (of: Omit<UnpricedTokens, 'model' | 'day'>): number[] => [
  ...[of.answers, of.inputTokens, of.outputTokens, of.cacheReadTokens, of.cacheWriteTokens],
]

/** Returns what `packPricing` packed. */
export function unpackPricing(packed: Packed | undefined, usage: PathUsage): PathPricing {
  if (packed === undefined) return noPricing
  if (isName(packed))
    return { pricedAnswers: 0, free: [], unpriced: [tokensOf(...packed, numbersOf(usage))], above: null }
  const [[pricedAnswers, above], free, ...unpriced] = packed
  return {
    pricedAnswers,
    free,
    unpriced: unpriced.map(([model, day, ...numbers]) => tokensOf(model, day, numbers)),
    above: above < 0 ? null : above,
  }
}

function tokensOf(model: string, day: string, numbers: readonly number[]): UnpricedTokens {
  const [answers = 0, inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0] = numbers
  return { model, day, answers, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
}

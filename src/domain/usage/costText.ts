/** What answers cost, by what is known of it. */
export interface KnownCost {
  /** Null where no answer states one. */
  readonly costUsd: number | null
  readonly answers: number
  readonly pricedAnswers: number
  /** Null where none can be estimated. */
  readonly estimatedCostUsd: number | null
  readonly estimatedAnswers: number
}

/** Returns dollars as a person reads them: $1,234.50; of less than a cent what there is: $0.0042. */
export function moneyText(dollars: number): string {
  const size = Math.abs(dollars)
  const digits =
    size > 0 && size < 0.01 ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `${dollars < 0 ? '-' : ''}$${size.toLocaleString('en-US', digits)}`
}

/** Returns a cost as a table shows it: `$1.50 + ≈ $0.20 + ?` is stated, estimated, and unknown for the other answers; "" where there is none. */
export function costText(cost: KnownCost): string {
  const { costUsd, answers, estimatedCostUsd } = cost
  const known = [
    ...(costUsd === null ? [] : [moneyText(costUsd)]),
    ...(estimatedCostUsd === null ? [] : [`≈ ${moneyText(estimatedCostUsd)}`]),
  ]
  if (known.length === 0) return answers > 0 ? 'unknown' : ''
  return [...known, ...(isWhole(cost) ? [] : ['?'])].join(' + ')
}

/** Returns a cost as a comparison shows it: where no answer says what it used, nothing is known of it. */
export const comparedCost = (cost: KnownCost): string => costText(cost) || 'unknown'

/** Returns what one cost is above another, `unknown` where either is not known whole. */
export function costDifference(base: KnownCost, target: KnownCost): string {
  if (!isWhole(base) || !isWhole(target)) return 'unknown'
  const difference = Number((sum(target) - sum(base)).toFixed(6))
  const isEstimate = base.estimatedAnswers + target.estimatedAnswers > 0
  return `${isEstimate ? '≈ ' : ''}${difference > 0 ? '+' : ''}${moneyText(difference)}`
}

const sum = ({ costUsd, estimatedCostUsd }: KnownCost): number => (costUsd ?? 0) + (estimatedCostUsd ?? 0)
const isWhole = ({ answers, pricedAnswers, estimatedAnswers, costUsd, estimatedCostUsd }: KnownCost): boolean =>
  (costUsd !== null || estimatedCostUsd !== null) && pricedAnswers + estimatedAnswers >= answers

/** Returns what the signs in a column of costs mean, as far as they stand in it; "" where none does. */
export function costLegend(cells: readonly string[]): string {
  const meanings = [
    ...(cells.some((cell) => cell.includes('≈')) ? ['≈ is estimated by your prices'] : []),
    ...(cells.some((cell) => cell.includes('?')) ? ['+ ? means that the cost of further answers is unknown'] : []),
  ]
  return meanings.length === 0 ? '' : `${meanings.join('; ')}.\n`
}

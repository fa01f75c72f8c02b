/** What answers cost, by what is known of it. */
export interface KnownCost {
  readonly costUsd: number
  readonly answers: number
  readonly pricedAnswers: number
  readonly estimatedCostUsd: number
  readonly estimatedAnswers: number
}

/** Returns dollars as a person reads them: $1,234.50; of less than a cent what there is: $0.0042. */
export function moneyText(dollars: number): string {
  const size = Math.abs(dollars)
  const digits = size > 0 && size < 0.01 ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 } // prettier-ignore
  return `${dollars < 0 ? '-' : ''}$${size.toLocaleString('en-US', digits)}`
}

/** Returns a cost as a table shows it: `$1.50 + ≈ $0.20 + ?` is stated, estimated, and unknown for the other answers. */
export function costText(cost: KnownCost): string {
  const { costUsd, answers, pricedAnswers, estimatedCostUsd, estimatedAnswers } = cost
  const known = [
    ...(pricedAnswers > 0 || costUsd > 0 ? [moneyText(costUsd)] : []),
    ...(estimatedAnswers > 0 || estimatedCostUsd > 0 ? [`≈ ${moneyText(estimatedCostUsd)}`] : []),
  ]
  if (known.length === 0) return answers > 0 ? 'unknown' : ''
  return [...known, ...(isWhole(cost) ? [] : ['?'])].join(' + ')
}

/** Returns what one cost is above another, `unknown` where either is not known whole. */
export function costDifference(base: KnownCost, target: KnownCost): string {
  if (!isWhole(base) || !isWhole(target)) return 'unknown'
  const difference = Number((sum(target) - sum(base)).toFixed(6))
  const isEstimate = base.estimatedAnswers + target.estimatedAnswers > 0
  return `${isEstimate ? '≈ ' : ''}${difference > 0 ? '+' : ''}${moneyText(difference)}`
}

const sum = ({ costUsd, estimatedCostUsd }: KnownCost): number => costUsd + estimatedCostUsd
const isWhole = ({ answers, pricedAnswers, estimatedAnswers }: KnownCost): boolean =>
  pricedAnswers + estimatedAnswers >= answers

/** Returns what the signs in a column of costs mean, as far as they stand in it; "" where none does. */
export function costLegend(cells: readonly string[]): string {
  const meanings = [
    ...(cells.some((cell) => cell.includes('≈')) ? ['≈ is estimated by your prices'] : []),
    ...(cells.some((cell) => cell.includes('?')) ? ['+ ? means that the cost of further answers is unknown'] : []),
  ]
  return meanings.length === 0 ? '' : `${meanings.join('; ')}.\n`
}

import { counted, dollars, grouped } from './text.ts'

/** What sums say of cost. */
export interface Costs {
  readonly answers: number
  /** Null where no answer states one. */
  readonly costUsd: number | null
  readonly pricedAnswers: number
  /** Null where none can be estimated. */
  readonly estimatedCostUsd: number | null
  readonly estimatedAnswers: number
  readonly unpricedAnswers: number
}

/** Returns what several sums come to. */
export function sumOfCosts(all: readonly Costs[]): Costs {
  const sum = (of: (costs: Costs) => number): number => all.reduce((total, costs) => total + of(costs), 0)
  const known = (of: (costs: Costs) => number | null): number | null =>
    all.every((costs) => of(costs) === null) ? null : sum((costs) => of(costs) ?? 0)
  return {
    answers: sum(({ answers }) => answers),
    costUsd: known(({ costUsd }) => costUsd),
    pricedAnswers: sum(({ pricedAnswers }) => pricedAnswers),
    estimatedCostUsd: known(({ estimatedCostUsd }) => estimatedCostUsd),
    estimatedAnswers: sum(({ estimatedAnswers }) => estimatedAnswers),
    unpricedAnswers: sum(({ unpricedAnswers }) => unpricedAnswers),
  }
}

/** Returns what is stated, estimated and unknown, never added up: one part each; none where there is no answer. */
export function costParts(costs: Costs): { readonly known: string[]; readonly unknown: string | null } {
  const { answers, costUsd, pricedAnswers, estimatedCostUsd, estimatedAnswers, unpricedAnswers } = costs
  if (answers === 0) return { known: [], unknown: null }
  if (costUsd !== null && pricedAnswers === answers) return { known: [dollars(costUsd)], unknown: null }
  const known = [
    ...(costUsd === null ? [] : [`${dollars(costUsd)} stated for ${counted(pricedAnswers, 'answer')}`]),
    ...(estimatedCostUsd === null
      ? []
      : [
          `about ${dollars(estimatedCostUsd)}${costUsd === null ? '' : ' more'} by your prices for ${grouped(estimatedAnswers)}`,
        ]),
  ]
  const unknown = unpricedAnswers === answers ? 'cost unknown' : `${grouped(unpricedAnswers)} unknown`
  return { known, unknown: unpricedAnswers > 0 ? unknown : null }
}

/** Returns the same in few signs: `$1.20 + ≈ $0.30 +`; `unknown` where nothing is known. */
export function shortCost(costs: Costs): string {
  const { answers, costUsd, estimatedCostUsd, unpricedAnswers } = costs
  const known = [
    ...(costUsd === null ? [] : [dollars(costUsd)]),
    ...(estimatedCostUsd === null ? [] : [`≈ ${dollars(estimatedCostUsd)}`]),
  ]
  if (known.length === 0) return answers > 0 ? 'unknown' : ''
  return known.join(' + ') + (unpricedAnswers > 0 ? ' +' : '')
}

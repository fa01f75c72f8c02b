import { median, spreadOf } from './measure.ts'
import { ms, type Figure } from './table.ts'

/** The most that something may cost of what it is compared with, to be called flat. */
const bar = 1.5

/** Returns the figure of something that should cost no more where there is more of it. */
export function flatFigure(store: string, what: string, many: readonly number[], few: readonly number[]): Figure {
  const [product, beside] = [median(many), median(few)]
  const ratio = product / beside
  return {
    what,
    store,
    product: ms(product),
    beside: ms(beside),
    ratio,
    spread: spreadOf(many, few),
    bar: bar.toFixed(1),
    holds: ratio <= bar,
  }
}

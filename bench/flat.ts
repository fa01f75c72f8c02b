import { ms, type Figure } from './table.ts'

/** The most that something may cost of what it is compared with, to be called flat. */
const bar = 1.5

/** Returns the figure of something that should cost no more where there is more of it. */
export function flatFigure(store: string, what: string, many: number, few: number): Figure {
  const ratio = many / few
  return { what, store, product: ms(many), beside: ms(few), ratio, bar: bar.toFixed(1), holds: ratio <= bar }
}

import { median, perStretch } from './measure.ts'
import { ms, rangeOf, type Figure } from './table.ts'

/** The most that something may cost of what it is compared with, to be called flat. */
const flat = 1.5

/** What was timed in turns with something else. */
interface Compared {
  readonly store: string
  readonly what: string
  readonly times: readonly number[]
  readonly beside: readonly number[]
  /** The most that the ratio may be, null where there is no bar. */
  readonly most: number | null
  readonly plain?: readonly number[]
  readonly flush?: readonly number[]
}

/** Returns the figure of what was timed in turns with something else. */
export function comparison({ store, what, times, beside, most, plain, flush }: Compared): Figure {
  const [product, other] = [median(times), median(beside)]
  const ratio = product / other
  return {
    what,
    store,
    product: ms(product),
    beside: ms(other),
    ratio,
    spread: rangeOf(perStretch([times, beside], ([part, otherPart]) => median(part) / median(otherPart))),
    ...(plain && { plain: ms(median(plain)) }),
    ...(flush && { flush: ms(median(flush)) }),
    bar: most === null ? '' : String(most),
    holds: most === null ? null : ratio <= most,
  }
}

/** Returns a figure whose time in milliseconds has a bar as well. */
export function within(figure: Figure, time: number, most: number): Figure {
  return { ...figure, bar: `${figure.bar}; ${ms(most)}`, holds: figure.holds === true && time <= most }
}

/** Returns the figure of something that should cost no more where there is more of it. */
export function flatFigure(store: string, what: string, many: readonly number[], few: readonly number[]): Figure {
  return comparison({ store, what, times: many, beside: few, most: flat })
}

/** Returns the figure of a time that stands for itself, under a bar in milliseconds where there is one. */
export function timeFigure(store: string, what: string, times: readonly number[], most: number | null): Figure {
  const product = median(times)
  return {
    what,
    store,
    product: ms(product),
    beside: '',
    ratio: null,
    spread: rangeOf(
      perStretch([times], ([part]) => median(part)),
      ms,
    ),
    bar: most === null ? '' : `under ${ms(most)}`,
    holds: most === null ? null : product < most,
  }
}

/** What came out of each of some rounds, at most so much where there is a bar. */
interface Values {
  readonly store: string
  readonly what: string
  readonly values: readonly number[]
  readonly shown: (value: number) => string
  readonly most: number | null
}

/** Returns the figure of a value of each round: its median, and the least and the most. */
export function valueFigure({ store, what, values, shown, most }: Values): Figure {
  const product = median(values)
  return {
    what,
    store,
    product: shown(product),
    beside: '',
    ratio: null,
    spread: rangeOf(values, shown),
    bar: most === null ? '' : `at most ${shown(most)}`,
    holds: most === null ? null : product <= most,
  }
}

/** Rates of the product and of the raw store in the same rounds. */
interface Rates {
  readonly store: string
  readonly what: string
  readonly rates: readonly number[]
  readonly raw: readonly number[]
  readonly shown: (rate: number) => string
}

/** Returns what the figure of a rate shows of it: the raw rate divided by the product's, so that above 1 the product is slower. */
export function rateFigure({ store, what, rates, raw, shown }: Rates): Omit<Figure, 'bar' | 'holds'> {
  const [product, beside] = [median(rates), median(raw)]
  const ratios = rates.map((rate, round) => (raw[round] ?? Number.NaN) / rate)
  return {
    ...{ what, store, product: shown(product), beside: shown(beside), ratio: beside / product },
    spread: rangeOf(ratios),
  }
}

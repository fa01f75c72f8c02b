/** One line of the table. */
export interface Figure {
  readonly what: string
  readonly store: string
  readonly product: string
  /** The raw store doing the same, or what the product is compared with. */
  readonly beside: string
  readonly ratio: number | null
  /** The least and the most that the ratio was over at least five stretches of the rounds; of the figure itself where there is none. */
  readonly spread: string
  /** A plain adjacency list doing the same: what a reader would write. */
  readonly plain?: string
  /** What the disk took meanwhile to flush as much. */
  readonly flush?: string
  readonly bar: string
  /** Null where there is no bar. */
  readonly holds: boolean | null
}

const heads = [
  'what',
  'store',
  'turngraph',
  'beside it',
  'ratio',
  'spread',
  'adjacency list',
  'flush',
  'bar',
  'holds',
] as const

/** Returns the figures as a Markdown table. */
export function markdown(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, store, product, beside, ratio, spread, plain, flush, bar, holds }) => {
    const shown = ratio === null ? '' : ratio.toFixed(2)
    const held = holds === null ? '' : holds ? 'yes' : '**NO**'
    return [what, store, product, beside, shown, spread, plain ?? '', flush ?? '', bar, held]
  })
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${lines.join('\n')}\n`
}

/** Returns a time in milliseconds as text. */
export const ms = (time: number): string => `${time < 10 ? time.toFixed(2) : time.toFixed(0)} ms`
/** Returns a rate as text. */
export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`
/** Returns a number of bytes as text. */
export const bytes = (count: number): string =>
  count < 100_000 ? `${Math.round(count).toLocaleString('en')} B` : `${Math.round(count / 1_048_576)} MiB`
/** Returns a count as text. */
export const count = (number: number): string =>
  number % 1_000_000 === 0 && number > 0
    ? `${number / 1_000_000}M`
    : number % 1_000 === 0
      ? `${number / 1_000}k`
      : `${number}`
/** Returns the least and the most of some values as text. */
export const rangeOf = (values: readonly number[], shown: (value: number) => string = (value) => value.toFixed(2)) =>
  `${shown(Math.min(...values))} to ${shown(Math.max(...values))}`

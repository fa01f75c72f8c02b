/** One line of the table. */
export interface Figure {
  readonly what: string
  readonly store: string
  readonly product: string
  /** The raw store doing the same, or what the product is compared with. */
  readonly beside: string
  readonly ratio: number | null
  /** The least and the most that the ratio was over five stretches of the rounds. */
  readonly spread?: readonly [least: number, most: number]
  readonly bar: string
  /** Null where there is no bar. */
  readonly holds: boolean | null
}

const heads = ['what', 'store', 'turngraph', 'beside it', 'ratio', 'spread', 'bar', 'holds'] as const

/** Returns the figures as a Markdown table. */
export function markdown(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, store, product, beside, ratio, spread, bar, holds }) => {
    const shown = ratio === null ? '' : ratio.toFixed(2)
    const range = spread ? spread.map((one) => one.toFixed(2)).join(' to ') : ''
    return [what, store, product, beside, shown, range, bar, holds === null ? '' : holds ? 'yes' : '**NO**']
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

import type { JSX } from 'react'

const [width, height] = [96, 24]

/** Returns a line over weeks in the size of a table's row, in red: what it counts are failures. The table beside it says the sum. */
export function Spark({ values, words }: { readonly values: readonly number[]; readonly words: string }): JSX.Element {
  const most = Math.max(...values, 1)
  const step = values.length > 1 ? (width - 4) / (values.length - 1) : 0
  const points = values.map((value, at) => `${2 + at * step},${22 - 18 * (value / most)}`)
  const line = points.length === 1 ? `M2,${points[0]?.split(',')[1]}H${width - 2}` : `M${points.join('L')}`
  return (
    <svg width={width} height={height} role="img" aria-label={words} className="spark">
      <path d={`${line}V22H2Z`} className="under" />
      <path d={line} className="line" />
    </svg>
  )
}

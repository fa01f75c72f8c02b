import type { JSX } from 'react'
import { short } from '../parts/text.ts'

interface Props {
  readonly ticks: readonly number[]
  /** Where the plot begins; the numbers stand before it. */
  readonly left: number
  readonly width: number
  readonly y: (value: number) => number
}

/** Draws the lines across a chart, each with its number. */
export function GridLines({ ticks, left, width, y }: Props): JSX.Element {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="grid" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {short(tick)}
          </text>
        </g>
      ))}
    </>
  )
}

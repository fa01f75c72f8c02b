import type { JSX } from 'react'
import type { PromptRow, TreePrompt } from './promptRows.ts'

interface Props {
  readonly row: PromptRow<TreePrompt>
  /** The row's own colour, and by lane those of the lines that run past it. */
  readonly colour: string
  readonly colours: readonly string[]
  readonly height: number
  readonly isRoot: boolean
  readonly isHere: boolean
}

const step = 16
/** More lanes than there is room for are one. */
const mostLanes = 7
const x = (lane: number): number => 14 + Math.min(lane, mostLanes) * step

/** Returns the width of the lines beside the rows, for as many lanes as there are. */
export const gutterWidth = (lanes: number): number => x(Math.max(1, lanes)) + 18

/** Returns the lines of a row: its own with its dot, those that run past it, and where it parts from another. */
export function Gutter({
  row,
  colour,
  colours,
  height,
  isRoot,
  isHere,
  width,
}: Props & { readonly width: number }): JSX.Element {
  const { lane, isFirst, isLast, passing, isOpen, prompt, sums } = row
  const [own, middle] = [x(lane), height / 2]
  const isFolded = isOpen === false
  const isBad = sums.failures * 2 > sums.calls
  const from = x(lane - 1)
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      strokeWidth="2"
      aria-hidden="true"
    >
      {passing.map((each) => (
        <path key={each} d={`M${x(each)} 0V${height}`} stroke={colours[each] ?? 'var(--b0)'} />
      ))}
      {isFirst && lane > 0 ? (
        <path d={`M${from} 0C${from} ${middle * 0.7} ${own} ${middle * 0.3} ${own} ${middle}`} stroke={colour} />
      ) : (
        !isRoot && <path d={`M${own} 0V${middle}`} stroke={colour} />
      )}
      {!isLast && <path d={`M${own} ${middle}V${height}`} stroke={colour} />}
      {isFolded ? (
        <>
          <circle cx={own} cy={middle} r="7" fill="var(--paper)" stroke={colour} />
          <path d={`M${own - 3} ${middle}h6M${own} ${middle - 3}v6`} stroke={colour} />
        </>
      ) : (
        <circle
          cx={own}
          cy={middle}
          r={isHere ? 5 : 4.5}
          fill={isBad ? 'var(--bad)' : colour}
          {...(isHere && { stroke: 'color-mix(in oklab, var(--b0) 30%, var(--paper))', strokeWidth: 4 })}
          data-prompt={prompt.id}
        />
      )}
    </svg>
  )
}

import { useMemo, type CSSProperties, type JSX } from 'react'
import { counted, grouped } from '../parts/text.ts'
import { Figure } from './Figure.tsx'
import { ticksOf } from './ticks.ts'
import { useWidth } from './useWidth.ts'
import { stacksOf, type SpentCell, type Stack } from './stacks.ts'
import { GridLines } from './GridLines.tsx'

const [height, left, below, above] = [236, 52, 24, 8]
const dayText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0)

/** Returns the tokens over time, a bar's parts by model. */
export function TokensChart({ cells }: { readonly cells: readonly SpentCell[] }): JSX.Element {
  const [place, width] = useWidth(760)
  const { unit, models, stacks } = useMemo(() => stacksOf(cells), [cells])
  const title = `Tokens a ${unit}, by model`
  const most = Math.max(...stacks.map(({ parts }) => sumOf(parts)), 0)
  if (most === 0)
    return (
      <Figure title={title}>
        <p className="soft">Nothing in this time.</p>
      </Figure>
    )
  const ticks = ticksOf(most)
  const top = ticks.at(-1) ?? most
  const step = (width - left) / stacks.length
  const y = (count: number): number => above + (height - below - above) * (1 - count / top)
  const labels = [
    ...new Set((width < 500 ? [0, 0.5] : [0, 0.2, 0.4, 0.6, 0.8]).map((part) => Math.floor(part * stacks.length))),
  ]
  return (
    <Figure
      title={title}
      table={<StackTable unit={unit} models={models} stacks={stacks} />}
      tools={
        <div className="legend">
          {models.map((model, at) => (
            <span key={model} style={{ '--c': `var(--b${at})` } as CSSProperties}>
              <i aria-hidden="true" />
              <bdi>{model}</bdi>
            </span>
          ))}
        </div>
      }
    >
      <div ref={place}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          height={height}
          className="chart stacked"
          role="img"
          aria-label={`${counted(stacks.length, unit)}, at most ${grouped(most)} tokens`}
        >
          <GridLines ticks={ticks} left={left} width={width} y={y} />
          {stacks.map((stack, at) => (
            <Bar
              key={stack.day}
              stack={stack}
              models={models}
              x={left + at * step + step * 0.1}
              wide={step * 0.8}
              y={y}
            />
          ))}
          {labels.map((at) => (
            <text key={at} x={left + at * step} y={height - 6}>
              {dayText.format(new Date(stacks[at]?.day ?? 0))}
            </text>
          ))}
        </svg>
      </div>
    </Figure>
  )
}

interface BarProps {
  readonly stack: Stack
  readonly models: readonly string[]
  readonly x: number
  readonly wide: number
  readonly y: (count: number) => number
}

function Bar({ stack: { day, parts }, models, x, wide, y }: BarProps): JSX.Element {
  const words = models.flatMap((model, at) => ((parts[at] ?? 0) > 0 ? [`${model} ${grouped(parts[at] ?? 0)}`] : []))
  return (
    <g>
      <title>{`${day}: ${words.join(', ')}`}</title>
      {parts.map((part, at) => {
        const under = sumOf(parts.slice(0, at))
        if (part === 0) return null
        const [top, bottom] = [y(under + part), y(under)]
        return (
          <rect
            key={models[at]}
            x={x}
            width={Math.max(1, Math.min(wide, 40))}
            y={top}
            height={Math.max(0.5, bottom - top)}
            style={{ fill: `var(--b${at})` }}
          />
        )
      })}
    </g>
  )
}

interface TableProps {
  readonly unit: 'day' | 'week' | 'month'
  readonly models: readonly string[]
  readonly stacks: readonly Stack[]
}

function StackTable({ unit, models, stacks }: TableProps): JSX.Element {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">{unit === 'day' ? 'Day' : unit === 'week' ? 'Week from' : 'Month from'}</th>
          {models.map((model) => (
            <th key={model} scope="col" className="r" dir="auto">
              {model}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stacks
          .filter(({ parts }) => sumOf(parts) > 0)
          .map(({ day, parts }) => (
            <tr key={day}>
              <td>{day}</td>
              {models.map((model, at) => (
                <td key={model} className="r">
                  {grouped(parts[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  )
}

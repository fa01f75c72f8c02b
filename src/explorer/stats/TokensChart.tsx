import { useMemo, type CSSProperties, type JSX } from 'react'
import { counted, grouped, short } from '../parts/text.ts'
import { Figure } from './Figure.tsx'
import { stacksOf, type SpentCell, type Stack } from './stacks.ts'

const [width, height, left, below] = [1000, 220, 52, 24]
const dayText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: '2-digit', timeZone: 'UTC' })
const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0)

/** Returns the tokens over time, a bar's parts by model. */
export function TokensChart({ cells }: { readonly cells: readonly SpentCell[] }): JSX.Element {
  const { unit, models, stacks } = useMemo(() => stacksOf(cells), [cells])
  const title = `Tokens a ${unit}, by model`
  const most = Math.max(...stacks.map(({ parts }) => sumOf(parts)), 0)
  if (most === 0)
    return (
      <Figure title={title}>
        <p className="soft">Nothing in this time.</p>
      </Figure>
    )
  const step = (width - left) / stacks.length
  const y = (count: number): number => (height - below) * (1 - count / most)
  const labels = [...new Set([0, 0.25, 0.5, 0.75].map((part) => Math.floor(part * stacks.length)))]
  return (
    <Figure title={title} table={<StackTable unit={unit} models={models} stacks={stacks} />}>
      <div className="legend">
        {models.map((model, at) => (
          <span key={model} style={{ '--c': `var(--b${at})` } as CSSProperties}>
            <i aria-hidden="true" />
            <bdi>{model}</bdi>
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="chart stacked"
        role="img"
        aria-label={`${counted(stacks.length, unit)}, at most ${grouped(most)} tokens`}
      >
        {[1, 0.5, 0].map((part) => (
          <g key={part}>
            <line x1={left} x2={width} y1={y(most * part) + 1} y2={y(most * part) + 1} className="grid" />
            {part > 0 && (
              <text x={left - 8} y={y(most * part) + 12} textAnchor="end">
                {short(Math.round(most * part))}
              </text>
            )}
          </g>
        ))}
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

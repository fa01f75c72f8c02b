import { useMemo, type JSX } from 'react'
import { counted, grouped } from '../parts/text.ts'
import { spansOf } from './days.ts'
import { Figure } from './Figure.tsx'
import { ticksOf } from './ticks.ts'
import { useWidth } from './useWidth.ts'
import { GridLines } from './GridLines.tsx'

interface Props {
  readonly days: readonly { readonly day: string; readonly messages: number }[]
}

const [height, left, below, above] = [200, 52, 24, 8]
const dayText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Returns how many messages there were over time: gaps stay gaps. */
export function DayChart({ days }: Props): JSX.Element {
  const [place, width] = useWidth(500)
  const { unit, spans } = useMemo(() => spansOf(days), [days])
  const title = `Messages a ${unit}`
  if (spans.length === 0)
    return (
      <Figure title={title}>
        <p className="soft">Nothing in this time.</p>
      </Figure>
    )
  const most = Math.max(...spans.map(({ count }) => count), 1)
  const ticks = ticksOf(most)
  const top = ticks.at(-1) ?? most
  const step = (width - left) / spans.length
  const y = (count: number): number => above + (height - below - above) * (1 - count / top)
  const table = (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">{unit === 'day' ? 'Day' : unit === 'week' ? 'Week from' : 'Month from'}</th>
          <th scope="col" className="r">
            Messages
          </th>
        </tr>
      </thead>
      <tbody>
        {spans
          .filter(({ count }) => count > 0)
          .map(({ day, count }) => (
            <tr key={day}>
              <td>{day}</td>
              <td className="r">{grouped(count)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
  const labels = (width < 400 ? [0, 0.5] : [0, 0.25, 0.5, 0.75]).map((part) => Math.floor(part * spans.length))
  return (
    <Figure title={title} table={table}>
      <div ref={place}>
        <svg
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          className="chart"
          role="img"
          aria-label={`${counted(spans.length, unit)}, at most ${grouped(most)} messages`}
        >
          <GridLines ticks={ticks} left={left} width={width} y={y} />
          {spans.map(({ day, count }, at) => (
            <rect
              key={day}
              x={left + at * step + step * 0.1}
              width={Math.max(1, Math.min(step * 0.8, 40))}
              y={y(count)}
              height={height - below - y(count)}
              rx="2"
            >
              <title>{`${day}: ${counted(count, 'message')}`}</title>
            </rect>
          ))}
          {[...new Set(labels)].map((at) => (
            <text key={at} x={left + at * step} y={height - 6}>
              {dayText.format(new Date(spans[at]?.day ?? 0))}
            </text>
          ))}
        </svg>
      </div>
    </Figure>
  )
}

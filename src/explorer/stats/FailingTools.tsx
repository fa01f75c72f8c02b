import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { FailureReasons, type AnalyticsFilter, type StatisticsQuery } from '../documents/generated.ts'
import { counted, grouped, thin } from '../parts/text.ts'
import { Figure } from './Figure.tsx'
import { Spark } from './Spark.tsx'

type Analytics = StatisticsQuery['analytics']
/** So many are shown at first. */
const first = 8

interface Props extends Pick<Analytics, 'tools' | 'toolFailures'> {
  readonly filter: AnalyticsFilter
}

/** Returns which tools failed, how often of how many calls, in which weeks and mostly why; then those that never did. */
export function FailingTools({ tools, toolFailures, filter }: Props): JSX.Element {
  const isAny = toolFailures.length > 0
  const [{ data }] = useQuery({ query: FailureReasons, variables: { filter }, pause: !isAny })
  const reasons = new Map(data?.analytics.toolFailures.map(({ name, reason }) => [name, reason]))
  const [isWhole, setWhole] = useState(false)
  if (tools.length === 0)
    return (
      <Figure title="Tools that fail">
        <p className="soft">No tool was called in this time.</p>
      </Figure>
    )
  const failing = new Set(toolFailures.map(({ name }) => name))
  const others = tools.filter(({ name }) => !failing.has(name)).sort((a, b) => b.errors - a.errors || b.calls - a.calls)
  const rows = [...toolFailures, ...others.map((tool) => ({ ...tool, weeks: null }))]
  return (
    <Figure title="Tools that fail" hint="most failures first">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Tool</th>
            {['Calls', 'Failed', 'Rate'].map((name) => (
              <th key={name} scope="col" className="r">
                {name}
              </th>
            ))}
            <th scope="col" className="opt2">
              Failures a week
            </th>
            <th scope="col" className="opt2 reason">
              Commonest reason
            </th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? rows : rows.slice(0, first)).map(({ name, calls, errors, weeks }) => (
            <tr key={name}>
              <td className="mono cut" dir="auto">
                {name || 'unknown'}
              </td>
              <td className="r">{grouped(calls)}</td>
              <td className="r">{errors > 0 ? <span className="bad">{grouped(errors)}</span> : '0'}</td>
              <td className="r">{calls > 0 ? rateOf(errors / calls) : ''}</td>
              <td className="opt2">
                {weeks && <Spark values={weeks.length === 1 ? [0, ...weeks, 0] : weeks} words={wordsOf(weeks)} />}
              </td>
              <td className="opt2 reason soft cut" dir="auto" title={reasons.get(name) ?? undefined}>
                {reasons.get(name)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > first && !isWhole && (
        <button type="button" className="link more" onClick={() => setWhole(true)}>
          Show all {rows.length} tools
        </button>
      )}
    </Figure>
  )
}

const rateOf = (rate: number): string => `${(100 * rate).toFixed(rate === 0 || rate >= 0.1 ? 0 : 1)}${thin}%`
const wordsOf = (weeks: readonly number[]): string =>
  `${weeks.join(', ')}: failures in ${weeks.length === 1 ? 'one week' : `each of ${counted(weeks.length, 'week')}`}`

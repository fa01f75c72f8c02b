import { useState, type JSX } from 'react'
import type { StatisticsQuery } from '../documents/generated.ts'
import { grouped } from '../parts/text.ts'
import { Figure } from './Figure.tsx'

/** So many are shown at first. */
const first = 12

/** Returns which tools were called, and how often each failed. */
export function Tools({ tools }: { readonly tools: StatisticsQuery['analytics']['tools'] }): JSX.Element {
  const [isWhole, setWhole] = useState(false)
  const sorted = [...tools].sort((a, b) => b.errors - a.errors || b.calls - a.calls)
  if (tools.length === 0)
    return (
      <Figure title="Tools that fail">
        <p className="soft">No tool was called in this time.</p>
      </Figure>
    )
  return (
    <Figure title="Tools that fail">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col" className="r">
              Calls
            </th>
            <th scope="col" className="r">
              Failed
            </th>
            <th scope="col" className="r">
              Rate
            </th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? sorted : sorted.slice(0, first)).map(({ name, calls, errors }) => (
            <tr key={name}>
              <td className="mono" dir="auto">
                {name || 'unknown'}
              </td>
              <td className="r">{grouped(calls)}</td>
              <td className="r">{errors > 0 ? <span className="bad">{grouped(errors)}</span> : '0'}</td>
              <td className="r">{calls > 0 ? `${Math.round((100 * errors) / calls)}\u202f%` : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > first && !isWhole && (
        <button type="button" className="link more" onClick={() => setWhole(true)}>
          Show all {sorted.length} tools
        </button>
      )}
    </Figure>
  )
}

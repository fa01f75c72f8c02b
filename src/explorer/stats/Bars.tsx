import type { JSX } from 'react'
import { Figure } from './Figure.tsx'

interface Props {
  readonly title: string
  readonly unit: string
  readonly rows: readonly {
    readonly key: string
    readonly name: string
    readonly value: number
    readonly shown: string
    readonly isUnknown?: boolean
    /** What the name stands for, where that is more. */
    readonly hint?: string
  }[]
}

/** Returns bars, the largest first; of what is not known, a hatched one, which is not zero. */
export function Bars({ title, unit, rows }: Props): JSX.Element {
  const most = Math.max(...rows.map(({ value }) => value), 1e-9)
  const sorted = [...rows].sort((a, b) => b.value - a.value)
  if (rows.length === 0)
    return (
      <Figure title={title}>
        <p className="soft">Nothing in this time.</p>
      </Figure>
    )
  const table = (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className="r">
            {unit}
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ key, name, shown: displayText }) => (
          <tr key={key}>
            <td dir="auto">{name}</td>
            <td className="r">{displayText}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <Figure title={title} table={table}>
      <div className="hbar">
        {sorted.slice(0, 12).map(({ key, name, value, shown: displayText, isUnknown, hint }) => (
          <div key={key} className="hrow">
            <span className="cut" dir="auto" title={hint ?? name}>
              {name}
            </span>
            <span className={isUnknown === true ? 'tr unk' : 'tr'} aria-hidden="true">
              <i
                style={{
                  width: `${(value / most) * 100}%`,
                  background: isUnknown === true ? undefined : 'var(--b0)',
                }}
              />
            </span>
            <span className="v">{isUnknown === true ? <span className="warn">{displayText}</span> : displayText}</span>
          </div>
        ))}
      </div>
    </Figure>
  )
}

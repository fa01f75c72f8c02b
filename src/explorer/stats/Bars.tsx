import type { JSX, ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly unit: string
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly value: number }[]
}

/** Returns a table whose values have bars beside them, which say nothing that it does not say. */
export function Bars({ title, unit, rows }: Props): JSX.Element {
  const most = Math.max(...rows.map(({ value }) => value), 1)
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="hint">None.</p>
      ) : (
        <table className="bars">
          <thead>
            <tr>
              <th>what</th>
              <th>{unit}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, value }) => (
              <tr key={key}>
                <td>{name}</td>
                <td>{value}</td>
                <td>
                  <svg aria-hidden="true" width="220" height="12">
                    <rect width={(value / most) * 220} height="12" />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

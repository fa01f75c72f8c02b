import { useId, useState, type JSX, type ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly children: ReactNode
  /** What says the same in rows and columns; null where the figure is a table itself. */
  readonly table?: ReactNode
  /** A few words beside the heading, and what chooses what is drawn. */
  readonly hint?: string
  readonly tools?: ReactNode
}

/** Returns a figure, named by its heading, and the table behind it. */
export function Figure({ title, table, hint, tools, children }: Props): JSX.Element {
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure className="fig card" aria-labelledby={id}>
      <header>
        <h2 id={id} className="grow">
          {title}
        </h2>
        {hint !== undefined && <span className="legend soft">{hint}</span>}
        {tools}
        {table !== undefined && (
          <button type="button" className="btn sm" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            Show as table
          </button>
        )}
      </header>
      <div
        className={isTable || table === undefined ? 'scrollx' : undefined}
        tabIndex={isTable || table === undefined ? 0 : undefined}
      >
        {isTable ? table : children}
      </div>
    </figure>
  )
}

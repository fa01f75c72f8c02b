import type { JSX, ReactNode } from 'react'

/** Returns a page that says one thing. */
export function Notice({ title, children }: { readonly title?: string; readonly children: ReactNode }): JSX.Element {
  return (
    <main className="pane empty">
      <div>
        {title !== undefined && <h1>{title}</h1>}
        <p className="soft">{children}</p>
      </div>
    </main>
  )
}

/** Returns a line with something to know, and what can be done about it. */
export function NoteLine({
  icon,
  isWarning = false,
  children,
}: {
  readonly icon?: ReactNode
  readonly isWarning?: boolean
  readonly children: ReactNode
}): JSX.Element {
  return (
    <div role="note" className={isWarning ? 'note warn' : 'note'}>
      {icon}
      {children}
    </div>
  )
}

/** Returns grey bars of about the height of what is loading, which it says to those who hear it. */
export function Loading({
  rows = 3,
  what = 'Loading …',
}: {
  readonly rows?: number
  readonly what?: string
}): JSX.Element {
  return (
    <div className="loading">
      <span className="vh">{what}</span>
      {Array.from({ length: rows }, (_, at) => (
        <i key={at} aria-hidden="true" />
      ))}
    </div>
  )
}

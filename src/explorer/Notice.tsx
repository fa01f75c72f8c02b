import type { JSX, ReactNode } from 'react'

/** Returns a pane that says one thing. */
export function Notice({ title, children }: { readonly title?: string; readonly children: ReactNode }): JSX.Element {
  return (
    <main className="pane empty">
      {title !== undefined && <h1>{title}</h1>}
      <p>{children}</p>
    </main>
  )
}

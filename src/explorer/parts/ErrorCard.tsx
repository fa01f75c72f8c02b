import type { LucideIcon } from 'lucide-react'
import type { JSX, ReactNode } from 'react'

interface Props {
  readonly icon: LucideIcon
  readonly title: string
  /** What happened, and that nothing is lost. */
  readonly words: ReactNode
  /** What can be done. */
  readonly children: ReactNode
}

/** Returns a screen that says in one card what is wrong, and what can be done. */
export function ErrorCard({ icon: Icon, title, words, children }: Props): JSX.Element {
  return (
    <main className="pane empty">
      <div className="card err">
        <Icon className="i l" />
        <h1>{title}</h1>
        <p className="soft">{words}</p>
        <div className="rowx">{children}</div>
      </div>
    </main>
  )
}

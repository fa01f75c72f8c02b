import type { JSX } from 'react'
import { Link } from 'wouter'
import { opened } from '../shell/tools.ts'

/** Returns what stands at an address where nothing is. */
export function NotFound({ children }: { readonly children: string }): JSX.Element {
  return (
    <main className="pane empty">
      <h1>Nothing here</h1>
      <p className="soft">{children}</p>
      <p className="rowx">
        <button type="button" className="btn line" onClick={() => opened.set('palette')}>
          Find a conversation
        </button>
        <Link className="btn" href="/">
          All conversations
        </Link>
      </p>
    </main>
  )
}

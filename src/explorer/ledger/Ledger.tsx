import { lazy, Suspense, useState, type JSX } from 'react'
import type { Act } from '../act/act.ts'
import { Guard } from '../Guard.tsx'

const Lines = lazy(() => import('./Lines.tsx'))

interface Props {
  readonly id: string
  readonly headId: string | null | undefined
  readonly onAct: (act: Act) => void
}

/** Returns the drawer with what was done to a conversation. */
export function Ledger(props: Props): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="ledger" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Ledger</summary>
      {isOpen && (
        <Guard instead={<p className="hint">It could not be shown.</p>}>
          <Suspense fallback={<p className="hint">Loading …</p>}>
            <Lines {...props} />
          </Suspense>
        </Guard>
      )}
    </details>
  )
}

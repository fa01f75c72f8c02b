import { lazy, Suspense, useState, type JSX } from 'react'
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx'

const Formats = lazy(() => import('./Formats.tsx'))

/** Returns the button that lists the formats that can be imported. */
export function FormatsButton(): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        Formats
      </button>
      {isOpen && (
        <ErrorBoundary instead={null}>
          <Suspense>
            <Formats onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

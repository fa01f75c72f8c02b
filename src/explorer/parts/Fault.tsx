import type { JSX } from 'react'

/** Returns why something was not done, said to screen readers too; nothing where nothing failed. */
export function Fault({ fault }: { readonly fault: string | null }): JSX.Element | null {
  if (fault === null) return null
  return (
    <p className="fault" role="alert">
      {fault}
    </p>
  )
}

import { ChevronLeft } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'

/** Returns the way from a conversation to the list, which a narrow screen does not show beside it. */
export function BackToList(): JSX.Element {
  return (
    <Link className="btn ic back" href="/" aria-label="Back to the list" title="Back to the list">
      <ChevronLeft className="i" />
    </Link>
  )
}

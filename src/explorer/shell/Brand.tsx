import type { JSX } from 'react'
import { Link } from 'wouter'

/** Returns the product's sign, which leads to the beginning. */
export function Brand({ isShort = false }: { readonly isShort?: boolean }): JSX.Element {
  return (
    <Link href="/" className="brand" {...(isShort && { 'aria-label': 'turngraph' })}>
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <rect width="24" height="24" rx="6.5" fill="var(--accent)" />
        <path d="M8 5.5v13M8 14c0-4 8-2.5 8-6.2" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
        <circle cx="8" cy="18" r="2.4" fill="#fff" />
        <circle cx="8" cy="6" r="2.4" fill="#fff" />
        <circle cx="16" cy="7" r="2.4" fill="#fff" />
      </svg>
      {!isShort && 'turngraph'}
    </Link>
  )
}

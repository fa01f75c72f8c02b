import type { JSX } from 'react'

/** Returns the product's sign. */
export const Sign = (): JSX.Element => (
  <svg viewBox="0 0 24 24" fill="none" aria-hidden="true">
    <rect width="24" height="24" rx="6.5" fill="var(--accent)" />
    <path d="M8 5.5v13M8 14c0-4 8-2.5 8-6.2" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    <circle cx="8" cy="18" r="2.4" fill="#fff" />
    <circle cx="8" cy="6" r="2.4" fill="#fff" />
    <circle cx="16" cy="7" r="2.4" fill="#fff" />
  </svg>
)

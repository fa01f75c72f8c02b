import type { JSX } from 'react'
import { Link } from 'wouter'
import { Sign } from './Sign.tsx'

/** Returns the product's sign, which leads to the beginning. */
export function Brand({ isShort = false }: { readonly isShort?: boolean }): JSX.Element {
  return (
    <Link href="/" className="brand" {...(isShort && { 'aria-label': 'turngraph' })}>
      <Sign />
      {!isShort && 'turngraph'}
    </Link>
  )
}

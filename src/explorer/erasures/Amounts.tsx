import type { JSX } from 'react'
import type { ErasedAmountFragment, Residue } from '../documents/generated.ts'
import { amounts, leftOver } from './words.ts'

/** Returns how much goes or went, line by line. */
export function Amounts({ scope }: { readonly scope: ErasedAmountFragment }): JSX.Element {
  return (
    <dl className="facts2 amounts">
      {amounts(scope).map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="n">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns what is left all the same, in words. */
export function Left({
  residue,
  more = [],
}: {
  readonly residue: readonly Residue[]
  /** What is known of copies elsewhere. */
  readonly more?: readonly string[]
}): JSX.Element {
  if (residue.length + more.length === 0) return <p className="soft">Nothing is left.</p>
  return (
    <ul className="bullets">
      {residue.map((one) => (
        <li key={one}>{leftOver[one]}</li>
      ))}
      {more.map((one) => (
        <li key={one} dir="auto">
          {one}
        </li>
      ))}
    </ul>
  )
}

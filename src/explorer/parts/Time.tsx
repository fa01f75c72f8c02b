import type { JSX } from 'react'
import { clockOf, wholeDate, when } from './text.ts'

/** Returns a time as short as it can be told, whole in its title. */
export function Time({ at, isClock = false }: { readonly at: string; readonly isClock?: boolean }): JSX.Element {
  return (
    <time dateTime={at} title={wholeDate(at)}>
      {isClock ? clockOf(at) : when(at)}
    </time>
  )
}

import type { JSX } from 'react'
import { clockOf, wholeDate, when } from './text.ts'

/** Returns when something was last active; where its file said nothing of that: that it has no date. */
export function Dated({ at, isDated }: { readonly at: string; readonly isDated: boolean }): JSX.Element {
  if (isDated) return <Time at={at} />
  return (
    <span className="time" title={`Imported ${wholeDate(at)}; its file has no times`}>
      no date
    </span>
  )
}

/** Returns a time in its shortest form, with the whole of it as a title. */
export function Time({ at, isClock = false }: { readonly at: string; readonly isClock?: boolean }): JSX.Element {
  return (
    <time dateTime={at} title={wholeDate(at)}>
      {isClock ? clockOf(at) : when(at)}
    </time>
  )
}

import type { JSX } from 'react'
import { own } from '../../runtime/own.ts'

/** As many marks as are drawn one by one. */
const most = 40
/** More marks than these are drawn narrower, so that there is room for names beside them. */
const fewMarks = 20
const classes: Readonly<Record<string, string>> = { x: 'x', '-': 'd', '?': 'd', '+': 'r' }

/** Returns how calls went, a mark a call; of more than there is room for, shares of a bar. It says nothing that is not said in words. */
export function Strip({ strip }: { readonly strip: string }): JSX.Element {
  return (
    <span className={strip.length > fewMarks ? 'strip many' : 'strip'} aria-hidden="true">
      {marksOf(strip).map((mark, at) => (
        <i key={at} className={own(classes, mark)} />
      ))}
    </span>
  )
}

/** Returns at most forty marks: of several calls in one, whichever is worst. */
export function marksOf(strip: string): readonly string[] {
  if (strip.length <= most) return strip.split('')
  return Array.from({ length: most }, (_, at) => {
    const part = strip.slice(Math.floor((at * strip.length) / most), Math.floor(((at + 1) * strip.length) / most))
    return ['x', '+', '?', '-'].find((mark) => part.includes(mark)) ?? '.'
  })
}

import type { CSSProperties, JSX } from 'react'

/** Returns a style that says which branch something is of. */
export const branchStyle = (colour: number): CSSProperties => ({ '--c': `var(--b${colour % 8})` }) as CSSProperties

/** Returns a branch's name beside its colour. */
export function Tag({ name, colour }: { readonly name: string; readonly colour: number }): JSX.Element {
  return (
    <span className="tag" style={branchStyle(colour)} dir="auto">
      <span className="cut" title={name}>
        {name}
      </span>
    </span>
  )
}

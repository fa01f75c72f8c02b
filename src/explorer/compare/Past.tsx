import { FoldVertical } from 'lucide-react'
import type { JSX } from 'react'
import { useLocation } from 'wouter'
import { plainLine } from '../parts/plain.ts'
import { counted } from '../parts/text.ts'

/** Returns what both sides have, in one line that leads there. */
export function Past({
  common,
  hasCommon,
  words,
  href,
}: {
  readonly common: number
  readonly hasCommon: boolean
  /** What the last of them says. */
  readonly words: string | null
  readonly href: string
}): JSX.Element {
  const [, navigate] = useLocation()
  if (!hasCommon)
    return (
      <p className="past">
        <FoldVertical className="i s" />
        <span className="grow">They have nothing in common.</span>
      </p>
    )
  return (
    <button type="button" className="past" onClick={() => navigate(href)}>
      <FoldVertical className="i s" />
      <b>{counted(common, 'turn')} in common</b>
      <span className="grow cut" dir="auto">
        {words !== null && words !== '' && `· ${plainLine(words)}`}
      </span>
      <span className="soft">They differ after turn {common}</span>
    </button>
  )
}

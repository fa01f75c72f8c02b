import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import type { JSX } from 'react'
import type { VersionArrowsFragment } from '../../documents/generated.ts'

export type VersionArrows = VersionArrowsFragment

interface Props {
  readonly versions: VersionArrows
  readonly onVersion: (observationId: string) => Promise<void>
}

/** Returns the arrows between the versions of a turn. */
export function Versions({ versions: { index, count, previous, next }, onVersion }: Props): JSX.Element | null {
  if (count < 2) return null
  const arrow = (name: string, Icon: LucideIcon, to: { readonly id: string } | null | undefined): JSX.Element => (
    <button type="button" aria-label={name} title={name} disabled={!to} onClick={() => to && void onVersion(to.id)}>
      <Icon className="i s" />
    </button>
  )
  return (
    <span className="vers">
      {arrow('Previous version', ChevronLeft, previous)}
      <span className="n">{`${index}/${count}`}</span>
      {arrow('Next version', ChevronRight, next)}
    </span>
  )
}

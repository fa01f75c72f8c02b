import type { JSX } from 'react'
import type { Entry } from './window.ts'

interface Props {
  readonly versions: NonNullable<Entry['versions']>
  readonly onVersion: (observationId: string) => Promise<void>
}

/** Returns the arrows between the versions of a turn. */
export function Versions({ versions: { index, count, previous, next }, onVersion }: Props): JSX.Element {
  const arrow = (name: string, sign: string, to: { readonly id: string } | null | undefined): JSX.Element => (
    <button type="button" aria-label={name} disabled={!to} onClick={() => to && void onVersion(to.id)}>
      {sign}
    </button>
  )
  return (
    <span className="versions">
      {arrow('Previous version', '‹', previous)}
      <span>{`${index}/${count}`}</span>
      {arrow('Next version', '›', next)}
    </span>
  )
}

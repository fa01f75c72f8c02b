import { useState } from 'react'
import { useLocation } from 'wouter'
import { useObservable } from '../data/observable.ts'
import { useKey } from '../keys/keyActions.ts'
import { useMedia, widths } from '../parts/useMedia.ts'
import { treeBeside } from '../shell/tools.ts'

export type Side = 'tree' | 'activity' | null

/** Returns what stands beside the text: kept where there is room for it, over the text where it was asked for elsewhere. */
export function useSide(): readonly [Side, (side: Side) => void] {
  const isWide = useMedia(widths.wide)
  const isPhone = useMedia(widths.phone)
  const isKept = useObservable(treeBeside) === 'yes'
  const [over, setOver] = useState<Side>(null)
  const [, navigate] = useLocation()
  const side = over ?? (isWide && isKept ? 'tree' : null)
  const set = (next: Side): void => {
    if (isPhone && next === 'tree') {
      navigate(`${location.pathname.slice(location.pathname.indexOf('/c/')).replace(/\/$/, '')}/tree`)
      return
    }
    if (isWide && next !== 'activity')
      treeBeside.set(next === 'tree' ? 'yes' : over === 'activity' ? treeBeside.get() : 'no')
    setOver(next === 'tree' && isWide ? null : next)
  }
  useKey('Escape', over === null ? null : () => setOver(null))
  return [side, set]
}

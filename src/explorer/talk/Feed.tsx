import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, type JSX, type RefObject } from 'react'
import type { Act } from '../act/act.ts'
import { pairsOf } from './pairs.ts'
import { Turn } from './Turn.tsx'
import type { Window } from './window.ts'

interface Props {
  readonly talkId: string
  readonly window: Window
  /** Which path the window is of. */
  readonly path: string
  /** Whether the next path is another version of a turn that is in sight, and stays there. */
  readonly isVersion: RefObject<boolean>
  readonly onOlder: () => void
  readonly headId: string | null | undefined
  readonly isPast: boolean
  readonly onVersion: (observationId: string) => Promise<void>
  readonly onAct: (act: Act) => void
}

/** Returns the turns as a feed that begins at its end; only those in sight are drawn. */
export function Feed(props: Props): JSX.Element {
  const { talkId, window, path, isVersion, headId, isPast, onOlder, onVersion, onAct } = props
  const { entries, older, total } = window
  const pairs = useMemo(() => pairsOf(entries), [entries])
  const place = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: entries.length,
    getScrollElement: () => place.current,
    getItemKey: (at) => keyOf(window, at),
    estimateSize: () => 120,
    overscan: 6,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: 80,
  })
  useLayoutEffect(() => {
    list.scrollToEnd()
  }, [list])
  const shownPath = useRef(path)
  useLayoutEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    // Whoever chose a place wants to see it: it is the last.
    if (!isVersion.current) list.scrollToEnd()
    isVersion.current = false
  }, [list, path, isVersion])
  const items = list.getVirtualItems()
  const first = items[0]?.index ?? Infinity
  useEffect(() => {
    if (older && first < 10) onOlder()
  }, [older, first, onOlder])
  return (
    <div className="scroll feed" ref={place}>
      {total === 0 && <p className="hint">Nothing was said yet.</p>}
      {older && <p className="hint older">Loading what is older …</p>}
      <div
        role={total === 0 ? undefined : 'feed'}
        aria-label={total === 0 ? undefined : 'Transcript'}
        aria-busy={items.length === 0 || (older && first < 10)}
        style={{ height: list.getTotalSize() }}
      >
        {items.map(({ key, index, start }) => {
          const entry = entries[index]
          return (
            entry && (
              <div
                key={String(key)}
                ref={list.measureElement}
                data-index={index}
                className="row"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Turn {...{ talkId, entry, pairs, total, headId, isPast, onVersion, onAct }} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

/** A synthetic entry has the observation of another one. */
function keyOf({ entries }: Window, at: number): string | number {
  const entry = entries[at]
  return entry ? `${entry.observation.id}${entry.synthetic ? ` ${entry.position}` : ''}` : at
}

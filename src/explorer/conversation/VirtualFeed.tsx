import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, type JSX, type ReactNode, type RefObject } from 'react'
import { counted } from '../parts/text.ts'
import { useKey } from '../keys/keyActions.ts'
import { useObservable } from '../data/observable.ts'
import { wantedPrompt } from '../tree/wantedPrompt.ts'

interface Props<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** About how high it will be, before it is drawn. */
  readonly estimate: (item: T) => number
  readonly older: boolean
  /** Which path they are of. */
  readonly path: string
  /** Whether the next path is another version of what is in sight, and stays there. */
  readonly isVersion: RefObject<boolean>
  readonly isFeed?: boolean
  /** What the items are called, where the way to the end says how many are left. */
  readonly word?: string
  readonly fault?: string | null
  readonly onOlder: () => void
  readonly draw: (item: T, at: number) => ReactNode
  /** What stands below the last one, as an answer does that is not whole yet. */
  readonly tail?: ReactNode
  /** What stands beside it; `current` is the key of the first item in sight. */
  readonly beside?: (current: string | null) => ReactNode
}

/** Returns what a path holds from its end on; only what is in sight is drawn. */
export function VirtualFeed<T>(props: Props<T>): JSX.Element {
  const {
    items,
    keyOf,
    estimate,
    older,
    path,
    isVersion,
    isFeed = false,
    word = 'entry',
    onOlder,
    draw,
    tail,
    beside,
  } = props
  const place = useRef<HTMLDivElement>(null)
  // What was wanted of another path is done.
  const ignored = useRef(0)
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => place.current,
    getItemKey: (at) => {
      const item = items[at]
      return item === undefined ? at : keyOf(item)
    },
    estimateSize: (at) => {
      const item = items[at]
      return item === undefined ? 120 : estimate(item)
    },
    overscan: 3,
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
    // A chosen place stays in sight: it comes last.
    if (!isVersion.current) list.scrollToEnd()
    isVersion.current = false
  }, [list, path, isVersion])
  const drawn = list.getVirtualItems()
  const first = drawn[0]?.index ?? Infinity
  const drawnTo = drawn.at(-1)?.end ?? 0
  useEffect(() => {
    // What is drawn before the first move to the end is not in sight.
    const isInSight = (place.current?.scrollTop ?? 0) <= drawnTo
    if (older && first < 6 && isInSight) onOlder()
  }, [older, first, drawnTo, onOlder])
  const wanted = useObservable(wantedPrompt)
  const isWantedAt = wanted === null ? -1 : items.findIndex((item) => keyOf(item) === wanted.id)
  const seen = useRef<number | null>(null)
  useEffect(() => {
    if (wanted === null || seen.current === wanted.count || wanted.count <= ignored.current) return
    if (isWantedAt >= 0) {
      seen.current = wanted.count
      list.scrollToIndex(isWantedAt, { align: 'start' })
    } else if (older) onOlder()
    else seen.current = wanted.count
  }, [wanted, isWantedAt, older, onOlder, list, items])
  useKey('g g', () => list.scrollToIndex(0, { align: 'start' }))
  const inSight = items[list.range?.startIndex ?? -1]
  const keyInSight = inSight === undefined ? null : keyOf(inSight)
  const remaining = items.length - 1 - (list.range?.endIndex ?? items.length)
  return (
    <div className="feedbox">
      <div className="feed scroll" ref={place} tabIndex={-1}>
        {older && <p className="older soft">Loading what is older …</p>}
        <div
          role={isFeed && items.length > 0 ? 'feed' : undefined}
          aria-label={isFeed && items.length > 0 ? 'All entries' : undefined}
          aria-busy={isFeed ? drawn.length === 0 || (older && first < 6) : undefined}
          className="rowsbox"
          style={{ height: list.getTotalSize() }}
        >
          {drawn.map(({ key, index, start }) => {
            const item = items[index]
            return item === undefined ? null : (
              <div
                key={String(key)}
                ref={list.measureElement}
                data-index={index}
                className="placed"
                style={{ transform: `translateY(${start}px)` }}
              >
                <div className="col">{draw(item, index)}</div>
              </div>
            )
          })}
        </div>
        {tail != null && <div className="col tail">{tail}</div>}
      </div>
      {beside?.(keyInSight)}
      {remaining > 0 && (
        <div className="jump">
          <button type="button" className="btn line" onClick={() => list.scrollToEnd()}>
            <ArrowDown className="i s" />
            {counted(remaining, `more ${word}`, word === 'entry' ? 'more entries' : `more ${word}s`)}
          </button>
        </div>
      )}
    </div>
  )
}

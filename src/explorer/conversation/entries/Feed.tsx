import { useMemo, type JSX, type RefObject } from 'react'
import type { Window } from '../../data/window.ts'
import type { Around } from '../turns/TurnFrame.tsx'
import { VirtualFeed } from '../VirtualFeed.tsx'
import { keyOf, type Entry } from './entry.ts'
import { pairsOf } from './pairs.ts'
import { Turn } from './Turn.tsx'

interface Props {
  readonly around: Around
  readonly window: Window<Entry>
  /** Which path the window is of. */
  readonly path: string
  /** Whether the next path is another version of a turn that is in sight, and stays there. */
  readonly isVersion: RefObject<boolean>
  readonly onOlder: () => void
}

/** Returns all entries of a path as a feed that begins at its end. */
export function Feed({ around, window, path, isVersion, onOlder }: Props): JSX.Element {
  const { items, older, total } = window
  const pairs = useMemo(() => pairsOf(items), [items])
  return (
    <VirtualFeed
      items={items}
      keyOf={keyOf}
      estimate={estimate}
      isFeed
      {...{ older, path, isVersion, onOlder }}
      draw={(entry) => (
        <div className="entry">
          <Turn around={around} entry={entry} pairs={pairs} total={total ?? 0} />
        </div>
      )}
    />
  )
}

const estimate = (): number => 120

import { useVirtualizer } from '@tanstack/react-virtual'
import { ChartColumn, PanelLeftClose, SquarePen } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type JSX } from 'react'
import { Link } from 'wouter'
import { live } from '../data/client.ts'
import { useIsReadOnly } from '../data/rights.ts'
import { useObservable } from '../data/observable.ts'
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import { Loading, NoteLine } from '../parts/Notice.tsx'
import { counted, groupOf } from '../parts/text.ts'
import { SearchBox } from '../search/SearchBox.tsx'
import { Brand } from '../shell/Brand.tsx'
import { FootTools } from '../shell/FootTools.tsx'
import { ImportButton } from '../shell/ImportButton.tsx'
import { everything, filterOf } from './filter.ts'
import type { ListedConversation } from './lines.ts'
import { ListRow } from './ListRow.tsx'
import { useConversations } from './useConversations.ts'
import { useOpenInSight, useOpenLine } from './useOpenLine.ts'

const Filters = lazy(() => import('./Filters.tsx'))

interface Props {
  readonly open: string | null
  /** Whether it lies over the page, which the rail leaves no room for. */
  readonly isOver: boolean
  /** Folds it to the rail; null where there is none. */
  readonly onFold: (() => void) | null
}

/** Returns the list of conversations by day, which grows while it is scrolled and follows what changes. */
export function ConversationList({ open, isOver, onFold }: Props): JSX.Element {
  const [chosen, setChosen] = useState(everything)
  const [isFilter, setFilter] = useState(false)
  const filter = useMemo(() => filterOf(chosen), [chosen])
  const listed = useConversations(filter)
  const { more, total, fault, isLoading, loadMore } = listed
  const isFiltered = chosen !== everything
  const openLine = useOpenLine(open, listed, isFiltered)
  const lines = useMemo(() => (openLine ? [openLine, ...listed.lines] : listed.lines), [openLine, listed.lines])
  const place = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => place.current,
    getItemKey: (at) => lines[at]?.id ?? at,
    estimateSize: () => 54,
    overscan: 8,
  })
  const scrollTo = useCallback((index: number) => list.scrollToIndex(index), [list])
  useOpenInSight(open, listed.lines, scrollTo)
  const items = list.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= lines.length - 10) loadMore()
  }, [last, lines.length, loadMore])
  const isReadOnly = useIsReadOnly()
  return (
    <nav className={isOver ? 'side over' : 'side'} aria-label="Conversations">
      <div className="side-top">
        <div className="brandrow">
          <Brand />
          <span className="grow" />
          <Link href="/stats" className="btn ic sm" aria-label="Statistics" title="Statistics">
            <ChartColumn className="i" />
          </Link>
          {!isReadOnly && (
            <>
              <ImportButton />
              <Link href="/new" className="btn ic sm" aria-label="New conversation" title="New conversation  n">
                <SquarePen className="i" />
              </Link>
            </>
          )}
        </div>
        <SearchBox />
      </div>
      <div className="list-head">
        <span className="grow n">{total !== null && counted(total, 'conversation')}</span>
        <button
          type="button"
          className="btn sm"
          aria-expanded={isFilter}
          aria-pressed={isFiltered}
          onClick={() => setFilter(!isFilter)}
        >
          Filter
        </button>
        {onFold && <IconButton isSmall icon={PanelLeftClose} name="Fold the list" shortcut="\" onClick={onFold} />}
      </div>
      {isFilter && (
        <ErrorBoundary instead={null}>
          <Suspense>
            <Filters chosen={chosen} onChoose={setChosen} />
          </Suspense>
        </ErrorBoundary>
      )}
      {fault !== null && (
        <NoteLine isWarning>
          <span className="fault">{fault}</span>
        </NoteLine>
      )}
      <div className="list scroll" ref={place} tabIndex={-1}>
        {/* In the list's own place, so that nothing moves when its rows come. */}
        {lines.length === 0 && isLoading && fault === null && <Loading rows={8} />}
        {lines.length === 0 && !isLoading && fault === null && (
          <p className="list-empty soft">
            {isFiltered ? (
              <>
                Nothing matches.{' '}
                <button type="button" className="link" onClick={() => setChosen(everything)}>
                  Clear the filter
                </button>
              </>
            ) : (
              'Your conversations will appear here, newest first.'
            )}
          </p>
        )}
        <ul style={{ height: list.getTotalSize() }}>
          {items.map(({ key, index, start }) => {
            const line = lines[index]
            if (!line) return null
            const group = line === openLine ? 'Open' : headingOf(line)
            const before = lines[index - 1]
            const isFirst = before === undefined || before === openLine || headingOf(before) !== group
            return (
              <li
                key={String(key)}
                ref={list.measureElement}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={more ? -1 : lines.length}
                aria-posinset={index + 1}
              >
                {isFirst && <h2 className="day">{group}</h2>}
                <ListRow line={line} isOpen={line.id === open} />
              </li>
            )
          })}
        </ul>
      </div>
      <div className="side-foot">
        <Live isReadOnly={isReadOnly} />
        <FootTools />
      </div>
    </nav>
  )
}

const headingOf = ({ pinned, dated, updatedAt }: ListedConversation): string =>
  pinned ? 'Pinned' : dated ? groupOf(updatedAt) : 'No date'

function Live({ isReadOnly }: { readonly isReadOnly: boolean }): JSX.Element {
  const isLive = useObservable(live)
  return (
    <span
      className="live grow"
      data-live={isLive}
      title={isLive ? 'Changes arrive as they happen' : 'The server does not answer; trying again'}
    >
      {isLive ? (isReadOnly ? 'Read only' : 'Live') : 'Offline'}
    </span>
  )
}

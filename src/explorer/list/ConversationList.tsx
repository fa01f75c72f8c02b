import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type JSX } from 'react'
import { Link } from 'wouter'
import { paths } from '../place.ts'
import { ago, counted } from '../text.ts'
import { DropFiles } from './DropFiles.tsx'
import { everything, filterOf } from './filter.ts'
import { Filters } from './Filters.tsx'
import type { Line } from './lines.ts'
import { useConversations } from './useConversations.ts'

/** Returns the list of conversations, which grows while it is scrolled and follows what changes. */
export function ConversationList({ open }: { readonly open: string | null }): JSX.Element {
  const [chosen, setChosen] = useState(everything)
  const filter = useMemo(() => filterOf(chosen, Date.now()), [chosen])
  const { lines, more, fault, isLoading, loadMore } = useConversations(filter)
  const place = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => place.current,
    getItemKey: (at) => lines[at]?.id ?? at,
    estimateSize: () => 76,
    overscan: 8,
  })
  const items = list.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= lines.length - 10) loadMore()
  }, [last, lines.length, loadMore])
  return (
    <nav className="pane list" aria-label="Conversations">
      <Filters chosen={chosen} onChoose={setChosen} />
      {fault !== null && <p className="fault">{fault}</p>}
      {lines.length === 0 && fault === null && <p className="hint">{isLoading ? 'Loading …' : 'No conversations.'}</p>}
      <div className="scroll" ref={place} tabIndex={-1}>
        <ul style={{ height: list.getTotalSize() }}>
          {items.map(({ key, index, start }) => {
            const line = lines[index]
            return (
              line && (
                <li
                  key={String(key)}
                  ref={list.measureElement}
                  data-index={index}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-setsize={more ? -1 : lines.length}
                  aria-posinset={index + 1}
                >
                  <Item line={line} isOpen={line.id === open} />
                </li>
              )
            )
          })}
        </ul>
      </div>
      <DropFiles />
    </nav>
  )
}

function Item({ line, isOpen }: { readonly line: Line; readonly isOpen: boolean }): JSX.Element {
  return (
    <Link href={paths.talk(line.id)} className="item" {...(isOpen && { 'aria-current': 'page' as const })}>
      <b dir="auto">{line.title || line.id}</b>
      <span className="preview" dir="auto">
        {line.preview}
      </span>
      <small>
        {counted(line.turnCount, 'turn')}
        {line.forkedFrom && ' · ⎇ fork'}
        {line.origin !== 'HOST' && ` · ${line.origin.toLowerCase()}`} ·{' '}
        <time dateTime={line.updatedAt}>{ago(line.updatedAt)}</time>
      </small>
    </Link>
  )
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type CSSProperties, type JSX, type KeyboardEvent } from 'react'
import { keyMove } from '../keyMove.ts'
import { chosenRows, isShown, type Showing } from '../filter.ts'
import type { Named, Pasts } from '../names.ts'
import type { HeadPlace } from '../places.ts'
import type { Row } from '../rows.ts'
import { siblingsOf } from '../siblings.ts'
import { RowText } from './RowText.tsx'
import type { Stretch, Tree } from '../stretches.ts'
import { useRowFacts } from '../data/useRowFacts.ts'

interface Props {
  readonly tree: Tree
  readonly all: readonly Row[]
  readonly headId: string | null
  readonly head: HeadPlace | null
  /** The place that the transcript beside it shows. */
  readonly shownId: string | null
  /** By observation, what it is known by. */
  readonly names: ReadonlyMap<string, readonly Named[]>
  readonly past: Pasts
  readonly showing: Showing
  /** Grows when the conversation changes. */
  readonly changes: number
  readonly onGo: (row: Row) => void
  readonly onShow: (observationId: string) => void
  readonly onFold: (row: Row) => void
  readonly onMore: (row: Row) => void
  readonly onEnd: () => void
}

/** Returns the tree as rows, the newest leaf's line first; only those in sight are drawn. */
export function TreeLog({
  tree,
  all: every,
  headId,
  head,
  shownId,
  names,
  past,
  showing,
  changes,
  onGo,
  onShow,
  onFold,
  onMore,
  onEnd,
}: Props): JSX.Element {
  const place = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState({ key: '', at: 0 })
  const [hasFocus, setFocus] = useState(false)
  const [facts, see] = useRowFacts(changes)
  const all = useMemo(() => {
    const isWanted = (id: string): boolean => {
      const known = facts.get(id)
      return !known || id === headId || id === shownId || isShown(showing, known, names.has(id) || past.has(id))
    }
    return showing === 'ALL' ? every : chosenRows(every, isWanted)
  }, [every, facts, showing, headId, shownId, names, past])
  // Rows of a page that arrives may stand above: who stands on a row stays on it.
  const moved = useMemo(() => all.findIndex(({ key }) => key === active.key), [all, active.key])
  const current = moved >= 0 ? moved : Math.min(active.at, all.length - 1)
  const list = useVirtualizer({
    count: all.length,
    getScrollElement: () => place.current,
    getItemKey: (at) => all[at]?.key ?? at,
    estimateSize: () => 26,
    overscan: 10,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(current, 0)])].sort((a, b) => a - b),
  })
  const items = list.getVirtualItems()
  const inSight = items.flatMap(({ index }) => all[index]?.observation ?? [])
  useEffect(() => see(inSight))
  const siblings = useMemo(() => siblingsOf(all), [all])
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= all.length - 20) onEnd()
  }, [last, all.length, onEnd])
  useEffect(() => {
    if (!hasFocus) return
    list.scrollToIndex(current)
    place.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  }, [current, hasFocus, list])

  const go = (to: number): void => {
    const row = all[to]
    if (!row) return
    setActive({ key: row.key, at: to })
    onGo(row)
  }
  // The first place stays in sight while pages arrive and move it, until the user scrolls elsewhere.
  const isTouched = useRef(false)
  const broughtTo = useRef(-1)
  const touch = (): void => {
    isTouched.current = true
  }
  useEffect(() => {
    if (isTouched.current || shownId === null) return
    const at = all.findIndex(({ observation }) => observation === shownId)
    if (at < 0 || at === broughtTo.current) return
    broughtTo.current = at
    list.scrollToIndex(at, { align: 'center' })
  }, [all, shownId, list])

  const act = (row: Row): void => {
    if (row.kind === 'MORE') onMore(row)
    else if (row.observation !== null) onShow(row.observation)
  }
  const onKey = (event: KeyboardEvent): void => {
    const move = keyMove(event.key, all, current)
    const row = all[current]
    if (move === null || !row) return
    event.preventDefault()
    if (move.kind === 'go') go(move.to)
    else if (move.kind === 'fold') onFold(row)
    else act(row)
  }
  return (
    <div
      className="scroll log"
      ref={place}
      onKeyDown={onKey}
      onKeyDownCapture={touch}
      onPointerDown={touch}
      onWheel={touch}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <div role="tree" aria-label="Tree" style={{ height: list.getTotalSize() }}>
        {items.map(({ key, index, start }) => {
          const row = all[index]
          const beside = siblings[index]
          if (!row || !beside) return null
          return (
            <div
              key={String(key)}
              role="treeitem"
              aria-level={row.level}
              aria-posinset={beside.position}
              aria-setsize={beside.size}
              aria-selected={row.observation !== null && row.observation === shownId}
              {...(row.isOpen !== null && { 'aria-expanded': row.isOpen })}
              tabIndex={index === current ? 0 : -1}
              className="tree-row"
              data-head-path={isOnHeadPath(row, tree[row.stretch], head)}
              data-observation={row.observation}
              title={(facts.get(row.observation ?? '')?.text ?? '').slice(0, 400)}
              style={styleOf(row, start)}
              onClick={() => {
                go(index)
                act(row)
              }}
            >
              <RowText
                row={row}
                stretch={tree[row.stretch]}
                facts={row.observation === null ? undefined : facts.get(row.observation)}
                named={names.get(row.observation ?? '') ?? none}
                isRewound={past.get(row.observation ?? '')?.has('REWOUND') === true}
                isOnHeadPath={isOnHeadPath(row, tree[row.stretch], head)}
                isHead={row.observation !== null && row.observation === headId}
                onFold={() => onFold(row)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** What of a stretch lies behind the head was left. */
function isOnHeadPath(row: Row, stretch: Stretch | undefined, head: HeadPlace | null): boolean {
  if (stretch?.onHeadPath !== true) return false
  return head?.first !== stretch.first || row.offset <= head.offset
}

const none: readonly Named[] = []

/** Of more levels than there is room for, the last are one. */
function styleOf({ level }: Row, start: number): CSSProperties {
  const indent = Math.min(level - 1, 16) * 16
  return {
    transform: `translateY(${start}px)`,
    paddingInlineStart: 8 + indent,
    ...{ '--indent': `${indent}px` },
  }
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type CSSProperties, type JSX, type KeyboardEvent } from 'react'
import { siblingsOf } from '../siblings.ts'
import { Gutter, gutterWidth } from './Gutter.tsx'
import { dayOf } from '../../parts/text.ts'
import { matching, type RowsShown } from './matching.ts'
import { promptRows, type PromptRow } from './promptRows.ts'
import { begins, forksByRow, lineColours, moveOf } from './rowPlaces.ts'
import { PromptRowView } from './PromptRowView.tsx'
import type { PromptTreeRead, TreePrompt } from './usePromptTree.ts'

interface Props {
  readonly tree: PromptTreeRead
  /** The place that is read; null where it is the current end. */
  readonly at: string | null
  /** The last prompt that is read; null where it is not known. */
  readonly read: string | null
  readonly shown: RowsShown
  readonly find: string
  readonly onShow: (prompt: TreePrompt, isTrunk: boolean) => void
}

type Row = PromptRow<TreePrompt>
const height = 52

/** Returns the tree as rows, one a prompt; only those in sight are drawn. */
export function PromptTreeRows({ tree, at, read, shown: displayText, find, onShow }: Props): JSX.Element {
  const { prompts, headId, colours, names, forks, more, loadMore } = tree
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const isFound = displayText !== 'PROMPTS' || find !== ''
  const all = useMemo(() => promptRows(prompts ?? [], headId, toggled), [prompts, headId, toggled])
  const rows = useMemo(
    () => (isFound ? matching(promptRows(prompts ?? [], headId, toggled, true), displayText, find) : all),
    [isFound, all, prompts, headId, toggled, displayText, find],
  )
  const forksAt = useMemo(() => forksByRow(rows, forks), [rows, forks])
  const days = useMemo(() => rows.map(({ prompt }) => dayOf(prompt.loop.startedAt)), [rows])
  const isOneDay = useMemo(() => new Set(days).size === 1, [days])
  const lanes = useMemo(() => rows.reduce((most, { lane }) => Math.max(most, lane), 0), [rows])
  const siblings = useMemo(() => siblingsOf(rows.map(({ lane }) => ({ level: lane + 1 }))), [rows])
  const end = at ?? headId
  const endAt = rows.findIndex(({ prompt }) => prompt.loop.last.id === end || prompt.id === end)
  const readAt = endAt >= 0 ? endAt : rows.findIndex(({ prompt }) => prompt.id === read)
  const chosenAt = rows.findIndex(({ prompt }) => prompt.id === chosen)
  const current = chosenAt >= 0 ? chosenAt : Math.max(readAt, 0)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    getItemKey: (index) => rows[index]?.prompt.id ?? index,
    estimateSize: () => height,
    overscan: 8,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), current])].sort((a, b) => a - b),
  })
  const items = list.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (more && last >= rows.length - 20) loadMore()
  }, [more, last, rows.length, loadMore])
  const isSeen = useRef(false)
  useEffect(() => {
    if (isSeen.current || readAt < 0) return
    isSeen.current = true
    list.scrollToIndex(readAt, { align: 'center' })
  }, [readAt, list])
  const [hasFocus, setFocus] = useState(false)
  useEffect(() => {
    if (!hasFocus) return
    list.scrollToIndex(current)
    place.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus({ preventScroll: true })
  }, [current, hasFocus, list])
  const go = (to: number): void => {
    const row = rows[Math.max(0, Math.min(to, rows.length - 1))]
    if (row) setChosen(row.prompt.id)
  }
  const fold = (row: Row): void => {
    if (row.isOpen === null) return
    const next = new Set(toggled)
    if (!next.delete(row.prompt.id)) next.add(row.prompt.id)
    setToggled(next)
  }
  const show = (row: Row): void => {
    setChosen(row.prompt.id)
    if (row.isOpen === false && !isFound) fold(row)
    else onShow(row.prompt, row.isTrunk)
  }
  const typed = useRef({ words: '', at: 0 })
  const onKey = (event: KeyboardEvent): void => {
    const row = rows[current]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const moved = moveOf(event.key, rows, current)
    if (moved !== null) go(moved)
    else if (event.key === 'Enter' || event.key === ' ') show(row)
    else if ((event.key === 'ArrowRight' && row.isOpen === false) || (event.key === 'ArrowLeft' && row.isOpen === true))
      fold(row)
    else if (event.key.length === 1 && /[\p{L}\p{N}]/u.test(event.key)) {
      const words = event.timeStamp - typed.current.at < 800 ? typed.current.words + event.key : event.key
      typed.current = { words, at: event.timeStamp }
      const from = words.length > 1 ? current : current + 1
      const below = rows.findIndex((each, index) => index >= from && begins(each, words))
      const count = below >= 0 ? below : rows.findIndex((each) => begins(each, words))
      if (count >= 0) go(count)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const width = gutterWidth(lanes)
  return (
    <div
      className="rows scroll"
      ref={place}
      onKeyDown={onKey}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {rows.length === 0 && prompts !== null && (
        <p className="list-empty soft">{isFound ? 'Nothing in this tree matches.' : 'Nothing said yet.'}</p>
      )}
      {rows.length === 1 && !isFound && (
        <p className="list-empty soft">One prompt so far. Ask another in a new version, and it will branch here.</p>
      )}
      <div role="tree" aria-label="Tree" aria-busy={prompts === null} style={{ height: list.getTotalSize() }}>
        {items.map(({ key, index, start }) => {
          const row = rows[index]
          const beside = siblings[index]
          if (!row || !beside) return null
          const colour = row.isTrunk ? 0 : (colours.get(row.prompt.branch.id) ?? 0)
          const isHere = headId !== null && row.isTrunk && row.prompt.loop.last.id === headId
          return (
            <div
              key={String(key)}
              role="treeitem"
              aria-level={row.lane + 1}
              aria-posinset={beside.position}
              aria-setsize={beside.size}
              aria-selected={index === (readAt >= 0 && chosenAt < 0 ? readAt : current)}
              {...(row.isOpen !== null && !isFound && { 'aria-expanded': row.isOpen })}
              tabIndex={index === current ? 0 : -1}
              className={row.isTrunk ? 'row' : 'row off'}
              data-observation={row.prompt.id}
              title={row.prompt.text.slice(0, 400)}
              style={{ transform: `translateY(${start}px)`, '--c': `var(--b${colour % 8})` } as CSSProperties}
              onClick={() => show(row)}
            >
              <Gutter
                row={row}
                {...{ width, height, isHere }}
                colour={`var(--b${colour % 8})`}
                colours={lineColours(rows, index, colours)}
                isRoot={row.prompt.continues == null}
              />
              <PromptRowView
                row={row}
                colour={colour}
                isHere={isHere}
                isDayTold={isOneDay || days[index] === days[index - 1]}
                forks={forksAt.get(row.prompt.id) ?? []}
                branchName={row.isFirst && row.lane > 0 ? (names.get(row.prompt.branch.id) ?? null) : null}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

import { useEffect, useMemo, useState, type JSX } from 'react'
import { useOnChange } from '../../data/useOnChange.ts'
import { useKey } from '../../keys/keyActions.ts'
import { Loading } from '../../parts/Notice.tsx'
import { counted } from '../../parts/text.ts'
import { everyFold, fold, toggled } from '../fold.ts'
import { showings, type Showing } from '../filter.ts'
import { byPlace } from '../names.ts'
import { Places } from './Places.tsx'
import { headIn, knownOf, placesOf } from '../places.ts'
import { rows, together } from '../rows.ts'
import { below, linesOf, nodeCount } from '../stretches.ts'
import { TreeLog } from './TreeLog.tsx'
import { useInner } from '../data/useInner.ts'
import { usePlaces } from '../data/usePlaces.ts'
import { useTree } from '../data/useTree.ts'

/** So many stretches are read at most to find the head. */
const mostForHead = 25_000

interface Props {
  readonly id: string
  /** The place that is read; null where it is the current end. */
  readonly at: string | null
  /** Grows when the conversation changes. */
  readonly changes: number
  readonly onShow: (observationId: string) => void
}

/** Returns all entries of a conversation's tree as rows, with what chooses among them above. */
export default function EntryTree({ id, at, changes, onShow }: Props): JSX.Element {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [top, setTop] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const { tree: whole, more, isLoading, fault, loadMore, loadAsMuchAgain, refresh } = useTree(id)
  const { headId, names, sought: targets, past, refresh: readAgain } = usePlaces(id)
  const [showing, setShowing] = useState<Showing>('ALL')
  useOnChange(changes, () => {
    refresh()
    readAgain()
  })
  const tree = useMemo(() => (top === null ? whole : below(whole, top)), [whole, top])
  const lines = useMemo(() => linesOf(tree), [tree])
  const places = useMemo(() => placesOf(whole, targets), [whole, targets])
  const head = useMemo(() => headIn(whole, places), [whole, places])
  useEffect(() => {
    // A tree opens with the head in sight.
    const isSought = headId !== null && head === null && whole.length < mostForHead
    if (isSought && more && !isLoading && fault === null) loadAsMuchAgain()
  }, [headId, head, more, isLoading, fault, whole.length, loadAsMuchAgain])
  const marked = useMemo(() => knownOf(whole, places), [whole, places])
  const [inner, showMore] = useInner(tree, marked)
  const all = useMemo(
    () => rows(tree, lines, fold(tree, lines, folded), together(marked, inner)),
    [tree, lines, folded, marked, inner],
  )
  const named = useMemo(() => byPlace(names), [names])
  const toggleFolds = (): void => setFolded(folded.size > 0 ? new Set() : everyFold(tree, lines))
  useKey('z', () => setTop(top === null ? (chosen ?? tree[0]?.first ?? null) : null))
  return (
    <>
      <div className="treetools">
        <button
          type="button"
          className="btn sm"
          onClick={() => setTop(top === null ? (chosen ?? tree[0]?.first ?? null) : null)}
        >
          {top === null ? 'Only from here' : 'Whole tree'}
        </button>
        <button type="button" className="btn sm" onClick={toggleFolds}>
          {folded.size > 0 ? 'Unfold all' : 'Fold all'}
        </button>
        <span className="soft n grow cut">
          {counted(nodeCount(tree), 'entry', 'entries')}
          {more && ' and more'}
        </span>
        <select
          className="field"
          aria-label="Entries to show"
          value={showing}
          onChange={({ target }) => setShowing(target.value as Showing)}
        >
          {Object.entries(showings).map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <Places names={names} onShow={onShow} />
      {fault !== null && <p className="fault">{fault}</p>}
      {isLoading && tree.length === 0 && <Loading rows={6} />}
      {!isLoading && tree.length === 0 && fault === null && <p className="list-empty soft">Nothing said yet.</p>}
      {tree.length > 0 && (
        <TreeLog
          tree={tree}
          all={all}
          headId={headId}
          head={head}
          names={named}
          past={past}
          showing={showing}
          changes={changes}
          onGo={({ stretch }) => setChosen(tree[stretch]?.first ?? null)}
          shownId={at ?? headId}
          onShow={onShow}
          onFold={({ stretch }) => setFolded((now) => toggled(now, tree[stretch]?.first ?? ''))}
          onMore={(row) => void showMore(row)}
          onEnd={loadMore}
        />
      )}
    </>
  )
}

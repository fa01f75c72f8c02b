import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type JSX } from 'react'
import { useClient } from 'urql'
import { useLocation, useSearch } from 'wouter'
import { NewestLeaf } from '../documents/generated.ts'
import { parameterOf, paths } from '../place.ts'
import { useChanges } from '../talk/useChanges.ts'
import { counted } from '../text.ts'
import { everyFold, fold, toggled } from './fold.ts'
import { showings, type Showing } from './filter.ts'
import { byPlace } from './names.ts'
import { Places } from './Places.tsx'
import { headIn, knownOf, placesOf } from './places.ts'
import { rows, together } from './rows.ts'
import { below, linesOf, nodeCount } from './stretches.ts'
import { TreeLog } from './TreeLog.tsx'
import { useInner } from './data/useInner.ts'
import { usePlaces } from './data/usePlaces.ts'
import { useTree } from './data/useTree.ts'

const TreeMap = lazy(() => import('./TreeMap.tsx'))

/** So many stretches are read at most to find the head. */
const mostForHead = 25_000

/** Returns a conversation's tree beside its transcript: as rows, or as a map of all of it. */
export default function TreePane({ id }: { readonly id: string }): JSX.Element {
  const client = useClient()
  const [, navigate] = useLocation()
  const at = parameterOf(useSearch(), 'at')
  const [form, setForm] = useState<'log' | 'map'>('log')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [top, setTop] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const { tree: whole, more, isLoading, fault, loadMore, refresh } = useTree(id)
  const { headId, names, sought, past, refresh: readAgain } = usePlaces(id)
  const [showing, setShowing] = useState<Showing>('ALL')
  const [changes, setChanges] = useState(0)
  useChanges(id, () => {
    refresh()
    readAgain()
    setChanges((count) => count + 1)
  })
  const tree = useMemo(() => (top === null ? whole : below(whole, top)), [whole, top])
  const lines = useMemo(() => linesOf(tree), [tree])
  const places = useMemo(() => placesOf(whole, sought), [whole, sought])
  const head = useMemo(() => headIn(whole, places), [whole, places])
  useEffect(() => {
    // Whoever opens a tree wants to see where its head is.
    const isSought = headId !== null && head === null && whole.length < mostForHead
    if (isSought && more && !isLoading && fault === null) loadMore()
  }, [headId, head, more, isLoading, fault, whole.length, loadMore])
  const marked = useMemo(() => knownOf(whole, places), [whole, places])
  const [inner, showMore] = useInner(tree, marked)
  const all = useMemo(
    () => rows(tree, lines, fold(tree, lines, folded), together(marked, inner)),
    [tree, lines, folded, marked, inner],
  )
  const named = useMemo(() => byPlace(names), [names])
  const show = useCallback(
    (place: string) => navigate(paths.tree(id, place === headId ? null : place)),
    [id, headId, navigate],
  )
  const showBelow = useCallback(
    async (first: string) => {
      const { data: found } = await client.query(NewestLeaf, { id: first }).toPromise()
      const leaves = found?.observation?.leaves.nodes ?? []
      show((leaves.find(({ conversation }) => conversation?.id === id) ?? leaves[0])?.id ?? first)
    },
    [client, id, show],
  )
  return (
    <section className="pane tree" aria-label="Branches">
      <header className="tree-head">
        <h2>Tree</h2>
        <span className="soft">
          {counted(nodeCount(tree), 'node')}
          {more && ' and more'}
        </span>
        <span className="grow" />
        <button type="button" aria-pressed={form === 'log'} onClick={() => setForm('log')}>
          Log
        </button>
        <button type="button" aria-pressed={form === 'map'} onClick={() => setForm('map')}>
          Map
        </button>
        <button
          type="button"
          data-key="z"
          onClick={() => setTop(top === null ? (chosen ?? tree[0]?.first ?? null) : null)}
        >
          {top === null ? 'Only from here' : 'Whole tree'}
        </button>
        <button
          type="button"
          data-key="o"
          onClick={() => setFolded(folded.size > 0 ? new Set() : everyFold(tree, lines))}
        >
          {folded.size > 0 ? 'Unfold all' : 'Fold all'}
        </button>
        <label>
          Rows{' '}
          <select value={showing} onChange={({ target }) => setShowing(target.value as Showing)}>
            {Object.entries(showings).map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </header>
      <Places names={names} onShow={show} />
      {fault !== null && <p className="fault">{fault}</p>}
      {isLoading && tree.length === 0 && <p className="hint">Loading …</p>}
      {!isLoading && tree.length === 0 && fault === null && <p className="hint">Nothing was stored yet.</p>}
      {form === 'map' && (
        <Suspense fallback={<p className="hint">Loading …</p>}>
          <TreeMap id={id} changes={changes} tree={whole} places={places} onShow={showBelow} />
        </Suspense>
      )}
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
          onShow={show}
          onFold={({ stretch }) => setFolded((now) => toggled(now, tree[stretch]?.first ?? ''))}
          onMore={(row) => void showMore(row)}
          onEnd={loadMore}
        />
      )}
    </section>
  )
}

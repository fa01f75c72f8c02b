import { lazy, Suspense, useCallback, useMemo, useState, type JSX } from 'react'
import { useClient, useQuery } from 'urql'
import { useLocation, useSearch } from 'wouter'
import { Before, NewestLeaf, TreePlaces } from '../documents/generated.ts'
import { parameterOf, paths } from '../place.ts'
import { useChanges } from '../talk/useChanges.ts'
import { counted } from '../text.ts'
import { everyFold, fold, toggled } from './fold.ts'
import { Places } from './Places.tsx'
import { rows, type Row } from './rows.ts'
import { linesOf, nodeCount } from './stretches.ts'
import { TreeLog } from './TreeLog.tsx'
import { useTree } from './data/useTree.ts'

const TreeMap = lazy(() => import('./TreeMap.tsx'))
/** So many nodes of a straight part are shown at once when they are asked for. */
const step = 50

/** Returns a conversation's tree beside its transcript: as rows, or as a map of all of it. */
export default function TreePane({ id }: { readonly id: string }): JSX.Element {
  const client = useClient()
  const [, navigate] = useLocation()
  const at = parameterOf(useSearch(), 'at')
  const [form, setForm] = useState<'log' | 'map'>('log')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const { tree, more, isLoading, fault, loadMore, refresh } = useTree(id)
  const [{ data }, readAgain] = useQuery({ query: TreePlaces, variables: { id }, requestPolicy: 'cache-and-network' })
  const [changes, setChanges] = useState(0)
  useChanges(id, () => {
    refresh()
    readAgain({ requestPolicy: 'network-only' })
    setChanges((count) => count + 1)
  })
  const lines = useMemo(() => linesOf(tree), [tree])
  const all = useMemo(() => rows(tree, lines, fold(tree, lines, folded), shown), [tree, lines, folded, shown])
  const headId = data?.conversation?.head?.id ?? null
  const show = useCallback(
    (place: string) => navigate(paths.tree(id, place === headId ? null : place)),
    [id, headId, navigate],
  )
  const showMore = useCallback(
    async ({ stretch }: Row) => {
      const { first, last } = tree[stretch] ?? { first: '', last: null }
      const known = shown.get(first) ?? []
      const from = known[0] ?? last
      if (from === null) return
      const { data: found } = await client.query(Before, { id: from, last: step }).toPromise()
      const ids = (found?.observation?.ancestors.nodes ?? []).map((node) => node.id)
      // What lies above the stretch is another one's.
      const inner = ids.slice(ids.indexOf(first) + 1)
      setShown((before) => new Map(before).set(first, [...inner, ...known]))
    },
    [client, tree, shown],
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
          data-key="o"
          onClick={() => setFolded(folded.size > 0 ? new Set() : everyFold(tree, lines))}
        >
          {folded.size > 0 ? 'Unfold all' : 'Fold all'}
        </button>
      </header>
      {data?.conversation && <Places talk={data.conversation} onShow={show} />}
      {fault !== null && <p className="fault">{fault}</p>}
      {isLoading && tree.length === 0 && <p className="hint">Loading …</p>}
      {!isLoading && tree.length === 0 && fault === null && <p className="hint">Nothing was stored yet.</p>}
      {form === 'map' && (
        <Suspense fallback={<p className="hint">Loading …</p>}>
          <TreeMap id={id} changes={changes} onShow={showBelow} />
        </Suspense>
      )}
      {tree.length > 0 && (
        <TreeLog
          tree={tree}
          all={all}
          headId={headId}
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

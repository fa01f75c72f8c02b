import { ChevronRight, Columns2, ListTree, Network, Users } from 'lucide-react'
import { lazy, Suspense, useState, type JSX } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useChanges } from '../conversation/useChanges.ts'
import { useKnownConversation } from '../data/knownConversation.ts'
import { retryLoad } from '../data/retryLoad.ts'
import { useObservable } from '../data/observable.ts'
import { useKey } from '../keys/keyActions.ts'
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx'
import { kept } from '../parts/kept.ts'
import { NotFound } from '../parts/NotFound.tsx'
import { Loading } from '../parts/Notice.tsx'
import { Seg } from '../parts/Seg.tsx'
import { counted } from '../parts/text.ts'
import { useMedia, widths } from '../parts/useMedia.ts'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { parameterOf, paths, searchWith } from '../urls/urls.ts'
import { usePromptTree, type PromptTreeRead, type TreePrompt } from './prompts/usePromptTree.ts'
import { factsOf } from './TreeBeside.tsx'
import { TreeKey, treeRows, TreeRows } from './TreeRows.tsx'
import { showPrompt } from './wantedPrompt.ts'

const WholeMap = lazy(() => retryLoad(() => import('./WholeMap.tsx')))
const BoxMap = lazy(() => retryLoad(() => import('./boxes/BoxMap.tsx')))

/** Trees of more prompts than these, and entries, are drawn as lines. */
const mostBoxes = 5_000

type Form = 'both' | 'rows' | 'map'
const form = kept<Form>('treeForm', ['both', 'rows', 'map'])

/** Returns a conversation's tree alone: as rows, as a map, or both. */
export default function TreePage({ id }: { readonly id: string }): JSX.Element {
  const [changes, setChanges] = useState(0)
  const search = useSearch()
  const isFamily = parameterOf(search, 'family') !== null
  const tree = usePromptTree(id, changes, undefined, isFamily)
  useChanges(id, tree.seq, () => setChanges((count) => count + 1))
  const known = useKnownConversation(id)
  const title = tree.title || known?.title
  usePageTitle(title ? `Tree: ${title}` : 'Tree')
  const at = parameterOf(search, 'at')
  const [, navigate] = useLocation()
  const isWide = useMedia(widths.wide)
  const chosen = useObservable(form)
  const hasLines =
    useObservable(treeRows) === 'ENTRIES' ||
    (tree.total ?? 0) > mostBoxes ||
    (tree.prompts === null && tree.fault !== null)
  const displayText = !isWide && chosen === 'both' ? 'rows' : chosen
  const show = (place: string): void => navigate(paths.conversation(id, place === tree.headId ? null : place))
  const showRow = (prompt: TreePrompt, isTrunk: boolean): void => {
    const relative = tree.relatives.get(prompt.id)
    const isRead = relative ? prompt.branch.isCurrent === true : isTrunk
    if (!isRead) {
      if (relative) navigate(paths.conversation(relative.id, prompt.loop.last.id))
      else show(prompt.loop.last.id)
      return
    }
    navigate(paths.conversation(relative?.id ?? id))
    showPrompt(prompt.id)
  }
  useKey('t', () => navigate(paths.conversation(id, at)))
  if (tree.isMissing) return <NotFound>There is no conversation of that id here</NotFound>
  return (
    <main className="pane treepage" aria-labelledby="tree-title">
      <header className="head">
        <div className="crumb grow">
          <Link className="from cut" href={paths.conversation(id, at)} dir="auto">
            {title || 'Conversation'}
          </Link>
          <ChevronRight className="i s" />
          <h1 id="tree-title">Tree</h1>
          <span className="soft n cut">{isFamily ? factsOfFamily(tree) : factsOfTree(tree)}</span>
        </div>
        {(isFamily || (tree.hasFamily && !hasLines)) && (
          <button
            type="button"
            className="btn"
            aria-pressed={isFamily}
            title="With its source, its forks and theirs, what they share once"
            onClick={() => navigate(`${paths.tree(id)}${searchWith(search, { family: isFamily ? null : '1' })}`)}
          >
            <Users className="i" />
            Family
          </button>
        )}
        <Seg<Form>
          chosen={displayText}
          onChoose={(next) => form.set(next)}
          choices={[
            { value: 'rows', name: 'Rows', icon: ListTree },
            { value: 'map', name: 'Map', icon: Network },
            ...(isWide ? [{ value: 'both' as const, name: 'Both', icon: Columns2 }] : []),
          ]}
        />
      </header>
      <div className="split" data-form={displayText}>
        {displayText !== 'map' && (
          <div className="treecol">
            <TreeRows {...{ id, tree, at }} read={null} onShow={showRow} onEntry={show} />
            <TreeKey />
          </div>
        )}
        {displayText !== 'rows' && (
          <ErrorBoundary instead={<p className="fault">The map could not be drawn.</p>}>
            <Suspense fallback={<Loading />}>
              {hasLines ? (
                <WholeMap id={id} changes={changes} onShow={show} />
              ) : (
                <BoxMap id={id} tree={tree} onShow={showRow} />
              )}
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </main>
  )
}

function factsOfTree({ total, branchCount, forks }: PromptTreeRead): string {
  const facts = factsOf(total, branchCount)
  return forks.length === 0 ? facts : `${facts} · ${counted(forks.length, 'fork')}`
}

function factsOfFamily({ total, relatives }: PromptTreeRead): string {
  const others = new Set([...relatives.values()].map(({ id }) => id)).size
  return total === null ? '' : `${counted(total, 'prompt')} · ${counted(others + 1, 'conversation')}`
}

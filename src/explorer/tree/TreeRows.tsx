import { GitFork, Search } from 'lucide-react'
import { lazy, Suspense, useState, type JSX } from 'react'
import { retryLoad } from '../data/retryLoad.ts'
import { useObservable } from '../data/observable.ts'
import { Loading, NoteLine } from '../parts/Notice.tsx'
import { kept } from '../parts/kept.ts'
import { rowsShown, type RowsShown } from './prompts/matching.ts'
import { PromptTreeRows } from './prompts/PromptTreeRows.tsx'
import { tooLarge } from './data/readTree.ts'
import type { PromptTreeRead, TreePrompt } from './prompts/usePromptTree.ts'

const EntryTree = lazy(() => retryLoad(() => import('./entries/EntryTree.tsx')))

/** Which rows the viewer wants. */
export const treeRows = kept<RowsShown>('rows', ['PROMPTS', 'FAILED', 'NAMED', 'ENTRIES'])

interface Props {
  readonly id: string
  readonly tree: PromptTreeRead
  readonly at: string | null
  readonly read: string | null
  readonly onShow: (prompt: TreePrompt, isTrunk: boolean) => void
  readonly onEntry: (observationId: string) => void
}

/** Returns a tree as rows, with what chooses among them above. */
export function TreeRows({ id, tree, at, read, onShow, onEntry }: Props): JSX.Element {
  const displayText = useObservable(treeRows)
  const [find, setFind] = useState('')
  // Of what is too much to be listed by prompts, the entries can be.
  const isFallback = tree.prompts === null && tree.fault === tooLarge
  return (
    <div className="treebody">
      <div className="treetools">
        <label className="field grow">
          <Search className="i s" />
          <input
            type="search"
            aria-label="Find in the tree"
            placeholder="Find in the tree"
            value={find}
            onChange={({ target }) => setFind(target.value)}
          />
        </label>
        <select
          className="field"
          aria-label="Rows to show"
          value={displayText}
          onChange={({ target }) =>
            treeRows.set(rowsShown.find(({ value }) => value === target.value)?.value ?? 'PROMPTS')
          }
        >
          {rowsShown.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {tree.fault !== null && displayText !== 'ENTRIES' && (
        <NoteLine isWarning>
          <span>{tree.fault}</span>
        </NoteLine>
      )}
      {displayText === 'ENTRIES' || isFallback ? (
        <Suspense fallback={<Loading rows={6} />}>
          <EntryTree {...{ id, at }} changes={tree.changes} onShow={onEntry} />
        </Suspense>
      ) : tree.prompts === null ? (
        tree.fault === null && <Loading rows={6} />
      ) : (
        <PromptTreeRows {...{ tree, at, read, shown: displayText, find, onShow }} />
      )}
    </div>
  )
}

/** Returns what the signs beside the rows mean. */
export function TreeKey(): JSX.Element {
  return (
    <div className="key" aria-hidden="true">
      <span>
        <i className="kdot" /> prompt
      </span>
      <span>
        <i className="kdot x" /> mostly failed
      </span>
      <span>
        <i className="kdot plus" /> folded branch
      </span>
      <span>
        <GitFork className="i s" /> fork
      </span>
    </div>
  )
}

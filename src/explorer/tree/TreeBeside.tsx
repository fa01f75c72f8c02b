import { Maximize2, X } from 'lucide-react'
import type { JSX } from 'react'
import { Link, useLocation } from 'wouter'
import type { Talk } from '../conversation/useTalk.ts'
import { IconButton } from '../parts/IconButton.tsx'
import { counted } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import { usePromptTree, type TreePrompt } from './prompts/usePromptTree.ts'
import { TreeKey, TreeRows } from './TreeRows.tsx'
import { showPrompt } from './wantedPrompt.ts'

interface Props {
  readonly id: string
  /** The place that is read; null where it is the current end. */
  readonly at: string | null
  /** The last prompt that is read; null where it is not known. */
  readonly read: string | null
  /** The text beside it, which is read first. */
  readonly talk: Pick<Talk, 'answer' | 'changes'>
  readonly onClose: () => void
}

/** Returns a conversation's tree beside its text. */
export default function TreeBeside({ id, at, read, talk, onClose }: Props): JSX.Element {
  const tree = usePromptTree(id, talk.changes, talk.answer)
  const [, navigate] = useLocation()
  const show = (place: string): void => navigate(paths.conversation(id, place === tree.headId ? null : place))
  const showRow = (prompt: TreePrompt, isTrunk: boolean): void => {
    // What lies on the path that is read is brought into sight; from elsewhere, its own path is shown.
    if (isTrunk && at === null) showPrompt(prompt.id)
    else if (isTrunk) {
      navigate(paths.conversation(id))
      showPrompt(prompt.id)
    } else show(prompt.loop.last.id)
  }
  return (
    <aside className="tree" aria-label="Tree of prompts">
      <header className="head">
        <h2>Tree</h2>
        <span className="soft n grow cut">{factsOf(tree.total, tree.branchCount)}</span>
        <Link className="btn ic sm" href={paths.tree(id, at)} aria-label="The whole tree" title="The whole tree">
          <Maximize2 className="i" />
        </Link>
        <IconButton isSmall icon={X} name="Close the tree" shortcut="t" onClick={onClose} />
      </header>
      <TreeRows {...{ id, tree, at, read }} onShow={showRow} onEntry={show} />
      <TreeKey />
    </aside>
  )
}

/** Returns how much a tree holds, in words. */
export function factsOf(total: number | null, branches: number): string {
  if (total === null) return ''
  return `${counted(total, 'prompt')}${branches > 1 ? ` · ${branches} branches` : ''}`
}

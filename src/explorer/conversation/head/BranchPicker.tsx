import { ChevronDown, GitBranch, Link2, Pencil } from 'lucide-react'
import { lazy, Suspense, useState, type JSX } from 'react'
import { copyLink } from '../../actions/copyLink.ts'
import { LazyMenu } from '../../parts/LazyMenu.tsx'
import type { MenuItem } from '../../parts/Menu.tsx'
import { branchStyle } from '../../parts/Tag.tsx'
import { counted } from '../../parts/text.ts'
import { paths } from '../../urls/urls.ts'
import type { Branch } from './branches.ts'

const RenameBranch = lazy(() => import('../dialogs/RenameBranch.tsx'))

interface Props {
  readonly conversationId: string
  readonly branches: readonly Branch[]
  readonly total: number
  readonly read: Branch
  readonly colour: number
  /** Whether nothing can be changed here. */
  readonly isPast: boolean
  readonly onShow: (branch: Branch) => void
}

/** Returns the button that names the branch which is read, and leads to the others. */
export function BranchPicker({ conversationId, branches, total, read, colour, isPast, onShow }: Props): JSX.Element {
  const [isRenamed, setRenamed] = useState(false)
  const choices = (): readonly MenuItem[] =>
    branches.map((branch) => ({
      name: branch.name,
      hint: `${counted(branch.prompts, 'prompt')}${branch.isCurrent ? ' · current end' : ''}`,
      isChosen: branch.id === read.id,
      onSelect: () => onShow(branch),
    }))
  const more =
    total > branches.length
      ? [{ name: `${total - branches.length} more in the tree`, isDisabled: true, onSelect: () => undefined }]
      : []
  const link = paths.conversation(conversationId, read.isCurrent ? null : read.end.id)
  const acts: readonly MenuItem[] = [
    ...(isPast ? [] : [{ name: 'Rename branch …', icon: Pencil, onSelect: () => setRenamed(true) }]),
    { name: 'Copy link', icon: Link2, onSelect: () => void copyLink(link) },
  ]
  return (
    <>
      <LazyMenu
        align="start"
        groups={() => [choices(), more, acts]}
        trigger={
          <button type="button" className="pick" style={branchStyle(colour)} aria-label={`Branch: ${read.name}`}>
            <GitBranch className="i s" />
            <span className="cut" dir="auto">
              {read.name}
            </span>
            <ChevronDown className="i s" />
          </button>
        }
      />
      <Suspense>{isRenamed && <RenameBranch branch={read} onClose={() => setRenamed(false)} />}</Suspense>
    </>
  )
}

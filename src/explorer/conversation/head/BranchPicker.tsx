import { ChevronDown, GitBranch, Pencil } from 'lucide-react'
import { lazy, Suspense, useState, type JSX } from 'react'
import { LazyMenu } from '../../parts/LazyMenu.tsx'
import type { MenuItem } from '../../parts/Menu.tsx'
import { branchStyle } from '../../parts/Tag.tsx'
import { counted } from '../../parts/text.ts'
import type { Branch } from './branches.ts'

const RenameBranch = lazy(() => import('../dialogs/RenameBranch.tsx'))

interface Props {
  readonly branches: readonly Branch[]
  readonly total: number
  readonly read: Branch
  readonly colour: number
  /** Whether nothing can be changed here. */
  readonly isPast: boolean
  readonly onShow: (branch: Branch) => void
}

/** Returns the button that names the branch which is read, and leads to the others. */
export function BranchPicker({ branches, total, read, colour, isPast, onShow }: Props): JSX.Element {
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
  const rename: readonly MenuItem[] = isPast
    ? []
    : [{ name: 'Rename branch …', icon: Pencil, onSelect: () => setRenamed(true) }]
  return (
    <>
      <LazyMenu
        align="start"
        groups={() => [choices(), more, rename]}
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

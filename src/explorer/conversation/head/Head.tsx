import {
  Activity,
  ChevronRight,
  Ellipsis,
  Eye,
  GitFork,
  History,
  ListTree,
  MessagesSquare,
  Columns2,
  Rows3,
  Search,
  TextQuote,
  Undo2,
} from 'lucide-react'
import type { JSX } from 'react'
import { Link, useLocation } from 'wouter'
import { useAction } from '../../actions/useAction.ts'
import type { ConversationQuery } from '../../documents/generated.ts'
import { useIsReadOnly } from '../../data/rights.ts'
import { useKey } from '../../keys/keyActions.ts'
import { LiveMark } from '../../parts/LiveMark.tsx'
import { IconButton } from '../../parts/IconButton.tsx'
import type { MenuItem } from '../../parts/Menu.tsx'
import { paths } from '../../urls/urls.ts'
import { BranchPicker } from './BranchPicker.tsx'
import type { Branch } from './branches.ts'
import { ConversationMenu } from './ConversationMenu.tsx'
import type { Shown } from '../shown.ts'
import { BackToList } from './BackToList.tsx'
import { Title } from './Title.tsx'

type Conversation = NonNullable<ConversationQuery['conversation']>

interface Props {
  readonly conversation: Conversation
  readonly shown: Shown
  readonly read: Branch | null
  readonly branches: readonly Branch[]
  readonly branchCount: number
  readonly colour: number
  readonly isTree: boolean
  readonly onTree: () => void
  readonly onBranch: (branch: Branch) => void
  readonly onFork: () => void
  /** Takes back the newest act; null where nothing can be. */
  readonly undo: { readonly perform: () => void; readonly hint: string } | null
  readonly onActivity: () => void
  readonly onChoose: (changes: Readonly<Record<string, string | null>>) => void
  readonly onSearch: () => void
}

/** Returns what stands above a conversation, in one row: whose it is, which branch is read, and what can be done with it. */
export function Head(props: Props): JSX.Element {
  const {
    conversation,
    shown: displayed,
    read,
    branches,
    branchCount,
    colour,
    isTree,
    onTree,
    onBranch,
    onFork,
  } = props
  const { id, title, forkedFrom, head, live } = conversation
  const isReadOnly = useIsReadOnly()
  const other = branches.find(({ id: each }) => each !== read?.id)
  const here = displayed.at ?? head?.id ?? id
  const comparison = other ? paths.compare(other.end.id, here) : null
  const action = useAction()
  const [, navigate] = useLocation()
  useKey('=', comparison === null ? null : () => navigate(comparison))
  useKey(
    'p',
    isReadOnly ? null : () => void action({ kind: conversation.pinned ? 'unpin' : 'pin', conversationId: id }),
  )
  return (
    <header className="head talkhead">
      <BackToList />
      <div className="crumb grow">
        {forkedFrom && (
          <>
            <Link
              className="from cut"
              href={paths.conversation(forkedFrom.conversation.id, forkedFrom.observation?.id)}
              dir="auto"
            >
              {forkedFrom.conversation.title || 'Untitled'}
            </Link>
            <ChevronRight className="i s" />
          </>
        )}
        <Title id={id} title={title} isFixed={isReadOnly} />
        <LiveMark id={id} live={live} />
      </div>
      {read && (
        <BranchPicker
          branches={branches}
          total={branchCount}
          {...{ read, colour }}
          isPast={displayed.asOf !== null || isReadOnly}
          conversationId={id}
          onShow={onBranch}
        />
      )}
      <div className="headacts">
        {!isReadOnly && (
          <button type="button" className="btn wide" onClick={onFork}>
            <GitFork className="i" />
            Fork
          </button>
        )}
        {comparison === null ? (
          <button type="button" className="btn wide" disabled title="There is one branch alone">
            <Columns2 className="i" />
            Compare
          </button>
        ) : (
          <Link className="btn wide" href={comparison}>
            <Columns2 className="i" />
            Compare
          </Link>
        )}
        <button type="button" className="btn wide" aria-pressed={isTree} title="Tree  t" onClick={onTree}>
          <ListTree className="i" />
          Tree
        </button>
        <ConversationMenu
          conversation={conversation}
          trigger={<IconButton icon={Ellipsis} name="More" />}
          more={() => moreOf(props, isReadOnly)}
        />
      </div>
    </header>
  )
}

function moreOf(
  { conversation, shown: displayed, onFork, undo, onActivity, onChoose, onSearch, onTree }: Props,
  isReadOnly: boolean,
): readonly (readonly MenuItem[])[] {
  const views = [
    { name: 'Conversation', icon: MessagesSquare, value: 'PROMPTS' },
    { name: 'All entries', icon: Rows3, value: 'RAW' },
    { name: 'What the model sees', icon: Eye, value: 'CONTEXT' },
  ] as const
  const isStored = displayed.values === 'AS_STORED'
  return [
    [
      { name: 'Search in it', icon: Search, onSelect: onSearch },
      ...(isReadOnly ? [] : [{ name: 'Fork', icon: GitFork, onSelect: onFork }]),
      { name: 'Tree', icon: ListTree, shortcut: 'T', onSelect: onTree },
      {
        name: 'Time travel',
        icon: History,
        onSelect: () => onChoose({ asOf: displayed.asOf === null ? conversation.updatedAt : null, at: null }),
      },
      { name: 'Activity', icon: Activity, shortcut: 'G A', onSelect: onActivity },
      ...(undo ? [{ name: 'Undo', icon: Undo2, shortcut: 'U', hint: undo.hint, onSelect: undo.perform }] : []),
    ],
    views.map(({ name, icon, value }) => ({
      name,
      icon,
      isChosen: displayed.view === value,
      onSelect: () => onChoose({ view: value === 'PROMPTS' ? null : value }),
    })),
    [
      {
        name: isStored ? 'Edited text' : 'Original text',
        icon: TextQuote,
        hint: isStored ? 'As it was corrected' : 'As it was stored at first',
        onSelect: () => onChoose({ values: isStored ? null : 'AS_STORED' }),
      },
    ],
  ]
}

import {
  Archive,
  ArchiveRestore,
  Download,
  Eraser,
  Flag,
  Hourglass,
  KeyRound,
  Link2,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  Undo2,
} from 'lucide-react'
import { lazy, Suspense, useState, type JSX, type ReactElement } from 'react'
import { useLocation } from 'wouter'
import { copyLink } from '../../actions/copyLink.ts'
import { useAction } from '../../actions/useAction.ts'
import { useIsReadOnly, useMay } from '../../data/rights.ts'
import { eraseAsked } from '../../erasures/asked.ts'
import { LazyMenu } from '../../parts/LazyMenu.tsx'
import type { MenuItem } from '../../parts/Menu.tsx'
import { paths } from '../../urls/urls.ts'

const Rename = lazy(() => import('../dialogs/Rename.tsx'))
const Export = lazy(() => import('../dialogs/Export.tsx'))
const Checkpoints = lazy(() => import('../dialogs/Checkpoints.tsx'))
const Retention = lazy(() => import('../dialogs/Retention.tsx'))
const Delete = lazy(() => import('../dialogs/DeleteConversation.tsx'))

/** What is opened over a conversation. */
export type Opened = 'rename' | 'export' | 'checkpoints' | 'retention' | 'delete' | null

interface Props {
  readonly conversation: {
    readonly id: string
    readonly title: string
    readonly pinned: boolean
    readonly archived: boolean
    readonly deletedAt?: string | null | undefined
    readonly forkCount: number
  }
  readonly trigger: ReactElement<Record<string, unknown>>
  /** More of it, where the conversation itself is open. */
  readonly more?: () => readonly (readonly MenuItem[])[]
}

/** Returns the menu of a conversation, and the dialogs that it opens. */
export function ConversationMenu({ conversation, trigger, more }: Props): JSX.Element {
  const [opened, setOpened] = useState<Opened>(null)
  const action = useAction()
  const [, navigate] = useLocation()
  const mayErase = useMay('ERASE')
  const isReadOnly = useIsReadOnly()
  const { id, pinned, archived, deletedAt } = conversation
  const changes: readonly MenuItem[] = [
    { name: 'Rename …', icon: Pencil, onSelect: () => setOpened('rename') },
    {
      name: pinned ? 'Unpin' : 'Pin',
      icon: pinned ? PinOff : Pin,
      ...(more && { shortcut: 'P' }),
      onSelect: () => void action({ kind: pinned ? 'unpin' : 'pin', conversationId: id }),
    },
    {
      name: archived ? 'Unarchive' : 'Archive',
      icon: archived ? ArchiveRestore : Archive,
      onSelect: () => void action({ kind: archived ? 'unarchive' : 'archive', conversationId: id }),
    },
  ]
  const own: readonly MenuItem[] = [
    ...(isReadOnly ? [] : changes),
    { name: 'Copy link', icon: Link2, onSelect: () => void copyLink(paths.conversation(id)) },
    { name: 'Checkpoints', icon: Flag, onSelect: () => setOpened('checkpoints') },
    { name: 'Export …', icon: Download, onSelect: () => setOpened('export') },
    { name: 'Retention …', icon: Hourglass, hint: 'How long it is kept', onSelect: () => setOpened('retention') },
  ]
  const removal: MenuItem =
    deletedAt == null
      ? { name: 'Delete …', icon: Trash2, isDanger: true, onSelect: () => setOpened('delete') }
      : {
          name: 'Restore',
          icon: Undo2,
          onSelect: () => void action({ kind: 'restoreConversation', conversationId: id }),
        }
  const last: readonly MenuItem[] = [
    ...(mayErase ? [looking(id, navigate)] : []),
    ...(isReadOnly ? [] : [removal]),
    ...(mayErase ? [erasing(id)] : []),
  ]
  const close = (): void => setOpened(null)
  return (
    <>
      <LazyMenu trigger={trigger} groups={() => [own, ...(more?.() ?? []), last]} />
      <Suspense>
        {opened === 'rename' && <Rename conversation={conversation} onClose={close} />}
        {opened === 'export' && <Export id={id} onClose={close} />}
        {opened === 'checkpoints' && <Checkpoints id={id} onClose={close} />}
        {opened === 'retention' && <Retention id={id} onClose={close} />}
        {opened === 'delete' && <Delete conversation={conversation} onClose={close} />}
      </Suspense>
    </>
  )
}

const looking = (id: string, navigate: (to: string) => void): MenuItem => ({
  name: 'Look for secrets',
  icon: KeyRound,
  hint: 'Keys, tokens and passwords in it',
  onSelect: () => navigate(`/erasures?in=${encodeURIComponent(id)}`),
})

const erasing = (id: string): MenuItem => ({
  name: 'Erase …',
  icon: Eraser,
  hint: 'All that was said in it, for good',
  isDanger: true,
  onSelect: () => eraseAsked.set({ name: 'conversation', targets: { conversationIds: [id] } }),
})

import { Trash2 } from 'lucide-react'
import type { JSX } from 'react'
import { useAction } from '../../actions/useAction.ts'
import { useSending } from '../../actions/useSending.ts'
import { counted } from '../../parts/text.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { Fault } from '../../parts/Fault.tsx'

interface Props {
  readonly conversation: { readonly id: string; readonly title: string; readonly forkCount: number }
  readonly onClose: () => void
}

/** Returns the dialog that takes a conversation out of all lists. */
export default function DeleteConversation({ conversation: { id, title, forkCount }, onClose }: Props): JSX.Element {
  const { send, isSending, fault } = useSending(useAction(), '')
  return (
    <Dialog
      title="Delete conversation"
      hint={`“${title || 'Untitled'}” leaves all lists. ${forksOf(forkCount)}Undo brings it back.`}
      onClose={onClose}
    >
      <Fault fault={fault} />
      <div className="dacts">
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="btn danger line"
          disabled={isSending}
          onClick={() => send({ kind: 'deleteConversation', conversationId: id }, onClose)}
        >
          <Trash2 className="i s" /> Delete
        </button>
      </div>
    </Dialog>
  )
}

const forksOf = (count: number): string =>
  count === 0 ? '' : `${counted(count, 'fork')} ${count === 1 ? 'keeps what it shares' : 'keep what they share'}. `

import { useState, type JSX } from 'react'
import { useAction } from '../../actions/useAction.ts'
import { useSending } from '../../actions/useSending.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'

interface Props {
  readonly conversation: { readonly id: string; readonly title: string }
  readonly onClose: () => void
}

/** Returns the dialog that gives a conversation another title. */
export default function Rename({ conversation: { id, title }, onClose }: Props): JSX.Element {
  const [typed, setTyped] = useState(title)
  const { send, isSending, fault } = useSending(useAction(), typed)
  return (
    <Dialog title="Rename" hint="Without any words, the title is found in what was said, as before." onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === title) onClose()
          else send({ kind: 'rename', conversationId: id, title: typed.trim(), before: title }, onClose)
        }}
      >
        <label htmlFor="rename">Title</label>
        <input
          id="rename"
          className="field"
          dir="auto"
          maxLength={500}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <DialogButtons {...{ onClose, isSending, fault }} submit="Rename" />
      </form>
    </Dialog>
  )
}

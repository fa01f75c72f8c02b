import { useState, type JSX } from 'react'
import { useAction } from '../../actions/useAction.ts'
import { useSending } from '../../actions/useSending.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import type { Branch } from '../head/branches.ts'

/** Returns the dialog that gives a branch a name. */
export default function RenameBranch({
  branch,
  onClose,
}: {
  readonly branch: Branch
  readonly onClose: () => void
}): JSX.Element {
  const before = branch.named ? branch.name : ''
  const [typed, setTyped] = useState(before)
  const { send, isSending, fault } = useSending(useAction(), typed)
  const save = (): void => {
    const name = typed.trim()
    if (name === before) {
      onClose()
      return
    }
    const values = { branch: name === '' ? null : name }
    const was = before === '' ? {} : { branch: before }
    send({ kind: 'annotate', observationId: branch.id, values, before: was }, onClose)
  }
  return (
    <Dialog title="Rename branch" hint="Without a name, it is called by what sets it apart." onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <label htmlFor="branch-name">Name</label>
        <input
          id="branch-name"
          className="field"
          dir="auto"
          maxLength={60}
          placeholder={branch.name}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <DialogButtons {...{ onClose, isSending, fault }} submit="Rename" />
      </form>
    </Dialog>
  )
}

import { useState, type JSX } from 'react'
import { useAction } from '../../actions/useAction.ts'
import { useSending } from '../../actions/useSending.ts'

interface Props {
  readonly id: string
  readonly title: string
  readonly onClose: () => void
}

/** Returns the field in which a title is changed where it stands. */
export function TitleField({ id, title, onClose }: Props): JSX.Element {
  const [typed, setTyped] = useState(title)
  const { send, isSending } = useSending(useAction(), typed)
  const save = (): void => {
    const words = typed.trim()
    if (words === title) onClose()
    else send({ kind: 'rename', conversationId: id, title: words, before: title }, onClose)
  }
  return (
    <input
      className="field titlefield grow"
      aria-label="Title"
      dir="auto"
      autoFocus
      maxLength={500}
      aria-busy={isSending}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') save()
        if (key === 'Escape') onClose()
      }}
    />
  )
}

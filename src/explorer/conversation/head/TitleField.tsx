import { useState, type JSX } from 'react'
import { useAction } from '../../actions/useAction.ts'

interface Props {
  readonly id: string
  readonly title: string
  readonly onClose: () => void
}

/** Returns the field in which a title is changed where it stands. */
export function TitleField({ id, title, onClose }: Props): JSX.Element {
  const [typed, setTyped] = useState(title)
  const action = useAction()
  const save = (): void => {
    onClose()
    const words = typed.trim()
    if (words !== title) void action({ kind: 'rename', conversationId: id, title: words, before: title })
  }
  return (
    <input
      className="field titlefield grow"
      aria-label="Title"
      dir="auto"
      autoFocus
      maxLength={500}
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

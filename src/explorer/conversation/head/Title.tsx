import { useState, type JSX } from 'react'
import { useKey } from '../../keys/keyActions.ts'
import { TitleField } from './TitleField.tsx'

/** Returns the title, which a double click or F2 lets be changed in place. */
export function Title({
  id,
  title,
  isFixed,
}: {
  readonly id: string
  readonly title: string
  readonly isFixed: boolean
}): JSX.Element {
  const [isWritten, setWritten] = useState(false)
  const write = isFixed ? null : () => setWritten(true)
  useKey('F2', write)
  if (isWritten) return <TitleField id={id} title={title} onClose={() => setWritten(false)} />
  return (
    <h1 id="conversation-title" className="cut" dir="auto" title={title} onDoubleClick={write ?? undefined}>
      {title || 'Untitled'}
    </h1>
  )
}

import { useState, type JSX } from 'react'

interface Props {
  readonly text: string
  readonly onSave: (text: string) => void
}

/** Returns the field in which the words of a message are put right. */
export function CorrectForm({ text, onSave }: Props): JSX.Element {
  const [typed, setTyped] = useState(text)
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Correct it</summary>
      {/* A field with megabytes in it holds the page up, seen or not. */}
      {isOpen && (
        <form
          className="editor"
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '' && typed !== text) onSave(typed)
          }}
        >
          <textarea
            aria-label="Correct"
            dir="auto"
            rows={Math.min(typed.split('\n').length + 2, 16)}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="submit">Save</button>
        </form>
      )}
    </details>
  )
}

import { useState, type JSX } from 'react'
import { keepKey } from './key.ts'

/** Returns what asks for a key, which stays in this tab. */
export default function KeyField(): JSX.Element {
  const [typed, setTyped] = useState('')
  return (
    <form
      className="key-field"
      aria-label="Access"
      onSubmit={(event) => {
        event.preventDefault()
        keepKey(typed.trim())
      }}
    >
      <label>
        API key{' '}
        <input
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <button type="submit">Use this key</button>
      <span>This server wants a key. It stays in this tab, and is forgotten with it.</span>
    </form>
  )
}

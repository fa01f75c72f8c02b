import { useState, type JSX } from 'react'
import { apiKey, keepKey } from '../data/key.ts'
import { Sign } from './Sign.tsx'

/** Returns what asks for a key, which stays in this tab. */
export default function KeyField(): JSX.Element {
  const [typed, setTyped] = useState('')
  const [isUnknown] = useState(apiKey.get() !== '')
  return (
    <div className="center">
      <form
        className="keyc card"
        aria-label="Access"
        onSubmit={(event) => {
          event.preventDefault()
          keepKey(typed.trim())
        }}
      >
        <Sign />
        <h2>This server wants a key</h2>
        <p className="soft">
          It stays in this tab, and is forgotten with it. The operator of the server makes one by{' '}
          <span className="mono">turngraph keys create</span>.
        </p>
        <label htmlFor="api-key">API key</label>
        <input
          id="api-key"
          className="field secret"
          type="text"
          autoFocus
          aria-invalid={isUnknown}
          aria-describedby={isUnknown ? 'key-fault' : undefined}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {isUnknown && (
          <p id="key-fault" className="bad">
            This key is not known here, or was revoked.
          </p>
        )}
        <button type="submit" className="btn main">
          Continue
        </button>
      </form>
    </div>
  )
}

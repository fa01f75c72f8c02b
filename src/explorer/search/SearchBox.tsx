import { useState, type JSX } from 'react'
import { useLocation, useSearch } from 'wouter'
import { parameterOf, paths } from '../place.ts'

/** Returns the field that searches in everything. */
export function SearchBox({ talkId }: { readonly talkId: string | null }): JSX.Element {
  const search = useSearch()
  const asked = parameterOf(search, 'q') ?? ''
  const [isHere, setHere] = useState(false)
  const [typed, setTyped] = useState(asked)
  const [, navigate] = useLocation()
  return (
    <form
      role="search"
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '')
          navigate(paths.search(typed.trim()) + scopeOf(search, isHere && talkId !== null ? talkId : null))
      }}
    >
      <input
        type="search"
        aria-label="Search"
        placeholder="Search  /"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {talkId !== null && (
        <label>
          <input type="checkbox" checked={isHere} onChange={() => setHere(!isHere)} /> in this conversation
        </label>
      )}
    </form>
  )
}

/** Where to search: in the conversation that is shown, or where the search that is shown did. */
function scopeOf(search: string, talkId: string | null): string {
  const within = talkId ?? parameterOf(search, 'in')
  if (within === null) return ''
  return `&in=${encodeURIComponent(within)}${parameterOf(search, 'path') === null ? '' : '&path=1'}`
}

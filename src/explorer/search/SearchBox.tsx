import { Search } from 'lucide-react'
import { useEffect, useState, type JSX } from 'react'
import { useLocation, useSearch } from 'wouter'
import { parameterOf, paths, searchWith } from '../urls/urls.ts'

/** Returns the field that searches in everything; the big one, of its own page, keeps to where that searches. */
export function SearchBox({ isBig = false }: { readonly isBig?: boolean }): JSX.Element {
  const search = useSearch()
  const words = isBig ? (parameterOf(search, 'q') ?? '') : ''
  const [typed, setTyped] = useState(words)
  useEffect(() => setTyped(words), [words])
  const [, navigate] = useLocation()
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        const text = typed.trim()
        if (text !== '') navigate(isBig ? `/search${searchWith(search, { q: text })}` : paths.search(text))
      }}
    >
      <label className={isBig ? 'field big-field' : 'field'}>
        <Search className="i" />
        <input
          type="search"
          aria-label="Search"
          placeholder="Search all conversations"
          autoFocus={isBig}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
    </form>
  )
}

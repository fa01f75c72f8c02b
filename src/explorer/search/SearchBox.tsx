import { useState, type JSX } from 'react'
import { useLocation, useSearch } from 'wouter'
import { parameterOf, paths } from '../place.ts'

/** Returns the field that searches in everything. */
export function SearchBox(): JSX.Element {
  const asked = parameterOf(useSearch(), 'q') ?? ''
  const [typed, setTyped] = useState(asked)
  const [, navigate] = useLocation()
  return (
    <form
      role="search"
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') navigate(paths.search(typed.trim()))
      }}
    >
      <input
        type="search"
        aria-label="Search"
        placeholder="Search  /"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  )
}

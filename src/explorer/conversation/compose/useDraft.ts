import { useEffect, useState } from 'react'

const prefix = 'turngraph.draft '

/** Returns what is written at a place and is not stored yet: this tab keeps it, also where the server is away. */
export function useDraft(place: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(prefix + place) ?? '')
  useEffect(() => setText(sessionStorage.getItem(prefix + place) ?? ''), [place])
  const write = (next: string): void => {
    setText(next)
    if (next === '') sessionStorage.removeItem(prefix + place)
    else sessionStorage.setItem(prefix + place, next)
  }
  return [text, write]
}

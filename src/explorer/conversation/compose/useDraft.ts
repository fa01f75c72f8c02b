import { useEffect, useRef, useState } from 'react'

const prefix = 'turngraph.draft '

/** What is written at a place and is not stored yet. */
export interface Draft {
  readonly text: string
  readonly write: (text: string) => void
  /** Forgets these words, which are stored now; what was written there since stays. */
  readonly forget: (text: string) => void
}

/** Returns what is written at a place: this tab keeps it until it is stored, also where the server is away. */
export function useDraft(place: string): Draft {
  const current = useRef(place)
  current.current = place
  const [text, setText] = useState(() => sessionStorage.getItem(prefix + place) ?? '')
  useEffect(() => setText(sessionStorage.getItem(prefix + place) ?? ''), [place])
  const write = (next: string): void => {
    setText(next)
    if (next === '') sessionStorage.removeItem(prefix + place)
    else sessionStorage.setItem(prefix + place, next)
  }
  const forget = (stored: string): void => {
    if (sessionStorage.getItem(prefix + place) === stored) sessionStorage.removeItem(prefix + place)
    if (current.current === place) setText((now) => (now === stored ? '' : now))
  }
  return { text, write, forget }
}

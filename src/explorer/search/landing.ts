import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { parameterOf } from '../urls/urls.ts'

/** Where a search has led to: the row, what of it was found, and the words that are marked. */
export interface Landing {
  readonly prompt: string
  readonly call: string | null
  readonly hit: string
  readonly words: string
}

export const LandingContext = createContext<Landing | null>(null)

/** Returns where the address says that a search has led to; null where none has. */
export function useLandingOfAddress(): Landing | null {
  const search = useSearch()
  return useMemo(() => {
    const [prompt, hit] = [parameterOf(search, 'prompt'), parameterOf(search, 'hit')]
    if (prompt === null || hit === null) return null
    return { prompt, hit, call: parameterOf(search, 'call'), words: parameterOf(search, 'q') ?? '' }
  }, [search])
}

/** Says whether a search has led to a call. */
export function useIsFound(call: { readonly callId: string; readonly call: { readonly id: string } }): boolean {
  const landing = useContext(LandingContext)
  return landing !== null && (landing.call === null ? landing.hit === call.call.id : landing.call === call.callId)
}

/** Returns whether something is open, opened anew whenever a search leads into it, and what opens and folds it. */
export function useOpened(isOpenFirst: boolean, isFound: boolean): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(isOpenFirst || isFound)
  useEffect(() => {
    if (isFound) setOpen(true)
  }, [isFound])
  return [isOpen, setOpen]
}

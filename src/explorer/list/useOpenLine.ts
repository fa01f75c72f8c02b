import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { OpenLine } from '../documents/generated.ts'
import type { Listed } from './useConversations.ts'
import type { ListedConversation } from './lines.ts'

/** Returns the conversation that is open where the list, as far as it is loaded, does not have it; null where it does, or none is open. */
export function useOpenLine(
  open: string | null,
  { lines, isLoading }: Listed,
  isFiltered: boolean,
): ListedConversation | null {
  const isLoaded = lines.length > 0 || !isLoading
  const isElsewhere = open !== null && !isFiltered && isLoaded && lines.every(({ id }) => id !== open)
  const [{ data }] = useQuery({ query: OpenLine, variables: { id: open ?? '' }, pause: !isElsewhere })
  const line = isElsewhere ? data?.conversation : null
  return line?.id === open ? line : null
}

/** Brings the conversation that is open into sight, once for each that is opened. */
export function useOpenInSight(
  open: string | null,
  lines: readonly ListedConversation[],
  scrollTo: (index: number) => void,
): void {
  const seen = useRef<string | null>(null)
  const at = open === null ? -1 : lines.findIndex(({ id }) => id === open)
  useEffect(() => {
    if (at < 0 || seen.current === open) return
    seen.current = open
    scrollTo(at)
  }, [at, open, scrollTo])
}

import { useEffect } from 'react'

/** Shows in the browser's tab what a screen is of; null: nothing is known of that yet, or it is the first screen. */
export function usePageTitle(words: string | null): void {
  useEffect(() => {
    document.title = words === null ? 'turngraph' : `${words} · turngraph`
  }, [words])
}

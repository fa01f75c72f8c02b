import { useSyncExternalStore } from 'react'

const queries = new Map<string, MediaQueryList>()

/** Says whether the window meets a media query, now and whenever that changes. */
export function useMedia(query: string): boolean {
  let list = queries.get(query)
  if (!list) {
    list = matchMedia(query)
    queries.set(query, list)
  }
  const media = list
  return useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => media.matches,
  )
}

/** The widths at which the page is laid out otherwise. */
export const widths = {
  phone: '(max-width: 767px)',
  narrow: '(max-width: 1023px)',
  wide: '(min-width: 1280px)',
} as const

import { useSyncExternalStore } from 'react'

/** A value that components follow. */
export interface Watched<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly follow: (told: () => void) => () => void
}

/** Returns a value that tells those who follow it when it changes. */
export function watched<T>(first: T): Watched<T> {
  let value = first
  const followers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const told of followers) told()
    },
    follow: (told) => {
      followers.add(told)
      return () => followers.delete(told)
    },
  }
}

/** Returns what a watched value is now, and renders anew when it changes. */
export function useWatched<T>({ follow, get }: Watched<T>): T {
  return useSyncExternalStore(follow, get)
}

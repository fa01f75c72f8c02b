import { useSyncExternalStore } from 'react'

/** A value that components follow. */
export interface Observable<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly follow: (told: () => void) => () => void
}

/** Returns a value that calls its subscribers when it changes. */
export function observable<T>(first: T): Observable<T> {
  let value = first
  const followers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const follower of followers) follower()
    },
    follow: (told) => {
      followers.add(told)
      return () => followers.delete(told)
    },
  }
}

/** Returns what a observable value is now, and renders anew when it changes. */
export function useObservable<T>({ follow, get }: Observable<T>): T {
  return useSyncExternalStore(follow, get, get)
}

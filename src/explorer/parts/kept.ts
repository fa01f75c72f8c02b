import { observable, type Observable } from '../data/observable.ts'

/** Returns a choice of the viewer, kept by this browser. */
export function kept<T extends string>(name: string, choices: readonly [T, ...T[]]): Observable<T> {
  const place = `turngraph.${name}`
  const before = localStorage.getItem(place)
  const value = observable<T>(choices.find((each) => each === before) ?? choices[0])
  value.follow(() => localStorage.setItem(place, value.get()))
  return value
}

import { useEffect } from 'react'
import { useQuery } from 'urql'
import { Rights, type RightsQuery, type Scope } from '../documents/generated.ts'
import { apiKey } from './key.ts'
import { observable, useObservable } from './observable.ts'

/** What the key may do, in one line; null until that is known. */
const scopes = observable<string | null>(null)
apiKey.follow(() => scopes.set(null))

/** Keeps what the key may do, as it came with something else. */
export function noteRights(viewer: RightsQuery['viewer'] | undefined): void {
  if (viewer) scopes.set(viewer.principal.scopes.join(' '))
}

const has = (known: string | null, scope: Scope): boolean => known?.split(' ').includes(scope) === true

/** Returns whether the key may do something, as far as that is known. */
export function useMay(scope: Scope): boolean {
  return has(useObservable(scopes), scope)
}

/** Returns whether it is known that the key may change nothing. */
export function useIsReadOnly(): boolean {
  const known = useObservable(scopes)
  return known !== null && !has(known, 'WRITE')
}

/** Returns whether the key may do something; the server is asked where that is not known: null until it has answered. */
export function useAskedMay(scope: Scope): boolean | null {
  const known = useObservable(scopes)
  const [{ data }] = useQuery({ query: Rights, pause: known !== null })
  useEffect(() => noteRights(data?.viewer), [data])
  return known === null ? null : has(known, scope)
}

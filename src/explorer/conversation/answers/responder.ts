import { useEffect } from 'react'
import { useQuery } from 'urql'
import { observable, useObservable } from '../../data/observable.ts'
import { Responder as ResponderDocument } from '../../documents/generated.ts'

/** The model that can be asked. */
export interface Responder {
  readonly model: string | null
  readonly models: readonly string[]
}

/** What can be asked, as far as it is known; null where no model is configured. */
export const responder = observable<Responder | null>(null)
/** The model that was picked in this tab; null: the configured one. */
export const pickedModel = observable<string | null>(null)

/** Returns the model that can be asked, null where there is none; the server is asked once. */
export function useResponder(): Responder | null {
  const [{ data }] = useQuery({ query: ResponderDocument })
  const found = data?.responder
  useEffect(() => {
    if (data) responder.set(found ? { model: found.model ?? null, models: found.models } : null)
  }, [data, found])
  return useObservable(responder)
}

import { useEffect } from 'react'
import { useQuery } from 'urql'
import { observable, useObservable } from '../../data/observable.ts'
import { Responder as ResponderDocument } from '../../documents/generated.ts'

/** The model that can be asked. */
export interface Responder {
  readonly model: string | null
  /** Those that its endpoint lists; null until they were asked for. */
  readonly models: readonly string[] | null
}

/** What can be asked; null where no model is configured, undefined until that is known. */
export const responder = observable<Responder | null | undefined>(undefined)
/** The model that was picked in this tab; null: the configured one. */
export const pickedModel = observable<string | null>(null)

/** Keeps which model can be asked, as it came with something else. */
export function noteResponder(result: { readonly model?: string | null | undefined } | null): void {
  const known = responder.get()
  if (result === null) responder.set(null)
  else if (known == null) responder.set({ model: result.model ?? null, models: null })
}

/** Returns the model that can be asked, null where there is none or where it is not known yet; the server is asked once. */
export function useResponder(): Responder | null {
  const known = useObservable(responder)
  const pause = known === null || (known !== undefined && known.models !== null)
  const [{ data }] = useQuery({ query: ResponderDocument, pause })
  useEffect(() => {
    if (data)
      responder.set(data.responder ? { model: data.responder.model ?? null, models: data.responder.models } : null)
  }, [data])
  return known ?? null
}

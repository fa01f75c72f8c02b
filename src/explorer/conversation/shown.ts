import { useMemo } from 'react'
import { useSearch } from 'wouter'
import type { TranscriptValues } from '../documents/generated.ts'
import { parameterOf } from '../urls/urls.ts'

/** Which path of a conversation is shown, and how. */
export interface Shown {
  readonly id: string
  readonly at: string | null
  readonly asOf: string | null
  /** By prompts; entry by entry; or as a model is sent it. */
  readonly view: 'PROMPTS' | 'RAW' | 'CONTEXT'
  readonly values: TranscriptValues
}

/** Returns what the address says of how to show the path. */
export function useShown(id: string): Shown {
  const search = useSearch()
  return useMemo(() => {
    const view = parameterOf(search, 'view')
    const values = parameterOf(search, 'values')
    return {
      id,
      at: parameterOf(search, 'at'),
      asOf: parameterOf(search, 'asOf'),
      view: view === 'RAW' || view === 'CONTEXT' ? view : 'PROMPTS',
      values: values === 'AS_STORED' ? values : 'CURRENT',
    }
  }, [id, search])
}

/** Says whether both show the same path in the same way. */
export const isSamePath = (a: Shown, b: Shown): boolean =>
  a.id === b.id && a.at === b.at && a.asOf === b.asOf && a.view === b.view && a.values === b.values

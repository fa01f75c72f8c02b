import { useCallback } from 'react'
import { useClient } from 'urql'
import { usePath, type Path } from '../../data/usePath.ts'
import { windowOf } from '../../data/window.ts'
import { Transcript } from '../../documents/generated.ts'
import type { Shown } from '../shown.ts'
import { keyOf, type Entry } from './entry.ts'

const size = 50

/** Returns a path entry by entry from its end on: fifty of them, and older ones as they are asked for. */
export function useTranscript({ id, at, asOf, view, values }: Shown): Path<Entry> {
  const client = useClient()
  const read = useCallback(
    async (before: string | null) => {
      const place = at === null ? null : { observationId: at }
      const transcriptView = view === 'CONTEXT' ? view : 'RAW'
      const variables = { id, at: place, asOf, view: transcriptView, values, last: size, before } as const
      const { data, error } = await client.query(Transcript, variables, { requestPolicy: 'network-only' }).toPromise()
      const transcript = data?.conversation?.transcript
      const page = transcript && windowOf({ ...transcript, nodes: transcript.edges.map(({ node }) => node) })
      return { page: data ? (page ?? null) : undefined, fault: error?.message ?? null }
    },
    [client, id, at, asOf, view, values],
  )
  return usePath(read, `${at ?? ''} ${asOf ?? ''}`.trim(), keyOf)
}

import { useCallback, useRef } from 'react'
import { useClient } from 'urql'
import { usePath, type Path } from '../../data/usePath.ts'
import { Transcript } from '../../documents/generated.ts'
import { entriesOf, pageSizes } from '../readTalk.ts'
import { isSamePath, type Shown } from '../shown.ts'
import type { Talk } from '../useTalk.ts'
import { keyOf, type Entry } from './entry.ts'

/** Returns a path entry by entry from its end on: what came with the conversation, and older ones as they are asked for. */
export function useTranscript(displayed: Shown, { answer }: Pick<Talk, 'answer'>): Path<Entry> {
  const { id, at, asOf, view, values } = displayed
  const client = useClient()
  const first = useRef(answer)
  first.current = answer
  const read = useCallback(
    async (before: string | null) => {
      const known = before === null ? await first.current : null
      if (known?.entries !== undefined && isSamePath(known.shown, displayed))
        return { page: known.entries, fault: known.fault }
      const place = at === null ? null : { observationId: at }
      const transcriptView = view === 'CONTEXT' ? view : 'RAW'
      const size = { last: pageSizes.entries, before }
      const variables = { id, at: place, asOf, view: transcriptView, values, ...size } as const
      const { data, error } = await client.query(Transcript, variables, { requestPolicy: 'network-only' }).toPromise()
      const transcript = data?.conversation?.transcript
      const page = transcript ? entriesOf(transcript) : null
      return { page: data ? page : undefined, fault: error?.message ?? null }
    },
    [client, id, at, asOf, view, values],
  )
  return usePath(read, `${at ?? ''} ${asOf ?? ''}`.trim(), keyOf)
}

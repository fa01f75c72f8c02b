import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { Transcript, type TranscriptValues, type TranscriptView } from '../documents/generated.ts'
import { windowOf, withEnd, withOlder, type Window } from './window.ts'

/** Which path is shown, and how. */
export interface Shown {
  readonly id: string
  readonly at: string | null
  readonly asOf: string | null
  readonly view: TranscriptView
  readonly values: TranscriptValues
}

export interface Transcripted {
  readonly window: Window | null
  /** The place at which the path ends that the window is of; empty for the head's. */
  readonly path: string
  readonly fault: string | null
  readonly isMissing: boolean
  readonly loadOlder: () => void
  readonly refresh: () => void
}

const size = 50

/** Returns a path from its end on: fifty places, and older ones as they are asked for. */
export function useTranscript({ id, at, asOf, view, values }: Shown): Transcripted {
  const client = useClient()
  const [window, setWindow] = useState<Window | null>(null)
  const [path, setPath] = useState(at ?? '')
  const [fault, setFault] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const round = useRef(0)
  const busy = useRef(false)

  const read = useCallback(
    async (before: string | null, take: (window: Window | null, page: Window) => Window) => {
      const mine = round.current
      const place = at === null ? null : { observationId: at }
      const variables = { id, at: place, asOf, view, values, last: size, before }
      const { data, error } = await client.query(Transcript, variables, { requestPolicy: 'network-only' }).toPromise()
      if (mine !== round.current) return
      setFault(error?.message ?? null)
      setMissing(data !== undefined && !data.conversation)
      const page = data?.conversation && windowOf(data.conversation.transcript)
      if (!page) return
      setWindow((window) => take(window, page))
      setPath(`${at ?? ''} ${asOf ?? ''}`.trim())
    },
    [client, id, at, asOf, view, values],
  )
  const refresh = useCallback(() => void read(null, (window, page) => (window ? withEnd(window, page) : page)), [read])
  useEffect(() => {
    round.current += 1
    busy.current = false
    // What was shown stays until the new path is there, so that nothing flickers.
    void read(null, (_, page) => page)
  }, [read])

  const start = window?.older === true ? window.start : null
  const loadOlder = useCallback(() => {
    if (start === null || busy.current) return
    busy.current = true
    void read(start, (window, page) => (window ? withOlder(window, page) : page)).finally(() => {
      busy.current = false
    })
  }, [read, start])
  return { window, path, fault, isMissing, loadOlder, refresh }
}

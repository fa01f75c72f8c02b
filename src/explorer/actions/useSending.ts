import { useMemo, useRef, useState } from 'react'
import type { Action } from './action.ts'
import { createSend, type Perform } from './sending.ts'

/** How a field or dialog sends what is written in it. */
export interface Sending {
  /**
   * Sends it, unless something is being sent; `onDone`: once the server has done it, unless what is written has changed since.
   * Whatever else comes of it, the field stays open with its words.
   */
  readonly send: (action: Action, onDone: () => void) => void
  readonly isSending: boolean
  /** Why it was not done; null where it was, and before. */
  readonly fault: string | null
}

/** Returns how the words `written` in a field are sent: every field and dialog that sends an action uses it. */
export function useSending(perform: Perform, written: string): Sending {
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const latest = useRef({ perform, written })
  latest.current = { perform, written }
  const sendOnce = useMemo(() => createSend((...args) => latest.current.perform(...args), setSending), [])
  const send = (action: Action, onDone: () => void): void => {
    setFault(null)
    const close = (): void => {
      if (latest.current.written === written) onDone()
    }
    void sendOnce(action, close).then(setFault)
  }
  return { send, isSending, fault }
}

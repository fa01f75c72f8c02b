import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { Branches, Conversation, type BranchesQuery, type ConversationQuery } from '../documents/generated.ts'
import { noteResponder } from './answers/responder.ts'
import { readTalk, type TalkAnswer } from './readTalk.ts'
import type { Shown } from './shown.ts'
import { useChanges } from './useChanges.ts'

/** What a conversation's screen shows, read in one request, and in one again when the conversation has changed. */
export interface Talk {
  /** Undefined until it is known, null where there is none of that id. */
  readonly conversation: ConversationQuery['conversation'] | undefined
  readonly branches: NonNullable<BranchesQuery['conversation']>['branches'] | undefined
  readonly fault: string | null
  /** What was read last, or is being read. */
  readonly answer: Promise<TalkAnswer>
  /** Grows when the conversation changes. */
  readonly changes: number
}

/** Returns what the screen of a conversation shows; what asks for more, as older prompts do, asks by itself. */
export function useTalk(displayed: Shown): Talk {
  const client = useClient()
  const { id } = displayed
  const wanted = useRef(displayed)
  wanted.current = displayed
  const [changes, setChanges] = useState(0)
  const [read, setRead] = useState<TalkAnswer | null>(null)
  const [answer, settle] = useMemo(() => awaited<TalkAnswer>(), [client, id, changes])
  // Not while it is drawn: a drawing may be given up and begun again, and each would ask.
  useEffect(() => {
    let isWanted = true
    settle(readTalk(client, wanted.current))
    void answer.then((talkAnswer) => {
      if (!isWanted) return
      setRead(talkAnswer)
      if (talkAnswer.responder !== undefined) noteResponder(talkAnswer.responder)
    })
    return () => {
      isWanted = false
    }
  }, [client, answer, settle])
  const again = useCallback(() => setChanges((count) => count + 1), [])
  useChanges(id, read === null ? undefined : read.seq, again)
  // What was read before is shown while it is read anew; what nobody has read yet is not asked for twice.
  const isKnown = useMemo(() => {
    const known = client.readQuery(Conversation, { id }, { requestPolicy: 'cache-only' })
    return known?.data?.conversation != null
  }, [client, id])
  const pause = read === null && !isKnown
  const [{ data }] = useQuery({ query: Conversation, variables: { id }, pause })
  const [{ data: branches }] = useQuery({ query: Branches, variables: { id }, pause: read === null })
  return {
    conversation: data?.conversation,
    branches: branches?.conversation?.branches,
    fault: read?.fault ?? null,
    answer,
    changes,
  }
}

/** Returns an answer that can be waited for before its question is asked, and what settles it. */
function awaited<T>(): readonly [answer: Promise<T>, settle: (given: Promise<T>) => void] {
  let settle!: (given: Promise<T>) => void
  return [new Promise((resolve) => (settle = resolve)), settle]
}

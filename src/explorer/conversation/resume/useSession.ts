import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { MakeSession, PreviewSession } from '../../documents/generated.ts'
import type { Previewed } from './sessionNotes.ts'

/** A session that was made. */
export interface MadeSession {
  readonly conversationId: string
  readonly id: string
  readonly fileName: string
  /** Where it goes below the folder of the agent's sessions. */
  readonly below: string
  /** Where the server has put it; null where it is to be saved here. */
  readonly file: string | null
  readonly commandLine: string
}

/** What a dry run has answered. */
export interface Preview extends Previewed {
  /** The agent that it is of; null where none was named and none is known. */
  readonly agent: string | null
  readonly fault: string | null
}

/** Returns what the session would be for an agent; null until it is known. Without an agent it is the one that the talk came from. */
export function usePreview(conversationId: string, observationId: string, agent: string | null): Preview | null {
  const client = useClient()
  const [preview, setPreview] = useState<Preview | null>(null)
  useEffect(() => {
    let isWanted = true
    setPreview(null)
    // What it holds does not depend on the folder, which may not be known yet.
    const input = { conversationId, at: { observationId }, agent, cwd: '/', dryRun: true }
    void client
      .mutation(PreviewSession, { input })
      .toPromise()
      .then(({ data, error }) => {
        const result = data?.result
        const isUnknown = agent === null && result?.userErrors.length !== 0
        const fault = isUnknown ? null : (result?.userErrors[0]?.message ?? error?.message ?? null)
        const { forked = false, session = null } = result ?? {}
        if (isWanted) setPreview({ agent: agent ?? session?.agent ?? null, forked, session, fault })
      })
    return () => {
      isWanted = false
    }
  }, [client, conversationId, observationId, agent])
  return preview
}

interface Wanted {
  readonly conversationId: string
  readonly observationId: string
  readonly agent: string
  readonly cwd: string
  readonly putHere: boolean
}

/** Returns what makes a session; what it answers is the session, or why there is none. */
export function useMakeSession(): (wanted: Wanted) => Promise<MadeSession | string> {
  const client = useClient()
  return async ({ conversationId, observationId, ...rest }) => {
    const input = { conversationId, at: { observationId }, ...rest }
    const { data, error } = await client.mutation(MakeSession, { input }).toPromise()
    const { session, conversation, userErrors = [] } = data?.result ?? {}
    if (!session || !conversation) return userErrors[0]?.message ?? error?.message ?? 'It was not made.'
    const { id, path, file, commandLine } = session
    return {
      ...{ id, file, commandLine, conversationId: conversation.id },
      fileName: path.at(-1) ?? id,
      below: path.join('/'),
    }
  }
}

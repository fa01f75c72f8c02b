import { TurngraphError } from '../../client/turngraphError.ts'
import type { SessionKey, SessionStoreEntry, SessionSummaryEntry } from './types.ts'

/* oxlint-disable typescript/no-unnecessary-type-assertion -- the package is its users' own */

/** What of the SDK's package is used while it runs. */
interface Peer {
  foldSessionSummary(
    before: SessionSummaryEntry | undefined,
    key: SessionKey,
    entries: SessionStoreEntry[],
    options?: { mtime?: number },
  ): SessionSummaryEntry
}

let known: Promise<Peer> | undefined

/** Returns the SDK's package, which is there where its store is used; refuses to go on without it. */
export function peer(): Promise<Peer> {
  known ??= import('@anthropic-ai/claude-agent-sdk' as string).then(
    (result: Peer) => result,
    (cause: unknown) => {
      known = undefined
      const message = 'Install "@anthropic-ai/claude-agent-sdk": its own summaries of sessions are kept.'
      throw new TurngraphError('BAD_INPUT', message, { package: '@anthropic-ai/claude-agent-sdk' }, null, { cause })
    },
  )
  return known
}

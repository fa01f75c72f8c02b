/** The SDK's types, declared by their shape, so that programs that only read do without its package. */

/** Names a session's transcript, or that of one of its sub-agents. */
export interface SessionKey {
  projectKey: string
  sessionId: string
  /** `subagents/agent-<id>` and the like; left out for the session itself. */
  subpath?: string
}

/** A line of a transcript. */
export interface SessionStoreEntry {
  type: string
  uuid?: string
  timestamp?: string
  [member: string]: unknown
}

/** What the SDK knows of a session without reading it. */
export interface SessionSummaryEntry {
  sessionId: string
  /** When it was stored, in milliseconds since 1970. */
  mtime: number
  /** The SDK's own, which nothing here reads. */
  data: Record<string, unknown>
}

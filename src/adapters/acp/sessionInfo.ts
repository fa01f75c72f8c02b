import type { SessionInfo } from '@agentclientprotocol/sdk/unstable'
import type { StoredSession } from './graph.ts'
import { storedSettings } from './settings.ts'

/** Returns a conversation as a row in a client's list of sessions. */
export function sessionInfo(stored: StoredSession): SessionInfo {
  const { id, title, cwd, updatedAt, turnCount, preview, metadata, forkedFrom } = stored
  const additionalDirectories = [...(storedSettings(id, metadata)?.additionalDirectories ?? [])]
  const from = forkedFrom && { sessionId: forkedFrom.conversation.id, turn: forkedFrom.turn }
  return {
    sessionId: id,
    // What came from elsewhere may belong to no folder; the protocol knows no such session.
    cwd: cwd ?? '/',
    ...(additionalDirectories.length > 0 && { additionalDirectories }),
    ...(title !== '' && { title }),
    updatedAt,
    _meta: { turngraph: { cwd, turnCount, preview, forkedFrom: from } },
  }
}

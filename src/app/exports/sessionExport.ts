import type { Conversation } from '../../domain/model.ts'
import { formatNamed } from '../../formats/index.ts'
import { bytesOf } from '../../formats/sessions/sessionFile.ts'
import { resumedSession, sessionLines } from './agentSession.ts'
import type { Scope } from '../scope.ts'
import type { Format } from '../../formats/format.ts'

/** A session's file: nothing is left out of it but what was said when it was made. */
interface SessionExport {
  readonly format: Format
  readonly omissions: Readonly<Record<string, number>>
  readonly pieces: AsyncIterable<Uint8Array>
}

/** Returns the file of a session that an agent was given of a conversation; refuses an unknown one. */
export async function sessionExport(
  scope: Scope,
  conversation: Conversation,
  sessionId: string,
): Promise<SessionExport> {
  const { agent, session, end } = await resumedSession(scope, conversation.id, sessionId)
  const format = formatNamed(agent.format)
  if (format === null) throw new Error(`There is no format ${agent.format}.`)
  const pieces = async function* () {
    for await (const lines of sessionLines(scope, conversation, end, agent.format, agent.begin(session)))
      yield bytesOf(lines)
  }
  return { format, omissions: {}, pieces: pieces() }
}

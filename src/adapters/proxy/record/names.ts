import type { IncomingHttpHeaders } from 'node:http'
import type { JsonObject } from '../../../domain/model.ts'
import { asId, asObject, asText } from '../../../formats/reading/values.ts'
import { own } from '../../../runtime/own.ts'
import { objectIn } from '../wires/events.ts'

/** The conversation that a request names. */
export interface NamedConversation {
  readonly id: string
  /** The one whose sub-agent it is; null: it is none. */
  readonly sidechainOf: string | null
}

/** What of a request may name its conversation, beside its body. */
export interface RequestHead {
  readonly headers: IncomingHttpHeaders
  /** From a path like `/c/ID/v1/…`. */
  readonly pathConversation: string | null
}

/** Returns the conversation that the head of a request names; null: its body may. */
export function namedByHead({ headers, pathConversation }: RequestHead): NamedConversation | null {
  const header = (name: string) => asId(textOf(own(headers, name)))
  const ours = header('x-turngraph-conversation') ?? asId(pathConversation ?? undefined)
  if (ours !== null) return { id: ours, sidechainOf: null }
  const session = header('x-claude-code-session-id')
  if (session !== null) return ofAgent(session, header('x-claude-code-agent-id'))
  const codex = header('thread-id') ?? header('session-id')
  return codex === null ? null : ofThread(codex, header('x-codex-parent-thread-id'))
}

/** Codex names a sub-agent's thread by itself, and the one that started it. */
function ofThread(id: string, parent: string | null): NamedConversation {
  return { id, sidechainOf: parent === id ? null : parent }
}

/** Returns the conversation that a request names anywhere; null: only its history can tell. */
export function namedConversation(head: RequestHead, body: JsonObject): NamedConversation | null {
  const known = namedByHead(head)
  if (known) return known
  const header = (name: string) => asId(textOf(own(head.headers, name)))
  const metadata = asObject(body['metadata']) ?? {}
  const user = claudeSession(asText(metadata['user_id']))
  if (user !== null) return ofAgent(user, header('x-claude-code-agent-id'))
  const id =
    asId(metadata['conversation_id']) ??
    asId(metadata['session_id']) ??
    asId(body['litellm_session_id']) ??
    asId(metadata['litellm_session_id']) ??
    header('x-litellm-session-id') ??
    header('x-conversation-id') ??
    header('x-session-id') ??
    asId(body['conversation']) ??
    asId(asObject(body['conversation'])?.['id'])
  return id === null ? null : { id, sidechainOf: null }
}

/** The ids that Claude Code's files and its SDK's store have, too. */
function ofAgent(session: string, agent: string | null): NamedConversation {
  return agent === null ? { id: session, sidechainOf: null } : { id: `${session}.agent-${agent}`, sidechainOf: session }
}

/** Claude Code names the session in the user's id: as JSON, or as older versions did. */
function claudeSession(userId: string | null): string | null {
  if (userId === null) return null
  const [, older] = /^user_.*_session_([\w-]+)$/.exec(userId) ?? []
  return asId(objectIn(userId)?.['session_id']) ?? asId(older)
}

const textOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

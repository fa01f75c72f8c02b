import { badInput } from '../turns/json.ts'
import type { SessionKey } from './types.ts'

/** Kinds of state records; those of a session that is deleted go with it, but for `next`. */
export const kinds = {
  /** Key: the path of a session or a sub-agent; value: which source of its conversation has the lines. */
  session: 'claude.session',
  /** Key: the path of a session; value: the SDK's summary. */
  summary: 'claude.summary',
  /** Key: `owner`; value: whose conversation it is. */
  owner: 'claude.owner',
  /** Key: `source`; value: the source that a session begins with which is stored again after it was deleted. */
  next: 'claude-next',
} as const

/** Returns a key; refuses what names nothing. */
export function checkKey(key: SessionKey): SessionKey {
  const { projectKey, sessionId, subpath } = key
  for (const [name, value] of Object.entries({ projectKey, sessionId, subpath }))
    if ((value !== undefined || name !== 'subpath') && (typeof value !== 'string' || value.trim() === ''))
      throw badInput(`"${name}" must be a text that is not blank.`, { field: name }, [name])
  return key
}

const escaped = (name: string) => name.replaceAll('%', '%25').replaceAll('/', '%2F')

/** Returns what the paths of a project's sessions begin with. */
export const projectPath = (projectKey: string): string => `${escaped(projectKey)}/`

/** Returns the path of a session or a sub-agent among all. */
export function pathOf({ projectKey, sessionId, subpath }: SessionKey): string {
  const path = `${projectPath(projectKey)}${escaped(sessionId)}`
  return subpath === undefined ? path : `${path}/${subpath}`
}

/** Returns the ids that the conversation of a session may have: the second where another project has the first. */
export function conversationsOf({ projectKey, sessionId }: SessionKey): readonly [string, string] {
  return [sessionId, `${projectKey}/${sessionId}`]
}

/** Returns the id of the conversation of what is below a session's, as the importer calls sub-agents. */
export function conversationBelow(session: string, subpath: string): string {
  const agent = /^subagents\/(agent-[^/]+)$/.exec(subpath)?.[1]
  return agent === undefined ? `${session}/${subpath}` : `${session}.${agent}`
}

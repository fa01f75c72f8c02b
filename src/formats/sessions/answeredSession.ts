import type { Instant } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import { resumingAgent, systemOption, type ResumableSession, type ResumingAgent } from './agents.ts'

/** A session as a server answers it. */
export interface AnsweredSession {
  readonly id: string
  readonly agent: string
  readonly path: readonly string[]
  readonly command: readonly string[]
  readonly prompt?: string | null | undefined
}

/** What was asked for. */
export interface AskedSession {
  /** The agent that was named; null where the server was to choose. */
  readonly agent: string | null
  readonly cwd: string
}

/**
 * Returns a session of a server with a path and a command that are made here, of checked parts: an agent of our table, a UUID, the
 * time that the path names, the system turns and the prompt as one word each, and the folder that was asked for. A server may be
 * another's: of what it answers nothing else is executed, printed as a command or used as a path.
 */
export function checkedSession(answered: AnsweredSession, wanted: AskedSession): ResumableSession {
  const agent = resumingAgent(answered.agent)
  if (agent === null || (wanted.agent !== null && resumingAgent(wanted.agent) !== agent))
    throw refused(`for another agent, "${answered.agent}"`)
  const { id, prompt = null } = answered
  if (!isUuid(id)) throw refused(`with an id that is no UUID, "${id}"`)
  const system = systemOf(agent, answered.command)
  if (![prompt ?? '', system ?? ''].every(isWord)) throw refused('with a word that no command can have')
  const { cwd } = wanted
  const path = agent.path({ id, cwd, startedAt: timeIn(answered.path) })
  return { id, agent: agent.name, format: agent.format, cwd, path, command: agent.command({ id, system, prompt }) }
}

const refused = (why: string) => badInput(`The server answered a session ${why}. Nothing was written or run.`, {})

const isUuid = (id: string): boolean => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(id)

/** A word of a command is any text that a system takes as one. */
const isWord = (text: unknown): boolean => typeof text === 'string' && !text.includes('\0')

/** The system turns, where the agent takes them and they are where its command has them. */
function systemOf(agent: ResumingAgent, command: readonly unknown[]): string | null {
  if (!agent.takesSystem) return null
  const [, option, text] = command
  return option === systemOption && typeof text === 'string' ? text : null
}

/** The moment in the name of a session's file, as exactly as agents write it there; the first of all where the name has none. */
function timeIn(path: readonly unknown[]): Instant {
  // Gemini CLI's name has no seconds: the id behind its minutes may begin with two digits.
  const match = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)(?:-([0-5]\d)(?:-(\d{3}))?)?(?!\d)/.exec(String(path.at(-1)))
  const [, day = '1970-01-01', hour = '00', minute = '00', second = '00', millisecond = '000'] = match ?? []
  const text = `${day}T${hour}:${minute}:${second}.${millisecond}`
  if (Number.isNaN(Date.parse(`${text}Z`))) throw refused('with a time that is none')
  return `${text}000Z`
}

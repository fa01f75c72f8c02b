import { posix, win32 } from 'node:path'
import type { SessionWriting, Session } from './session.ts'
import { milliseconds } from './session.ts'
import { ClaudeSession } from './claudeSession.ts'
import { CodexSession } from './codexSession.ts'
import { GeminiSession } from './geminiSession.ts'
import { PiSession } from './piSession.ts'

export type SessionFormat = 'CLAUDE_CODE' | 'CODEX' | 'GEMINI_CLI' | 'PI'

/** A session that an agent can continue once its file lies in the agent's folder. */
export interface ResumableSession {
  readonly id: string
  readonly agent: string
  readonly format: SessionFormat
  readonly cwd: string
  /** Where the file lies below the folder of the agent's sessions, name by name. */
  readonly path: readonly string[]
  /** The command that continues it, word by word. */
  readonly command: readonly string[]
}

/** An agent that can be given a session. */
export interface ResumingAgent {
  /** As options take it, and as the table of known folders has it. */
  readonly name: string
  readonly format: SessionFormat
  readonly begin: (session: Session) => SessionWriting
  /** It takes system turns by an option of its command, for its sessions have no place for them. */
  readonly takesSystem: boolean
  /** Where the session's file lies below the folder of its sessions, name by name. */
  readonly path: (session: Session) => readonly string[]
  /** The command that continues the session, word by word. */
  readonly command: (session: Continued) => readonly string[]
}

/** A session and what its command says besides. */
export interface Continued {
  readonly id: string
  readonly system: string | null
  readonly prompt: string | null
}

/** By which agents take system turns, where they do. */
export const systemOption = '--append-system-prompt'

/**
 * What ends pi's system turns. pi reads a file's content in place of a text that is the path of one; no file system has a name as
 * long as this, so that no path ends with it. At the beginning it would not hold: Windows reads `NAME/../x` as `x`.
 */
const pathless = [
  'What stands above, from the beginning of this text, are the system turns of the conversation that this session continues: a person',
  'or a program gave them to the model that answered then, and the file of a session has no place for them, so that they stand here,',
  'word for word and in their order, and hold as they did there.',
].join(' ')
const neverPath = (system: string | null): string | null =>
  system === null || system.endsWith(pathless) ? system : `${system}\n\n${pathless}`

const option = (name: string, value: string | null): readonly string[] => (value === null ? [] : [name, value])
/** A prompt that begins with a dash would be an option. */
const worded = (prompt: string | null): readonly string[] =>
  prompt === null ? [] : prompt.startsWith('-') ? ['--', prompt] : [prompt]

/** Agents that can be given a session. */
export const resumingAgents: readonly ResumingAgent[] = [
  {
    name: 'claude-code',
    format: 'CLAUDE_CODE',
    begin: (session) => new ClaudeSession(session),
    takesSystem: true,
    path: ({ id, cwd }) => [cwd.replace(/[^a-zA-Z0-9]/g, '-'), `${id}.jsonl`],
    command: ({ id, system, prompt }) => ['claude', ...option(systemOption, system), '--resume', id, ...worded(prompt)],
  },
  {
    name: 'codex',
    format: 'CODEX',
    begin: (session) => new CodexSession(session),
    takesSystem: false,
    path: ({ id, startedAt }) => {
      const at = milliseconds(startedAt)
      return [...at.slice(0, 10).split('-'), `rollout-${at.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`]
    },
    command: ({ id, prompt }) => ['codex', 'resume', id, ...worded(prompt)],
  },
  {
    name: 'gemini-cli',
    format: 'GEMINI_CLI',
    begin: (session) => new GeminiSession(session),
    takesSystem: false,
    path: ({ id, cwd, startedAt }) => {
      const at = milliseconds(startedAt).slice(0, 16).replaceAll(':', '-')
      return [projectOf(cwd), 'chats', `session-${at}-${id.slice(0, 8)}.jsonl`]
    },
    command: ({ id, prompt }) => [
      'gemini',
      '--resume',
      id,
      ...(prompt === null ? [] : [`--prompt-interactive=${prompt}`]),
    ],
  },
  {
    name: 'pi',
    format: 'PI',
    begin: (session) => new PiSession(session),
    takesSystem: true,
    path: ({ id, cwd, startedAt }) => {
      const folder = `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`
      return [folder, `${milliseconds(startedAt).replace(/[:.]/g, '-')}_${id}.jsonl`]
    },
    command: ({ id, system, prompt }) => [
      'pi',
      ...option(systemOption, neverPath(system)),
      '--session',
      id,
      ...(prompt === null ? [] : [prompt.startsWith('-') || prompt.startsWith('@') ? ` ${prompt}` : prompt]),
    ],
  },
]

/** What Gemini CLI calls the folder of a project that it does not know yet. */
function projectOf(cwd: string): string {
  const name = cwd.includes('\\') ? win32.basename(cwd) : posix.basename(cwd)
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'project'
  )
}

/** Returns the agent of a name that can be given a session; null when there is none. */
export function resumingAgent(name: string): ResumingAgent | null {
  const wanted = name.toLowerCase().replaceAll('_', '-')
  return resumingAgents.find((agent) => agent.name === wanted) ?? null
}

/** Returns the agent whose sessions are files of a format; null when it cannot be given one. */
export function agentOfFormat(format: string | null): ResumingAgent | null {
  return resumingAgents.find((agent) => agent.format === format) ?? null
}

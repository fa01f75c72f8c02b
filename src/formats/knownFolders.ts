/** Where agents keep their sessions: one table for everything that looks for them there or puts one there. */
import { posix, win32 } from 'node:path'
import { own } from '../runtime/own.ts'

/** The facts that folders depend on, all of them arguments, so that each platform's paths can be computed on any other. */
export interface Machine {
  /** As `process.platform`: anything but `win32` has paths with `/`. */
  readonly platform: string
  /** The home folder of the user. */
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The variables that name folders of agents and of the platform. */
export const folderVariables = [
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'COPILOT_HOME',
  'PI_CODING_AGENT_DIR',
  'APPDATA',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
] as const
type FolderVariable = (typeof folderVariables)[number]

/** A program that keeps sessions as files. */
export interface KnownAgent {
  /** As options take it: `claude-code`. */
  readonly name: string
  /** As people call it. */
  readonly title: string
  /** The format of its files. */
  readonly format: string
  /** The folders that hold sessions, on a machine; the first is the one that the program writes to today. */
  readonly folders: (machine: Machine) => readonly string[]
  /** Says whether a path below such a folder, with `/`, is called as a session's file is. */
  readonly isSession: RegExp
  /** Where the program says which sessions it is writing, if it does. */
  readonly liveSigns?: LiveSigns
}

/** Files that are there only while a session runs. */
export interface LiveSigns {
  readonly folder: (machine: Machine) => string
  /** Says whether a file in that folder is such a sign. */
  readonly isSign: RegExp
  /** `NAME`: the sign is called as its session. `CONTENT`: it is JSON that has `sessionId` and `pid`. */
  readonly says: 'NAME' | 'CONTENT'
}

/** A folder of a machine in which an agent keeps sessions. */
export interface KnownFolder {
  readonly agent: KnownAgent
  readonly path: string
}

/** Returns the folders in which agents keep sessions on a machine, whether they are there or not. */
export function knownFolders(machine: Machine): KnownFolder[] {
  return knownAgents.flatMap((agent) => agent.folders(machine).map((path) => ({ agent, path })))
}

/** Returns the agent of a name, in any case and with `_` for `-`; null when there is none. */
export function agentNamed(name: string): KnownAgent | null {
  const wanted = name.toLowerCase().replaceAll('_', '-')
  return knownAgents.find((agent) => agent.name === wanted) ?? null
}

/** Returns the known folder in which a path lies, or which it is; null when it lies in none. */
export function knownFolderOf(path: string, machine: Machine): KnownFolder | null {
  return knownFolders(machine).find((folder) => isBelow(path, folder.path, machine)) ?? null
}

/** Says whether a file in a known folder is called as the agent's sessions are. */
export function isSessionPath({ agent, path: folder }: KnownFolder, path: string, machine: Machine): boolean {
  if (!isBelow(path, folder, machine)) return false
  return agent.isSession.test(pathsOf(machine).relative(folder, path).replaceAll('\\', '/'))
}

/** Says whether a path lies in a folder of a machine, or is it. */
export function isBelow(path: string, folder: string, machine: Machine): boolean {
  const paths = pathsOf(machine)
  const below = paths.relative(folder, path)
  return below !== '..' && !/^\.\.[\\/]/.test(below) && !paths.isAbsolute(below)
}

const pathsOf = ({ platform }: Pick<Machine, 'platform'>) => (platform === 'win32' ? win32 : posix)

/** Returns a folder in the home folder, or in the one that a variable names instead of `.name` there. */
function inHome(first: string, rest: readonly string[], variable?: FolderVariable) {
  return (machine: Machine): string => {
    const paths = pathsOf(machine)
    const named = variable === undefined ? undefined : folderIn(machine, variable)
    return paths.join(named ?? paths.join(machine.home, first), ...rest)
  }
}

/** Returns a folder among those of programs' settings. */
function inSettings(machine: Machine, ...names: readonly string[]): string {
  const { platform, home } = machine
  const paths = pathsOf(machine)
  if (platform === 'win32')
    return paths.join(folderIn(machine, 'APPDATA') ?? paths.join(home, 'AppData', 'Roaming'), ...names)
  if (platform === 'darwin') return paths.join(home, 'Library', 'Application Support', ...names)
  return paths.join(folderIn(machine, 'XDG_CONFIG_HOME') ?? paths.join(home, '.config'), ...names)
}

/** Returns what a variable names; one that is empty is none, nor is a relative path in one of XDG's, as its specification has it. */
export function folderIn(
  { env, platform }: Pick<Machine, 'env' | 'platform'>,
  name: FolderVariable,
): string | undefined {
  const value = own(env, name)
  if (value === undefined || value.trim() === '') return undefined
  return name.startsWith('XDG_') && !pathsOf({ platform }).isAbsolute(value) ? undefined : value
}

/** Editors that keep their users' folders as Visual Studio Code does. */
const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf']

const inEditors =
  (...names: readonly string[]) =>
  (machine: Machine): string[] =>
    editors.map((editor) => inSettings(machine, editor, 'User', ...names))

/** Sessions of Goose: as XDG has it, on macOS too. */
function gooseSessions(machine: Machine): string[] {
  if (machine.platform === 'win32') return [inSettings(machine, 'Block', 'goose', 'data', 'sessions')]
  const data = folderIn(machine, 'XDG_DATA_HOME') ?? posix.join(machine.home, '.local', 'share')
  return [posix.join(data, 'goose', 'sessions')]
}

const each =
  (...folders: readonly ((machine: Machine) => string)[]) =>
  (machine: Machine): string[] =>
    folders.map((folder) => folder(machine))

const task = /^[^/]+\/api_conversation_history\.json$/

/** Agents whose sessions are files that are read here. */
export const knownAgents: readonly KnownAgent[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    format: 'CLAUDE_CODE',
    folders: each(inHome('.claude', ['projects'], 'CLAUDE_CONFIG_DIR')),
    isSession: /^[^/]+\/([^/]+|[^/]+\/subagents\/(.+\/)?[^/]+)\.jsonl$/,
    liveSigns: { folder: inHome('.claude', ['sessions'], 'CLAUDE_CONFIG_DIR'), isSign: /^\d+\.json$/, says: 'CONTENT' },
  },
  {
    name: 'codex',
    title: 'Codex',
    format: 'CODEX',
    folders: each(inHome('.codex', ['sessions'], 'CODEX_HOME'), inHome('.codex', ['archived_sessions'], 'CODEX_HOME')),
    isSession: /(^|\/)rollout-[^/]+\.jsonl(\.zst)?$/,
    liveSigns: {
      folder: inHome('.codex', ['thread-writer-locks'], 'CODEX_HOME'),
      isSign: /^[^/]+\.lock$/,
      says: 'NAME',
    },
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    format: 'GEMINI_CLI',
    folders: each(inHome('.gemini', ['tmp'])),
    isSession: /^[^/]+\/chats\/(.+\/)?[^/]+\.jsonl?$/,
  },
  {
    name: 'pi',
    title: 'pi',
    format: 'PI',
    folders: each(inHome('.pi/agent', ['sessions'], 'PI_CODING_AGENT_DIR')),
    isSession: /\.jsonl$/,
  },
  {
    name: 'qwen-code',
    title: 'Qwen Code',
    format: 'QWEN_CODE',
    folders: each(inHome('.qwen', ['projects']), inHome('.qwen', ['tmp'])),
    isSession: /^[^/]+\/(chats|subagents)\/(.+\/)?[^/]+\.jsonl$/,
  },
  {
    name: 'iflow',
    title: 'iFlow',
    format: 'IFLOW',
    folders: each(inHome('.iflow', ['projects'])),
    isSession: /^[^/]+\/session-[^/]+\.jsonl$/,
  },
  {
    name: 'copilot-cli',
    title: 'Copilot CLI',
    format: 'COPILOT_CLI',
    folders: each(inHome('.copilot', ['session-state'], 'COPILOT_HOME')),
    isSession: /^([^/]+\/events|[^/]+)\.jsonl$/,
  },
  {
    name: 'copilot-chat',
    title: 'Copilot Chat',
    format: 'COPILOT_CHAT',
    folders: inEditors('workspaceStorage'),
    isSession: /^[^/]+\/(chatSessions\/[^/]+\.jsonl?|GitHub\.copilot-chat\/transcripts\/[^/]+\.jsonl)$/,
  },
  {
    name: 'goose',
    title: 'Goose',
    format: 'GOOSE',
    folders: gooseSessions,
    isSession: /^[^/]+\.jsonl$/,
  },
  {
    name: 'lm-studio',
    title: 'LM Studio',
    format: 'LM_STUDIO',
    folders: each(inHome('.lmstudio', ['conversations'])),
    isSession: /\.conversation\.json$/,
  },
  {
    name: 'cline',
    title: 'Cline',
    format: 'CLINE',
    folders: inEditors('globalStorage', 'saoudrizwan.claude-dev', 'tasks'),
    isSession: task,
  },
  {
    name: 'roo-code',
    title: 'Roo Code',
    format: 'CLINE',
    folders: inEditors('globalStorage', 'rooveterinaryinc.roo-cline', 'tasks'),
    isSession: task,
  },
  {
    name: 'kilo-code',
    title: 'Kilo Code',
    format: 'CLINE',
    folders: inEditors('globalStorage', 'kilocode.kilo-code', 'tasks'),
    isSession: task,
  },
]

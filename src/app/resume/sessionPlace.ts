import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { badInput } from '../../domain/refusals.ts'
import { agentNamed, type Machine } from '../../formats/knownFolders.ts'
import { asObject, asText } from '../../formats/reading/values.ts'
import { own } from '../../runtime/own.ts'
import type { JsonObject } from '../../domain/model.ts'
import { commandLine } from '../../formats/sessions/commandLine.ts'

/** A session as the graph made it. */
export interface MadeSession {
  readonly id: string
  readonly agent: string
  readonly cwd: string
  readonly path: readonly string[]
  readonly command: readonly string[]
}

/** Returns where a session's file goes on a machine, and the command that continues it from there. */
export async function placeOf(
  machine: Machine,
  session: MadeSession,
): Promise<{ readonly path: string; readonly command: readonly string[] }> {
  const [folder] = agentNamed(session.agent)?.folders(machine) ?? []
  if (folder === undefined)
    throw badInput(`It is not known where ${session.agent} keeps its sessions.`, { agent: session.agent })
  if (!session.path.every(isName))
    throw badInput('The session has a path that leads elsewhere.', { path: session.path })
  return session.agent === 'gemini-cli'
    ? geminiPlace(folder, session)
    : { path: join(folder, ...session.path), command: session.command }
}

/** A server may be another's: what it names is a file below the folder, and nothing else. */
const isName = (name: string) => !['', '.', '..'].includes(name) && !/[\\/\0]/.test(name)

/** Gemini CLI finds a session by its id in the folder that it has given the project; else it is named the file. */
async function geminiPlace(folder: string, { id, cwd, path, command }: MadeSession) {
  const project = asText(own(await projects(join(dirname(folder), 'projects.json')), cwd))
  const file = join(folder, project ?? path[0] ?? '', ...path.slice(1))
  if (project !== null) return { path: file, command }
  return { path: file, command: ofFile(command, id, file) }
}

/** The command that continues a session of Gemini CLI wherever its file lies. */
const ofFile = (command: readonly string[], id: string, file: string) =>
  command.flatMap((word, at) =>
    word === '--resume' && command[at + 1] === id
      ? ['--session-file', file]
      : command[at - 1] === '--resume' && word === id
        ? []
        : [word],
  )

async function projects(file: string): Promise<JsonObject> {
  try {
    return asObject(asObject(JSON.parse(await readFile(file, 'utf8')) as JsonObject)?.['projects']) ?? {}
  } catch {
    return {}
  }
}

/** Returns the folder in which an agent keeps its sessions, as people write it: `~/.codex/sessions`. */
export function folderOfSessions(agent: string): string {
  const [folder = '~'] = agentNamed(agent)?.folders({ platform: 'linux', home: '~', env: {} }) ?? []
  return folder
}

/** Returns the line that continues a session once its file lies in the agent's folder, on whatever machine. */
export function lineElsewhere({ agent, id, cwd, path, command }: MadeSession): string {
  if (agent !== 'gemini-cli') return commandLine(command, cwd)
  const file = [folderOfSessions(agent), ...path].join('/')
  return commandLine(ofFile(command, id, file), cwd, file)
}

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandFailed } from '../../client/failures.ts'
import { agentNamed, type Machine } from '../../formats/knownFolders.ts'
import { asObject, asText } from '../../formats/reading/values.ts'
import { own } from '../../own.ts'
import type { JsonObject } from '../../domain/model.ts'

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
    throw new CommandFailed('BAD_INPUT', `It is not known where ${session.agent} keeps its sessions.`, session)
  return session.agent === 'gemini-cli'
    ? geminiPlace(folder, session)
    : { path: join(folder, ...session.path), command: session.command }
}

/** Gemini CLI finds a session by its id in the folder that it has given the project; else it is named the file. */
async function geminiPlace(folder: string, { id, cwd, path, command }: MadeSession) {
  const project = asText(own(await projects(join(dirname(folder), 'projects.json')), cwd))
  const file = join(folder, project ?? path[0] ?? '', ...path.slice(1))
  if (project !== null) return { path: file, command }
  const at = command.indexOf(id)
  return { path: file, command: [...command.slice(0, at - 1), '--session-file', file, ...command.slice(at + 1)] }
}

async function projects(file: string): Promise<JsonObject> {
  try {
    return asObject(asObject(JSON.parse(await readFile(file, 'utf8')) as JsonObject)?.['projects']) ?? {}
  } catch {
    return {}
  }
}

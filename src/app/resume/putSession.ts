import { stat } from 'node:fs/promises'
import type { Conversation } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import { commandLine } from '../../formats/sessions/commandLine.ts'
import { resumingAgents, type SessionFormat } from '../../formats/sessions/agents.ts'
import { agentNamed } from '../../formats/knownFolders.ts'
import { sessionExport } from '../exports/sessionExport.ts'
import type { OwnAgents, Scope } from '../scope.ts'
import { onePiece, readyFor, writeNewFile } from './newFile.ts'
import { folderOfSessions, placeOf, type MadeSession } from './sessionPlace.ts'

/** Where a session's file is on the server's machine, and the line that continues it there. */
export interface PutSession {
  readonly file: string
  readonly commandLine: string
}

/** Returns the agents of this machine, into whose folders sessions are put; refuses where none are, or not this one's. */
export function ownAgentsFor(scope: Scope, agent: string): OwnAgents {
  const { ownAgents } = scope
  if (ownAgents?.takes(agent) === true) return ownAgents
  const message = `This server does not put sessions of ${agent} anywhere: it does so where it listens on loopback without AUTH and follows that agent's folder (WATCH). Take the file from /export instead.`
  throw badInput(message, { agent, variable: 'WATCH' }, ['putHere'])
}

/** Holds what a session is put with; refuses a folder in which no agent can work, and one that takes no file. */
export async function readyToPut({ machine }: OwnAgents, session: MadeSession): Promise<void> {
  const { cwd } = session
  if ((await stat(cwd).catch(() => null))?.isDirectory() !== true)
    throw badInput(`"${cwd}" is not a folder on this machine. Name the folder in which the agent works.`, { cwd }, [
      'cwd',
    ])
  await readyFor((await placeOf(machine, session)).path)
}

/** Puts a session's file into the agent's folder: by reference where it is one. */
export async function putSession(
  scope: Scope,
  { machine }: OwnAgents,
  conversation: Conversation,
  session: MadeSession & { readonly byReference: { readonly content: string } | null },
): Promise<PutSession> {
  const { path, command } = await placeOf(machine, session)
  const { byReference } = session
  const { pieces } = byReference
    ? { pieces: onePiece(byReference.content) }
    : await sessionExport(scope, conversation, session.id)
  await writeNewFile(path, pieces)
  return { file: path, commandLine: commandLine(command, session.cwd) }
}

/** An agent that can be given a session of a branch. */
export interface SessionTaker {
  readonly name: string
  readonly title: string
  readonly format: SessionFormat
  /** Where it keeps its sessions, as people write it: `~/.codex/sessions`. */
  readonly folder: string
  /** Whether this server puts sessions there by itself. */
  readonly putsHere: boolean
}

/** Returns the agents that can be given a session. */
export function sessionTakers({ ownAgents }: Scope): SessionTaker[] {
  return resumingAgents.map(({ name, format }) => ({
    name,
    title: agentNamed(name)?.title ?? name,
    format,
    folder: folderOfSessions(name),
    putsHere: ownAgents?.takes(name) === true,
  }))
}

/** Which sessions agents are writing now. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { knownAgents, knownFolderOf, type LiveSigns, type Machine } from '../formats/knownFolders.ts'

/** Says which sessions agents have open. */
export interface LiveSessions {
  /** Takes what was stored of a file that was written at that moment. */
  stored(path: string, conversationIds: readonly string[], modifiedMs: number): void
  /** Says whether an agent is writing a conversation's session now. */
  isLive(conversationId: string): Promise<boolean>
}

/** A session of an agent that leaves no sign is written as long as its file grew within this time, in milliseconds. */
const recentMs = 60_000
/** How long the signs are not read again, in milliseconds. */
const freshMs = 1_000

/** Returns what says so on a machine. */
export function liveSessions(machine: Machine): LiveSessions {
  const written = new Map<string, { readonly at: number; readonly signs: string | null }>()
  let read: { readonly at: number; readonly signs: Promise<Signs> } | null = null
  const signsNow = () => {
    if (read === null || Date.now() - read.at > freshMs) read = { at: Date.now(), signs: signsOn(machine) }
    return read.signs
  }
  return {
    stored(path, ids, modifiedMs) {
      const begin = Date.now() - recentMs
      for (const [id, { at }] of written) if (at < begin) written.delete(id)
      const signs = knownFolderOf(path, machine)?.agent.liveSigns?.folder(machine) ?? null
      if (modifiedMs >= begin) for (const id of ids) written.set(id, { at: modifiedMs, signs })
    },
    async isLive(id) {
      const { sessions, folders } = await signsNow()
      if (sessions.has(id)) return true
      const last = written.get(id)
      if (last === undefined || last.at < Date.now() - recentMs) return false
      // An agent that leaves signs says by them alone what it writes; a sub-agent has that of the session which started it.
      if (last.signs !== null && folders.has(last.signs)) return sessions.has(id.replace(/\.agent-.*$/, ''))
      return true
    },
  }
}

interface Signs {
  /** The sessions that agents say they have open. */
  readonly sessions: ReadonlySet<string>
  /** The folders of signs that are there. */
  readonly folders: ReadonlySet<string>
}

async function signsOn(machine: Machine): Promise<Signs> {
  const [sessions, folders] = [new Set<string>(), new Set<string>()]
  for (const { liveSigns } of knownAgents) {
    if (liveSigns === undefined) continue
    const folder = liveSigns.folder(machine)
    const names = await readdir(folder).catch(() => null)
    if (names === null) continue
    folders.add(folder)
    for (const name of names.filter((one) => liveSigns.isSign.test(one))) {
      const session = await sessionOf(join(folder, name), name, liveSigns).catch(() => null)
      if (session !== null) sessions.add(session)
    }
  }
  return { sessions, folders }
}

/** Returns the session of which a sign is; null where the process that wrote it has ended without removing it. */
async function sessionOf(path: string, name: string, { says }: LiveSigns): Promise<string | null> {
  if (says === 'NAME') {
    const sinceStart = Date.now() - uptime() * 1000
    return (await stat(path)).mtimeMs >= sinceStart ? name.replace(/\.[^.]*$/, '') : null
  }
  const { pid, sessionId } = JSON.parse(await readFile(path, 'utf8')) as { pid?: unknown; sessionId?: unknown }
  return typeof sessionId === 'string' && typeof pid === 'number' && lives(pid) ? sessionId : null
}

/** Says whether a process runs on this machine. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    // It is another user's.
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}

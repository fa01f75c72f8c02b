import { sha256 } from '../../domain/tree/pathHash.ts'
import type { FilePiece, SpawnName } from '../plan.ts'
import type { LineIndex } from './lineIndex.ts'
import type { WovenSessions } from './woven.ts'

/** How the conversations of a file are called. */
export interface Names {
  /** Of a session; null is the session of lines that name none. */
  session(session: string | null): string
  /** Of the session that an entry of another one was copied from. */
  copied(from: string, session: string | null): string
  /** Of the session that started the sub-agents of a session. */
  caller(session: string | null): string
  /** Of the sub-agent of a session. */
  agent(session: string | null, agent: string): string
  /** Of the lines of a session in this file: the session's, or the sub-agent's whose file it is. */
  lines(session: string | null): string
}

/**
 * Returns the names of a file's conversations: woven sessions have one, and `conversationId` stands in place of
 * the first session's id (design §7).
 */
export function namesOf(
  index: LineIndex,
  fileName: string | null,
  conversationId: string | null,
  woven: readonly WovenSessions[],
): Names {
  const oneOf = new Map(woven.flatMap(({ session, sessions }) => sessions.map((each) => [each, session] as const)))
  const named =
    index.firstSession ?? stemOf(fileName) ?? `claude-code-${index.seal(sha256(index.firstLine ?? '')).slice(0, 32)}`
  const first = oneOf.get(named) ?? named
  const session = (id: string | null) => {
    const one = id === null ? first : (oneOf.get(id) ?? id)
    return one === first ? (conversationId ?? first) : one
  }
  const agent = (id: string | null, name: string) => `${session(id)}.agent-${name}`
  const lines = (id: string | null) => (index.agentId === null ? session(id) : agent(id, index.agentId))
  return { session, copied: session, caller: session, agent, lines }
}

/** Returns the names of a piece: all its lines are of one conversation. */
export function namesOfPiece({ conversationId, sidechainOf }: FilePiece): Names {
  const own = () => conversationId
  return {
    session: own,
    copied: (from, session) => (from === session ? conversationId : from),
    caller: () => sidechainOf ?? conversationId,
    agent: (_, name) => (sidechainOf === null ? `${conversationId}.agent-${name}` : conversationId),
    lines: own,
  }
}

/** Returns what a file is called without its folder and ending: Claude Code's own files are called as their sessions. */
export function stemOf(fileName: string | null): string | null {
  const stem = fileName
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.jsonl?$/i, '')
  return stem !== undefined && stem.trim() !== '' && !/\p{Cc}/u.test(stem) ? stem : null
}

/** Names by which a sub-agent and the call that started it find each other, whichever file is read first. */
export function spawnNames(
  { seal }: Pick<LineIndex, 'seal'>,
  session: string,
  agentId: string | null,
  prompt: string | null,
): SpawnName[] {
  const byAgent = agentId === null ? [] : [{ name: `${session}:agent:${agentId}`, isCertain: true }]
  return prompt === null
    ? byAgent
    : [...byAgent, { name: `${session}:prompt:${seal(sha256(prompt))}`, isCertain: false }]
}

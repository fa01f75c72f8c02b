import type { Conversation, TreeNode } from '../../domain/model.ts'
import { resumedSessions, type ResumedSession } from '../../domain/records/importMarks.ts'
import { badInput, notFound } from '../../domain/refusals.ts'
import { agentNamed, knownAgents } from '../../formats/knownFolders.ts'
import { resumingAgent, resumingAgents, type ResumingAgent, type SessionFormat } from '../../formats/sessions/agents.ts'
import { answered } from '../../formats/sessions/answered.ts'
import { entryFor } from '../../formats/sessions/ownEntries.ts'
import type { Session, SessionLine, SessionWriting } from '../../formats/sessions/session.ts'
import type { Omissions, WrittenEntry } from '../../formats/writing/omissions.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { nothingCarried, fieldsOf } from '../transcripts/entryFields.ts'
import { contextPages } from '../transcripts/transcript.ts'

/** What is learnt of a session while its lines are written. */
export interface SessionNotes {
  readonly onOpenCalls: (calls: number) => void
  readonly onEntry: (writtenEntry: WrittenEntry) => void
}
const sessionNotes: SessionNotes = { onOpenCalls: () => undefined, onEntry: () => undefined }

/** Yields the lines of an agent's session that holds what a model would be sent at a node, corrections among it. */
export async function* sessionLines(
  scope: Scope,
  conversation: Conversation,
  end: TreeNode,
  format: SessionFormat,
  writing: SessionWriting,
  { onOpenCalls, onEntry }: SessionNotes = sessionNotes,
): AsyncIterable<readonly SessionLine[]> {
  yield writing.begin()
  for await (const page of answered(
    entriesFor(format, entriesAt(scope, conversation, end), writing.omissions),
    onOpenCalls,
  )) {
    for (const writtenEntry of page) onEntry(writtenEntry)
    yield page.flatMap((writtenEntry) => writing.add(writtenEntry))
  }
  yield writing.end()
}

/** Yields of entries what goes into a session of an agent; counts those of which nothing does. */
export async function* entriesFor(
  format: SessionFormat,
  entries: AsyncIterable<readonly WrittenEntry[]>,
  omissions?: Omissions,
): AsyncIterable<readonly WrittenEntry[]> {
  for await (const page of entries) {
    const left = page.flatMap((writtenEntry) => entryFor(format, writtenEntry) ?? [])
    omissions?.add('programText', page.length - left.length)
    yield left
  }
}

/** Yields what a model would be sent at a node, as writers take it. */
export async function* entriesAt(
  scope: Scope,
  conversation: Conversation,
  end: TreeNode,
  needsBytes = true,
): AsyncIterable<readonly WrittenEntry[]> {
  const carried = nothingCarried()
  for await (const page of contextPages(scope, conversation, end, 'CURRENT'))
    yield await fieldsOf(scope, page, carried, needsBytes)
}

/** Returns the session that an agent was given, with what writes it again; refuses an unknown one. */
export async function resumedSession(
  scope: Scope,
  conversationId: string,
  sessionId: string,
): Promise<{ agent: ResumingAgent; session: Session; end: TreeNode }> {
  const mark = await resumedMark(scope, sessionId)
  const agent = mark?.conversationId === conversationId ? resumingAgent(mark.agent) : null
  const end = mark && asTreeNode(await scope.reads.observation(mark.end))
  if (!mark || !agent || !end) throw notFound('Session', sessionId)
  return { agent, end, session: { id: sessionId, cwd: mark.cwd, startedAt: mark.startedAt } }
}

async function resumedMark(scope: Scope, sessionId: string): Promise<ResumedSession | null> {
  return resumedSessions.read((await scope.store.importMarks([resumedSessions.nameOf(sessionId)]))[0])
}

/** Returns the agent of a name; refuses one that cannot be given a session. */
export function agentOf(name: string): ResumingAgent {
  const agent = resumingAgent(name)
  if (agent !== null) return agent
  const accepted = resumingAgents.map((one) => one.name)
  const known = agentNamed(name) ?? knownAgents.find(({ format }) => format === name.toUpperCase())
  const why = known ? `${known.title} cannot be given a session` : `"${name}" is not a known agent`
  throw badInput(`${why}; accepted are ${accepted.join(', ')}.`, { given: name, accepted }, ['agent'])
}

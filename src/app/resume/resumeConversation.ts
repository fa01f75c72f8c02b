import { sealOf, type Seal } from '../../domain/access/keyedDigest.ts'
import { noRecords } from '../../domain/changes.ts'
import { resultIds, textOf } from '../../domain/messages/blocks.ts'
import type { Conversation, TreeNode } from '../../domain/model.ts'
import { resumedEntries, resumedSessions } from '../../domain/records/importMarks.ts'
import { promptOf } from '../../domain/prompts/promptOf.ts'
import { badInput } from '../../domain/refusals.ts'
import { sha256 } from '../../domain/tree/pathHash.ts'
import { derivedUuid } from '../../formats/claudeCode/write.ts'
import {
  agentOfFormat,
  resumingAgents,
  type ResumableSession,
  type ResumingAgent,
  type SessionFormat,
} from '../../formats/sessions/agents.ts'
import { forkLine } from '../../formats/codex/reference.ts'
import type { Session } from '../../formats/sessions/session.ts'
import { bytesOf } from '../../formats/sessions/sessionFile.ts'
import { omissionsText, type Omissions, type WrittenEntry } from '../../formats/writing/omissions.ts'
import { Spool } from '../spool.ts'
import { importedState } from '../exports/importedState.ts'
import { cutOf } from '../forks/forkPoint.ts'
import { forkConversation, forkSource } from '../forks/forkConversation.ts'
import { headOf, asTreeNode } from '../read/paths.ts'
import type { PointRef } from '../read/view.ts'
import type { OwnAgents, Scope } from '../scope.ts'
import { newEvent } from '../write/draft/additions.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { agentOf, entriesAt, entriesFor, sessionLines } from '../exports/agentSession.ts'
import { entriesOfFile } from './entriesOfFile.ts'
import { heldByAgent } from './heldByAgent.ts'
import { referencedPast, type HeldBeginning } from '../exports/referencedPast.ts'
import { ownAgentsFor, putSession, readyToPut } from './putSession.ts'
import { lineElsewhere } from './sessionPlace.ts'

export interface ResumeConversation {
  readonly conversationId: string
  /** The last turn that the agent is to know; the head when absent. */
  readonly at?: PointRef | null
  /** The agent by name; the one that the conversation came from when absent. */
  readonly agent?: string | null
  /** The folder that the agent works in; the conversation's own when absent. */
  readonly cwd?: string | null
  /** Whether the file is put into the agent's folder on this machine. */
  readonly putHere?: boolean | null
  /** Whether nothing is made: what it would be is answered. */
  readonly dryRun?: boolean | null
}

/** A session that was made, and what is to be known of it. */
export interface AgentSession extends ResumableSession {
  /** The open prompt at its end, which is in the command and not in the file. */
  readonly prompt: string | null
  /** Whether the file itself ends with a prompt that nobody answered. */
  readonly endsWithPrompt: boolean
  /** Calls at its end that got a failed result. */
  readonly openCalls: number
  /** What neither the file nor the command holds. */
  readonly omissions: string | null
  /** The command as a line for a shell, in the folder of the agent's work. */
  readonly commandLine: string
  /** Where the server has put the file; null where it has not. */
  readonly file: string | null
  /** The session where the agent's own files hold its past; null where it must repeat that. */
  readonly byReference: SessionByReference | null
}

/** A session that names its past instead of repeating it: it can be continued where those files are. */
export interface SessionByReference {
  /** The whole file. */
  readonly content: string
  readonly files: readonly HeldBeginning[]
}
export interface ResumeResult {
  /** The conversation that the session continues. */
  readonly conversation: Conversation
  readonly forked: boolean
  readonly session: AgentSession
}

/** What a command line takes in one word, on every system. */
const longestWord = 30_000

/**
 * Makes an agent's session of a branch: forks where the place is no head, and remembers what the session's file holds, so
 * that an import knows it for this conversation's continuation. The file is exported by the session's id, or put into the
 * agent's folder.
 */
export async function resumeConversation(scope: Scope, input: ResumeConversation): Promise<ResumeResult> {
  const source = await forkSource(scope, input.conversationId)
  const head = await headOf(scope, source)
  const cut = (await cutOf({ conversation: source, head, reads: scope.reads }, input.at, null)) ?? { node: head }
  const agent = await agentFor(scope, source, cut.node, input.agent ?? null)
  const own = input.putHere === true ? ownAgentsFor(scope, agent.name) : null
  const cwd = cwdOf(source, input.cwd ?? null)
  if (cut.node === null || !(await saysAnything(scope, source, cut.node)))
    throw badInput(
      `"${source.id}" has no turn before that point; there is nothing to resume.`,
      { conversationId: source.id },
      ['at'],
    )
  const session = { id: derivedUuid(`session ${scope.fresh.id()}`), cwd, startedAt: scope.fresh.now() }
  const forked = cut.node.id !== head?.id
  const fork = { source: source.id, at: input.at ?? null, newConversationId: session.id, cwd }
  if (input.dryRun === true) {
    if (forked) await forkConversation(scope, { ...fork, dryRun: true })
    const made = await begun(scope, source, cut.node, agent, session)
    if (own) await readyToPut(own, made.session)
    return { conversation: source, forked, session: own ? await asPut(own, made.session) : made.session }
  }
  const place = { id: session.id, agent: agent.name, cwd, path: agent.path(session), command: [] }
  if (own) await readyToPut(own, place)
  const conversation = forked ? (await forkConversation(scope, fork)).conversation : source
  if (!conversation) throw new Error(`The fork ${session.id} was not made.`)
  scope.reads.clear()
  const node = (await headOf(scope, conversation)) ?? cut.node
  const file = new Spool()
  const made = await begun(scope, conversation, node, agent, session, file)
    .then(async (one) => {
      await remember(scope, conversation.id, session.id, await one.mark(file))
      return one
    })
    .finally(() => file.remove())
  if (own === null) return { conversation, forked, session: made.session }
  const put = await asPut(own, made.session)
  return { conversation, forked, session: { ...put, ...(await putSession(scope, own, conversation, put)) } }
}

/** A session by reference holds all that its past does; without its files it is none. */
async function asPut({ machine }: OwnAgents, session: AgentSession): Promise<AgentSession> {
  const { agent, byReference: named } = session
  if (named !== null && (await heldByAgent(machine, agent, named.files))) return { ...session, omissions: null }
  return { ...session, byReference: null }
}

interface Begun {
  readonly session: AgentSession
  /** Returns what is remembered of it and of its file. */
  mark(file: Spool): Promise<Parameters<typeof resumedSessions.mark>[0]>
}

async function begun(
  scope: Scope,
  conversation: Conversation,
  node: TreeNode,
  agent: ResumingAgent,
  session: Session,
  file: Spool | null = null,
): Promise<Begun> {
  const open = await openPrompt(scope, conversation, node, agent.format)
  const end = open?.end ?? node
  const writing = agent.begin(session)
  const nodeIds: (string | null)[] = []
  const [systems, last, calls] = [[] as string[], { entry: null as WrittenEntry | null }, { open: 0 }]
  const notes = {
    onOpenCalls: (count: number) => void (calls.open = count),
    onEntry: (writtenEntry: WrittenEntry) => {
      last.entry = writtenEntry
      const text = writtenEntry.role === 'SYSTEM' ? (textOf(writtenEntry.blocks) ?? '') : ''
      if (text.trim() !== '') systems.push(text)
    },
  }
  for await (const some of sessionLines(scope, conversation, end, agent.format, writing, notes)) {
    if (file === null) continue
    await file.add(bytesOf(some))
    for (const { nodeId } of some) nodeIds.push(nodeId)
  }
  const path = agent.path(session)
  const { id, cwd, startedAt } = session
  const text = systems.join('\n\n')
  const system = agent.takesSystem && text !== '' && text.length <= longestWord ? text : null
  const command = agent.command({ id, system, prompt: open?.text ?? null })
  const made = { id, agent: agent.name, cwd, path, command }
  return {
    session: {
      ...{ ...made, format: agent.format, commandLine: lineElsewhere(made), file: null },
      prompt: open?.text ?? null,
      endsWithPrompt: last.entry?.role === 'USER',
      openCalls: calls.open,
      omissions: omissionsText(sessionOmissions(writing.omissions, system !== null)),
      // Of a call without a result the agent may make another one than the file would have.
      byReference: calls.open > 0 ? null : await byReference(scope, conversation, end, agent, session),
    },
    async mark(spool) {
      const source = { ...(await spool.source()), name: path.at(-1) ?? null }
      const nodes = await entriesOfFile(scope, agent.format, source, nodeIds, end.id)
      const prompt = open && { id: node.id, digest: promptDigest(sealOf(scope), open.text) }
      return { conversationId: conversation.id, agent: agent.name, cwd, startedAt, end: end.id, prompt, nodes }
    },
  }
}

async function byReference(
  scope: Scope,
  conversation: Conversation,
  end: TreeNode,
  { format }: ResumingAgent,
  session: Session,
): Promise<SessionByReference | null> {
  const past = format === 'CODEX' ? await referencedPast(scope, conversation, end) : null
  return past && { content: Buffer.from(bytesOf([forkLine(session, past.base)])).toString(), files: past.files }
}

function sessionOmissions(omissions: Omissions, isSystemTold: boolean) {
  const { system = 0, ...counts } = omissions.counts()
  return isSystemTold || system === 0 ? counts : { ...counts, system }
}

/** Returns what the words of a prompt are known by. */
function promptDigest(seal: Seal, text: string): string {
  return seal(sha256(text.trim()))
}

/** The prompt at the end that nobody answered, where a command can say it, and the node before it. */
async function openPrompt(
  scope: Scope,
  conversation: Conversation,
  node: TreeNode,
  format: SessionFormat,
): Promise<{ readonly text: string; readonly end: TreeNode } | null> {
  const { kind, role, place, blocks } = node
  if (kind !== 'TURN' || role !== 'USER' || place.parentId === null || resultIds(blocks).length > 0) return null
  const end = asTreeNode(await scope.reads.observation(place.parentId))
  let last: WrittenEntry | null = null
  for await (const page of entriesFor(format, entriesAt(scope, conversation, node, false))) last = page.at(-1) ?? last
  if (end === null || last?.nodeId !== node.id || last.isSummary) return null
  const text = textOf(last.blocks)?.trim() ?? ''
  const isText = text !== '' && text.length <= longestWord && last.blocks.every(({ type }) => type === 'text')
  // What a program put in is no prompt, and what looks like a command would be run as one.
  const isPrompt = isText && promptOf(text).kind === 'PROMPT'
  return isPrompt && (await saysAnything(scope, conversation, end)) ? { text, end } : null
}

async function saysAnything(scope: Scope, conversation: Conversation, end: TreeNode): Promise<boolean> {
  for await (const page of entriesAt(scope, conversation, end, false))
    if (page.some(({ role, synthetic, blocks }) => role !== 'SYSTEM' && !synthetic && blocks.length > 0)) return true
  return false
}

/** The agent that is named, or that the conversation came from. */
async function agentFor(
  scope: Scope,
  conversation: Conversation,
  node: TreeNode | null,
  name: string | null,
): Promise<ResumingAgent> {
  if (name !== null) return agentOf(name)
  const state = await importedState(scope, conversation)
  const source = (state?.source ?? state?.latest ?? '').split(':')[0] ?? ''
  const agent = agentOfFormat(node?.sourceKind ?? null) ?? agentOfFormat(source)
  if (agent) return agent
  const accepted = resumingAgents.map((one) => one.name)
  const words = `Say which agent is to continue "${conversation.id}": ${accepted.join(', ')}.`
  throw badInput(words, { conversationId: conversation.id, accepted }, ['agent'])
}

function cwdOf({ id, cwd }: Conversation, text: string | null): string {
  const match = text ?? cwd
  if (match !== null && match.trim() !== '' && !/\p{Cc}/u.test(match)) return match
  throw badInput(`Say in which folder the agent works: "${id}" has none.`, { conversationId: id }, ['cwd'])
}

async function remember(
  scope: Scope,
  conversationId: string,
  sessionId: string,
  mark: Parameters<typeof resumedSessions.mark>[0],
): Promise<void> {
  const details = { resumed: { sessionId, agent: mark.agent, observationId: mark.prompt?.id ?? mark.end } }
  const event = newEvent(scope, 'UPDATE', conversationId, { details })
  const tree = { conversations: [], messages: [], observations: [], segments: [], junctions: [] }
  const [first] = Object.keys(mark.nodes)
  const entries = first === undefined ? [] : [resumedEntries.mark(sessionId, first)]
  const importMarks = [resumedSessions.mark(mark, sessionId), ...entries]
  const changes = { events: [event] as const, ...tree, key: null, rawChunks: [], importMarks, ...noRecords }
  await commitRecords(scope, () => Promise.resolve({ changes, result: null }), conversationId)
}
